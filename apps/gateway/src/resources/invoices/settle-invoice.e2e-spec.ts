import { eventually, hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();
const GOOD = { payment_method: 'upi', upi: { vpa: 'success@sandbox' } };
const NEFT = { payment_channel: 'bank_transfer', reference: 'AXISN62026112500123' };

let merchant: Merchant;
let customer: string;
beforeAll(async () => {
  merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
  customer = String((await merchant.post('/v1/customers', { name: 'Asha' })).json.id);
});

const get = async (id: unknown): Promise<Answer['json']> => (await merchant.get(`/v1/invoices/${String(id)}`)).json;
const act = (id: unknown, verb: string, body: object = {}, headers?: Record<string, string>): Promise<Answer> =>
  merchant.post(`/v1/invoices/${String(id)}/${verb}`, body, headers);
const invoice = async (body: object = {}): Promise<string> => {
  const lines = [{ description: 'Onboarding', amount: 49_900 }];
  return String((await merchant.post('/v1/invoices', { customer_id: customer, lines, ...body })).json.id);
};
const typesOf = async (id: string): Promise<string[]> =>
  ((await merchant.get(`/v1/events?resource_id=${id}`)).json.data as { type: string }[]).map(({ type }) => type).toReversed();

describe('POST /v1/invoices/{id}/mark_paid', () => {
  it('200: what remains, less the tax deducted at source, once for each key', async () => {
    const id = await invoice();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = { ...NEFT, tds_amount: 4_990, paid_at: '2026-01-05T10:00:00+05:30' };
    const [first, again] = [await act(id, 'mark_paid', body, key), await act(id, 'mark_paid', body, key)];
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(first.json).toMatchObject({
      status: 'paid',
      amount_paid: 44_910,
      amount_tds: 4_990,
      amount_remaining: 0,
      payment_id: null,
      hosted_url: null,
      outside_payments: [
        {
          number: 1,
          amount: 44_910,
          tds_amount: 4_990,
          payment_channel: 'bank_transfer',
          reference: 'AXISN62026112500123',
          paid_at: Date.parse('2026-01-05T04:30:00Z') / 1_000,
          reversed_at: null,
          reversal_reason: null,
          created_at: expect.any(Number),
        },
      ],
    });
    await eventually(async () =>
      expect(await typesOf(id)).toEqual(['invoice.created', 'invoice.finalized', 'invoice.updated', 'invoice.paid']),
    );
    expect((await merchant.get(`/v1/payments?customer_id=${customer}`)).json.data).toEqual([]);
  });

  it('200: in parts; the hosted page and a payment take the rest', async () => {
    const id = await invoice();
    await act(id, 'mark_paid', { ...NEFT, amount: 20_000 });
    const { json } = await act(id, 'mark_paid', { payment_channel: 'cheque', amount: 9_900 });
    expect(json).toMatchObject({ status: 'open', amount_paid: 29_900, amount_remaining: 20_000 });
    const page = await (await fetch(String(json.hosted_url))).text();
    expect(page).toContain('Pay ₹200.00');
    const paid = (await act(id, 'pay', GOOD)).json;
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 49_900, amount_remaining: 0 });
    expect((await merchant.get(`/v1/payments/${String(paid.payment_id)}`)).json).toMatchObject({ amount: 20_000 });
  });

  it.each<[string, object, string]>([
    ['without a channel', {}, 'payment_channel parameter_missing'],
    ['with a channel that there is not', { payment_channel: 'upi' }, 'payment_channel parameter_invalid'],
    ['above what remains', { ...NEFT, amount: 49_901 }, 'amount amount_too_large'],
    ['above what remains with TDS', { ...NEFT, amount: 45_000, tds_amount: 4_901 }, 'amount amount_too_large'],
    ['with more TDS than remains', { ...NEFT, tds_amount: 49_901 }, 'tds_amount amount_too_large'],
    ['below zero', { ...NEFT, amount: -1 }, 'amount parameter_invalid'],
    ['of nothing', { ...NEFT, amount: 0 }, 'amount amount_too_small'],
    ['of the future', { ...NEFT, paid_at: 4_000_000_000 }, 'paid_at parameter_invalid'],
    ['with a reference that is too long', { ...NEFT, reference: 'x'.repeat(65) }, 'reference parameter_invalid'],
  ])('400: %s', async (_what, body, problem) => {
    const id = await invoice();
    const answer = await act(id, 'mark_paid', body);
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    expect(await get(id)).toMatchObject({ status: 'open', amount_remaining: 49_900, outside_payments: [] });
  });

  it('409: of a draft, of a paid invoice, and while a payment is under way', async () => {
    const [draft, paid, paying] = [await invoice({ auto_finalize: false }), await invoice(), await invoice()];
    await act(paid, 'pay', GOOD);
    await act(paying, 'pay');
    const refused = await Promise.all([draft, paid, paying].map((id) => act(id, 'mark_paid', NEFT)));
    expect(refused.map(({ status, error }) => [status, error.code, error.reason])).toEqual([
      [409, 'state_conflict', null],
      [409, 'state_conflict', null],
      [409, 'state_conflict', 'payment_under_way'],
    ]);
  });
});

