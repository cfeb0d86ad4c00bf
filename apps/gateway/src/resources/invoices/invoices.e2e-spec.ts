import { eventually, hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const YEAR = 365 * 86_400;
const LINES = [{ description: 'Onboarding', amount: 49900 }];
const GOOD = { payment_method: 'upi', upi: { vpa: 'success@sandbox' } };
const BAD = { payment_method: 'upi', upi: { vpa: 'insufficient@sandbox' } };

interface List {
  data: { id: string; type?: string }[];
}

describe('invoices', () => {
  let merchant: Merchant;
  let customer: string;
  let mandate: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    const address = { state: 'Karnataka', country: 'IN' };
    customer = String((await merchant.post('/v1/customers', { name: 'Asha Verma', address })).json.id);
    const agreed = { customer_id: customer, method: 'upi', max_amount: 5_000_000, ends_at: Math.floor(Date.now() / 1000) + YEAR };
    mandate = String((await merchant.post('/v1/mandates', agreed)).json.id);
  });
  const create = (body: object = {}): Promise<Answer> => merchant.post('/v1/invoices', { customer_id: customer, lines: LINES, ...body });
  const act = (id: unknown, verb: string, body: object = {}): Promise<Answer> => merchant.post(`/v1/invoices/${String(id)}/${verb}`, body);
  const get = async (id: unknown): Promise<Answer['json']> => (await merchant.get(`/v1/invoices/${String(id)}`)).json;
  const typesOf = async (id: unknown): Promise<(string | undefined)[]> =>
    ((await merchant.get(`/v1/events?resource_id=${String(id)}`)).json as unknown as List).data.map(({ type }) => type).reverse();

  describe('POST /v1/invoices 201', () => {
    it('has a number, and a page where the customer pays it', async () => {
      const lines = [...LINES, { description: 'Seats', amount: 10000, quantity: 3 }];
      const answer = await create({ lines, description: 'November', reference_id: 'order-1001', metadata: { tier: 'gold' } });
      expect([answer.status, answer.json]).toMatchObject([
        201,
        {
          object: 'invoice',
          livemode: false,
          status: 'open',
          number: expect.stringMatching(/^[A-Z0-9]{1,4}\/\d{4}\/\d{6}$/),
          customer_id: customer,
          subscription_id: null,
          billing_reason: 'manual',
          collection: 'send_invoice',
          currency: 'INR',
          total: 79900,
          amount_due: 79900,
          amount_remaining: 79900,
          lines: [
            { description: 'Onboarding', quantity: 1, unit_amount: 49900, amount: 49900 },
            { description: 'Seats', quantity: 3, unit_amount: 10000, amount: 30000 },
          ],
          buyer: { name: 'Asha Verma', address: { state: '29', country: 'IN' }, state_code: '29' },
          description: 'November',
          reference_id: 'order-1001',
          metadata: { tier: 'gold' },
          sequence: 2,
        },
      ]);
      expect(answer.headers.location).toBe(`/v1/invoices/${String(answer.json.id)}`);
      expect(await get(answer.json.id)).toEqual(answer.json);
      await eventually(async () => expect(await typesOf(answer.json.id)).toEqual(['invoice.created', 'invoice.finalized']));
    });

    it('lists its lines in their order, page by page, and to no other account', async () => {
      const lines = ['Onboarding', 'Seats', 'Support'].map((description) => ({ description, amount: 10000 }));
      const { json } = await create({ lines });
      const path = `/v1/invoices/${String(json.id)}/lines`;
      const first = (await merchant.get(`${path}?limit=2`)).json;
      const rest = (await merchant.get(`${path}?cursor=${String(first.next_cursor)}`)).json;
      expect([...(first.data as object[]), ...(rest.data as object[])]).toEqual(json.lines);
      expect([first.has_more, rest.has_more]).toEqual([true, false]);
      const stranger = await merchant.with(hundi.otherTestKey).get(path);
      expect([stranger.status, stranger.json.error]).toMatchObject([404, { code: 'resource_missing', param: 'id' }]);
    });

    it('gives the same invoice for the same key, and one number', async () => {
      const key = { 'idempotency-key': crypto.randomUUID() };
      const body = { customer_id: customer, lines: LINES };
      const answers = await Promise.all([1, 2, 3].map(() => merchant.post('/v1/invoices', body, key)));
      expect(new Set(answers.filter(({ status }) => status === 201).map(({ json }) => json.number)).size).toBe(1);
    });

    it('(47) gives consecutive numbers to those that are made at once', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
      const numbers = answers.map(({ json }) => Number(String(json.number).split('/')[2])).sort((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_number, index) => (numbers[0] ?? 0) + index));
    });

    it('is a draft without a number until it is finalized', async () => {
      const draft = await create({ auto_finalize: false });
      expect(draft.json).toMatchObject({ status: 'draft', number: null, hosted_url: null, due_at: null, seller: null });
      expect((await act(draft.json.id, 'finalize')).json).toMatchObject({ status: 'open', number: expect.any(String) });
      const again = await act(draft.json.id, 'finalize');
      expect([again.status, again.error]).toMatchObject([409, { code: 'state_conflict', current_status: 'open', allowed_from: ['draft'] }]);
    });
  });

  describe('POST /v1/invoices refuses', () => {
    it.each<[string, object, string[]]>([
      ['no customer and no lines', { customer_id: null, lines: null }, ['customer_id parameter_missing', 'lines parameter_missing']],
      ['no line', { lines: [] }, ['lines parameter_invalid']],
      ['what is no line', { lines: [LINES[0], 'Seats'] }, ['lines.1 parameter_invalid']],
      ['a line without a price', { lines: [{ description: 'Seats' }] }, ['lines.0.amount parameter_missing']],
      ['a fraction', { lines: [{ description: 'Seats', amount: 1.5 }] }, ['lines.0.amount parameter_invalid']],
      [
        'a line that is too large',
        { lines: [{ description: 'Seats', amount: 9_999_999_999, quantity: 2 }] },
        ['lines.0.amount amount_too_large'],
      ],
      ['a currency that is not supported', { currency: 'JPY' }, ['currency currency_not_supported']],
      ['automatic without a mandate', { collection: 'automatic' }, ['mandate_id parameter_missing']],
      ['91 days', { days_until_due: 91 }, ['days_until_due parameter_invalid']],
      ['too little in all', { lines: [{ description: 'Seats', amount: 99 }] }, ['lines amount_too_small']],
      [
        'a rate that is not in force',
        { lines: [{ description: 'Seats', amount: 100, tax: { sac: '998431', rate_bps: 1799 } }] },
        ['lines.0.tax.rate_bps parameter_invalid'],
      ],
    ])('%s with 400', async (_what, body, problems) => {
      const answer = await create(body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, ...problems]);
    });

    it('a customer or a mandate that is not there with 404, and a mandate that is too small with 409', async () => {
      const [unknown, foreign] = [
        await create({ customer_id: 'cust_0QvAb12c07ABCDEFGHIJKLMN' }),
        await create({ mandate_id: 'mandate_0QvAb12c07ABCDEFGHIJKLMN' }),
      ];
      expect([unknown.status, unknown.error.param, foreign.status, foreign.error.param]).toEqual([404, 'customer_id', 404, 'mandate_id']);
      const large = await create({ mandate_id: mandate, lines: [{ description: 'Seats', amount: 5_000_001 }] });
      expect([large.status, large.error]).toMatchObject([409, { code: 'mandate_amount_exceeded', param: 'mandate_id' }]);
    });
  });

  describe('POST /v1/invoices/{id}/pay', () => {
    it('200: with an instrument, in one commit', async () => {
      const { json } = await create();
      const paid = (await act(json.id, 'pay', GOOD)).json;
      expect(paid).toMatchObject({ status: 'paid', amount_paid: 49900, amount_remaining: 0, hosted_url: null, last_error: null });
      const payment = (await merchant.get(`/v1/payments/${String(paid.payment_id)}`)).json;
      expect(payment).toMatchObject({ status: 'captured', amount: 49900, invoice_id: json.id, customer_id: customer });
      await eventually(async () => expect(await typesOf(json.id)).toEqual(['invoice.created', 'invoice.finalized', 'invoice.paid']));
    });

    it('402: a decline, and the next payment pays', async () => {
      const { json } = await create();
      const declined = await act(json.id, 'pay', BAD);
      expect([declined.status, declined.error]).toMatchObject([402, { code: 'payment_declined', decline_code: 'insufficient_funds' }]);
      expect(await get(json.id)).toMatchObject({
        status: 'open',
        attempt_count: 1,
        payment_id: (declined.error as unknown as { payment_id: string }).payment_id,
      });
      expect((await act(json.id, 'pay', GOOD)).json).toMatchObject({ status: 'paid', attempt_count: 2 });
    });

    it('200: as the customer chooses at the checkout of its payment', async () => {
      const { json } = await create();
      const { payment_id: id } = (await act(json.id, 'pay')).json;
      expect((await merchant.get(`/v1/payments/${String(id)}`)).json).toMatchObject({
        status: 'created',
        checkout_url: expect.any(String),
      });
      const again = await act(json.id, 'pay', GOOD);
      expect([again.status, again.error]).toMatchObject([409, { code: 'invoice_not_payable', reason: 'payment_under_way' }]);
      const confirmed = await merchant.post(`/v1/payments/${String(id)}/confirm`, GOOD);
      expect([confirmed.json.status, (await get(json.id)).status]).toEqual(['captured', 'paid']);
    });

    it('200: under a mandate, at the time that the payer is told', async () => {
      const { json } = await create({ mandate_id: mandate });
      expect(json).toMatchObject({
        collection: 'automatic',
        mandate_id: mandate,
        debit_id: expect.any(String),
        next_attempt_at: expect.any(Number),
      });
      const path = `/v1/test_helpers/debits/${String(json.debit_id)}/simulate`;
      await merchant.post(path, { outcome: 'failed' });
      expect(await get(json.id)).toMatchObject({ status: 'open', attempt_count: 1, last_error: { reason: 'insufficient_funds' } });
      await merchant.post(path, { outcome: 'succeeded' });
      expect(await get(json.id)).toMatchObject({ status: 'paid', debit_id: json.debit_id, next_attempt_at: null });
    });

    it('409: one that is paid, and 400: what contradicts itself', async () => {
      const { json } = await create();
      const both = await act(json.id, 'pay', { ...GOOD, mandate_id: mandate });
      expect([both.status, ...problemsOf(both)]).toEqual([400, 'payment_method parameters_exclusive']);
      await act(json.id, 'pay', GOOD);
      const again = await act(json.id, 'pay', GOOD);
      expect([again.status, again.error]).toMatchObject([409, { code: 'invoice_not_payable', current_status: 'paid' }]);
    });
  });

  describe('ends', () => {
    it('void, with its number and without its debit', async () => {
      const { json } = await create({ mandate_id: mandate });
      expect((await act(json.id, 'void')).json).toMatchObject({ status: 'void', number: json.number, debit_id: null });
      expect((await merchant.get(`/v1/debits/${String(json.debit_id)}`)).json).toMatchObject({ cancel_reason: 'invoice_settled' });
      const paid = await act(json.id, 'pay', GOOD);
      expect([paid.status, paid.error.code]).toEqual([409, 'invoice_not_payable']);
    });

    it('uncollectible, and is paid after all', async () => {
      const { json } = await create();
      expect((await act(json.id, 'mark_uncollectible')).json.status).toBe('uncollectible');
      const declined = await act(json.id, 'pay', BAD);
      expect([declined.status, declined.error]).toMatchObject([402, { code: 'payment_declined', decline_code: 'insufficient_funds' }]);
      expect((await act(json.id, 'pay', GOOD)).json.status).toBe('paid');
    });
  });

  it('shows a refund of its payment as a credit note', async () => {
    const { json } = await create();
    const { payment_id } = (await act(json.id, 'pay', GOOD)).json;
    await merchant.post('/v1/refunds', { payment_id, amount: 10000, reason: 'requested_by_customer' });
    await eventually(async () =>
      expect(await get(json.id)).toMatchObject({
        status: 'paid',
        amount_refunded: 10000,
        credit_notes: [{ number: expect.stringMatching(/^CN\//), amount: 10000, reason: 'requested_by_customer' }],
      }),
    );
  });

  it('GET /v1/invoices 200: by customer, status, number and reference, with what was just written', async () => {
    const own = String((await merchant.post('/v1/customers', { name: 'Ravi' })).json.id);
    const [first, second] = [
      await create({ customer_id: own }),
      await create({ customer_id: own, auto_finalize: false, reference_id: 'two' }),
    ];
    const listed = async (query: string): Promise<string[]> =>
      ((await merchant.get(`/v1/invoices?customer_id=${own}${query}`)).json as unknown as List).data.map(({ id }) => id);
    expect(await listed('')).toEqual([second.json.id, first.json.id]);
    expect(await listed('&status=draft')).toEqual([second.json.id]);
    expect(await listed('&reference_id=two')).toEqual([second.json.id]);
    expect(await listed(`&number=${encodeURIComponent(String(first.json.number))}`)).toEqual([first.json.id]);
    expect(await listed('&collection=automatic')).toEqual([]);
  });
});