describe('POST /v1/invoices/{id}/outside_payments/{number}/reverse', () => {
  it('200: the invoice is open again, and can be paid', async () => {
    const id = await invoice();
    await act(id, 'mark_paid', { payment_channel: 'cheque', reference: '000123' });
    const { status, json } = await act(id, 'outside_payments/1/reverse', { reason: 'Funds insufficient' });
    expect([status, json]).toMatchObject([
      200,
      {
        status: 'open',
        amount_paid: 0,
        amount_remaining: 49_900,
        paid_at: null,
        hosted_url: expect.any(String),
        outside_payments: [{ number: 1, reversed_at: expect.any(Number), reversal_reason: 'Funds insufficient' }],
      },
    ]);
    expect((await act(id, 'outside_payments/1/reverse')).error).toMatchObject({ code: 'state_conflict', reason: 'already_reversed' });
    expect((await act(id, 'pay', GOOD)).json).toMatchObject({ status: 'paid', amount_paid: 49_900 });
  });

  it('404: one that is not there', async () => {
    const id = await invoice();
    for (const number of ['1', '0', 'one']) {
      const { status, error } = await act(id, `outside_payments/${number}/reverse`);
      expect([status, error]).toMatchObject([404, { code: 'resource_missing', param: 'number' }]);
    }
  });
});

describe('POST /v1/invoices/{id}/credit_notes', () => {
  it('200: a part of a paid invoice, by a refund of its payment, with one note', async () => {
    const id = await invoice();
    const { payment_id: payment } = (await act(id, 'pay', GOOD)).json;
    const body = { amount: 10_000, reason: 'Outage on 3 March', refund: 'payment' };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [{ status }] = [await act(id, 'credit_notes', body, key), await act(id, 'credit_notes', body, key)];
    expect(status).toBe(200);
    await eventually(async () => {
      expect(await get(id)).toMatchObject({
        status: 'paid',
        amount_refunded: 10_000,
        credit_notes: [{ amount: 10_000, reason: 'Outage on 3 March', refund: 'payment', round_off: 0 }],
      });
    });
    expect((await get(id)).credit_notes).toHaveLength(1);
    const [{ refund_id: refund }] = (await get(id)).credit_notes as [{ refund_id: string }];
    expect((await merchant.get(`/v1/refunds/${refund}`)).json).toMatchObject({ amount: 10_000, payment_id: payment });
  });

  it('200: a refund that the bank refuses later leaves its note, and one by hand needs none', async () => {
    const id = await invoice();
    const { payment_id: payment } = (await act(id, 'pay', GOOD)).json;
    const [note] = (await act(id, 'credit_notes', { amount: 10_000, refund: 'payment' })).json.credit_notes as [{ refund_id: string }];
    await merchant.post(`/v1/test_helpers/refunds/${note.refund_id}/simulate`, { outcome: 'failed' });
    await eventually(async () => expect(await get(id)).toMatchObject({ amount_refunded: 0, credit_notes: [note] }));
    await merchant.post('/v1/refunds', { payment_id: payment, amount: 10_000 });
    await eventually(async () => expect(await get(id)).toMatchObject({ status: 'paid', amount_refunded: 10_000 }));
    expect((await get(id)).credit_notes).toEqual([note]);
  });

  it('200: as credit of the customer, which is in its history', async () => {
    const own = String((await merchant.post('/v1/customers', { name: 'Ravi' })).json.id);
    const id = await invoice({ customer_id: own });
    await act(id, 'mark_paid', { ...NEFT, amount: 40_000 });
    expect((await act(id, 'credit_notes', { amount: 15_000, refund: 'credit' })).json).toMatchObject({
      status: 'paid',
      amount_credited: 9_900,
      credit_notes: [{ amount: 15_000, refund: 'credit', refund_id: null }],
    });
    expect((await merchant.get(`/v1/customers/${own}`)).json.balances).toEqual([{ currency: 'INR', amount: -5_100 }]);
    const { data } = (await merchant.get(`/v1/customers/${own}/balance_transactions`)).json;
    expect(data).toMatchObject([{ amount: -5_100, type: 'credit_note', invoice_id: id, ending_balance: -5_100 }]);
  });

  it('200: a line of an open invoice, and then all that is left of it', async () => {
    const lines = [
      { description: 'Seats', amount: 10_000 },
      { description: 'Onboarding', amount: 5_000 },
    ];
    const id = await invoice({ lines });
    const [seats] = (await get(id)).lines as [{ id: string }];
    expect((await act(id, 'credit_notes', { lines: [{ id: seats.id, amount: 4_000 }] })).json).toMatchObject({
      status: 'open',
      amount_credited: 4_000,
      amount_remaining: 11_000,
    });
    expect((await act(id, 'credit_notes', { amount: 11_000 })).json).toMatchObject({
      status: 'paid',
      amount_paid: 0,
      amount_credited: 15_000,
    });
  });

  it.each<[string, object, string]>([
    ['without amount and lines', {}, 'amount parameter_missing'],
    ['with both', { amount: 1, lines: [{ id: 'il_0VB3xQ9k42Rk7v2LmXp9Bd01' }] }, 'lines parameters_exclusive'],
    ['above the invoice', { amount: 49_901 }, 'amount amount_too_large'],
    ['of nothing', { amount: 0 }, 'amount parameter_invalid'],
    ['with a refund that there is not', { amount: 1, refund: 'card' }, 'refund parameter_invalid'],
    ['of what is no line', { lines: [{ id: 'x' }] }, 'lines.0.id parameter_invalid'],
  ])('400: %s', async (_what, body, problem) => {
    const answer = await act(await invoice(), 'credit_notes', body);
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
  });

  it('404 and 409: another invoice’s line, a draft, and what no payment can give back', async () => {
    const [draft, marked] = [await invoice({ auto_finalize: false }), await invoice()];
    await act(marked, 'mark_paid', NEFT);
    const refused = [
      await act(marked, 'credit_notes', { lines: [{ id: 'il_0VB3xQ9k42Rk7v2LmXp9Bd01' }] }),
      await act(draft, 'credit_notes', { amount: 100 }),
      await act(marked, 'credit_notes', { amount: 100, refund: 'payment' }),
    ];
    expect(refused.map(({ error }) => error.code)).toEqual(['resource_missing', 'state_conflict', 'refund_amount_exceeds_available']);
    expect((await act(marked, 'credit_notes', { amount: 49_900 })).json).toMatchObject({
      status: 'paid',
      credit_notes: [{ refund: 'none' }],
    });
  });
});
