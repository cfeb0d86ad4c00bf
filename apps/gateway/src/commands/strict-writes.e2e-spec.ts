import { hundiUnderTest } from '#testing';
import { problemsOf, type Answer } from '../../test/api-client';
import { Merchant } from '../../test/merchant';

const hundi = hundiUnderTest();
const LENIENT = { prefer: 'handling=lenient' };
const PRICE = { amount: 10000, currency: 'INR', interval: 'month' };

/** The parameter that is unknown, and what to send instead. */
function unknownOf({ status, error }: Answer): unknown[] {
  return [status, error.code, error.param, error.hint];
}

describe('a write', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = (await merchant.customer({ name: 'Asha Verma' })).split('/').at(-1) ?? '';
  });

  describe('400: a refund that is misspelt refunds nothing', () => {
    let payment: string;
    const refund = (body: unknown, query = ''): Promise<Answer> => merchant.post(`/v1/refunds${query}`, body);
    beforeAll(async () => {
      payment = (await merchant.captured()).split('/').at(-1) ?? '';
    });
    afterAll(async () => {
      expect((await merchant.get(`/v1/payments/${payment}`)).json).toMatchObject({ status: 'captured', amount_refunded: 0 });
      expect((await refund({ payment_id: payment, amount: 1000 })).json).toMatchObject({ amount: 1000 });
    });

    it.each(['ammount', 'Amount', 'AMOUNT', 'amount ', 'amount_', 'amoutn', 'refund_amount', 'refundAmount', 'amount_to_refund'])(
      '%s is hinted at as amount',
      async (name) => {
        const hint = `In place of ${name} send amount.`;
        expect(unknownOf(await refund({ payment_id: payment, [name]: 1000 }))).toEqual([400, 'parameter_unknown', name, hint]);
      },
    );

    it.each(['dryRun', 'dryrun', 'dry-run', 'dry_run[]', 'DRY_RUN', 'dry_rn'])('?%s=true is hinted at as dry_run', async (name) => {
      const answer = await refund({ payment_id: payment }, `?${encodeURIComponent(name)}=true`);
      expect(unknownOf(answer)).toEqual([400, 'parameter_unknown', name, `In place of ${name} send dry_run.`]);
    });

    it.each(['dry_run', 'dryRun'])('%s in the body is hinted at as dry_run in the query', async (name) => {
      const answer = await refund({ payment_id: payment, [name]: true });
      expect(unknownOf(answer)).toEqual([400, 'parameter_unknown', name, 'Send dry_run in the query.']);
    });

    it('amount in the query is hinted at as amount in the body', async () => {
      const answer = await refund({ payment_id: payment }, '?amount=1000');
      expect(unknownOf(answer)).toEqual([400, 'parameter_unknown', 'amount', 'Send amount in the body.']);
    });

    it('an amount of null, which is what JSON makes of NaN, is refused', async () => {
      const answer = await refund({ payment_id: payment, amount: Number.NaN });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'amount parameter_invalid']);
      expect(answer.error.message).toBe('amount must not be null. Leave it out for all there is.');
    });

    it.each([
      ['header', { headers: { 'x-idempotency-key': 'a' } }],
      ['header', { headers: { idempotency_key: 'a' } }],
      ['header', { headers: { 'Cko-Idempotency-Key': 'a' } }],
      ['header', { headers: { 'idempotency-token': 'a' } }],
      ['header', { headers: { 'X-Razorpay-Idempotency': 'a' } }],
      ['header', { headers: { 'idempotence-key': 'a', ...LENIENT } }],
      ['header', { headers: { 'Idempotncy-Key': 'a' } }],
      ['header', { headers: { 'PayPal-Request-Id': 'a' } }],
      ['header', { headers: { 'idem-potency_key': 'a', 'idempotency-key': 'b' } }],
      ['member', { body: { idempotency_key: 'a' } }],
      ['member', { body: { IdempotencyKey: 'a' }, headers: LENIENT }],
      ['member', { body: { options: { retries: 1, idempotencyKey: 'a' } }, headers: LENIENT }],
      ['query parameter', { query: '?idempotency-key=a' }],
      ['query parameter', { query: '?idempotencyKey=a', headers: LENIENT }],
    ] as [string, { headers?: Record<string, string>; body?: object; query?: string }][])(
      'the idempotency key under another name, as a %s: %j',
      async (_what, { headers = {}, body = {}, query = '' }) => {
        const answer = await merchant.post(`/v1/refunds${query}`, { payment_id: payment, ...body }, headers);
        expect([answer.status, answer.error.code, answer.error.message]).toEqual([
          400,
          'parameter_unknown',
          'Send the key in the header Idempotency-Key.',
        ]);
      },
    );
  });

  describe('400: what stands for more than was meant', () => {
    it('a capture of amount_to_capture or of null captures nothing', async () => {
      const payment = await merchant.authorized();
      const stripes = await merchant.post(`${payment}/capture`, { amount_to_capture: 1000 });
      expect(unknownOf(stripes)).toEqual([400, 'parameter_unknown', 'amount_to_capture', 'In place of amount_to_capture send amount.']);
      const none = await merchant.post(`${payment}/capture`, { amount: null });
      expect([none.status, ...problemsOf(none)]).toEqual([400, 'amount parameter_invalid']);
      expect((await merchant.get(payment)).json.status).toBe('authorized');
      expect((await merchant.post(`${payment}/capture`, { amount: 1000 })).json.amount_captured).toBe(1000);
    });

    it('an amount of null does not mark an invoice as paid', async () => {
      const invoice = await merchant.post('/v1/invoices', { customer_id: customer, lines: [{ description: 'Work', amount: 1000 }] });
      const path = `/v1/invoices/${String(invoice.json.id)}`;
      const answer = await merchant.post(`${path}/mark_paid`, { payment_channel: 'cash', amount: Number.NaN });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'amount parameter_invalid']);
      expect((await merchant.get(path)).json.status).toBe('open');
    });

    it('a subscription is not cancelled by the word that PATCH has for it', async () => {
      const { id } = (await merchant.post('/v1/subscriptions', { customer_id: customer, ...PRICE })).json;
      const answer = await merchant.post(`/v1/subscriptions/${String(id)}/cancel`, { cancel_at: 'period_end' });
      expect(unknownOf(answer)).toEqual([400, 'parameter_unknown', 'cancel_at', 'In place of cancel_at send at.']);
      expect((await merchant.get(`/v1/subscriptions/${String(id)}`)).json.status).toBe('active');
    });

    it.each(['at', 'cancel_at_cycle_end', 'cancel_at_period_end'])('%s of null does not cancel a subscription at once', async (name) => {
      const { id } = (await merchant.post('/v1/subscriptions', { customer_id: customer, ...PRICE })).json;
      const answer = await merchant.post(`/v1/subscriptions/${String(id)}/cancel`, { [name]: Number.NaN });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, `${name} parameter_invalid`]);
      expect((await merchant.get(`/v1/subscriptions/${String(id)}`)).json.status).toBe('active');
    });

    it.each<[string, string, object, string[]]>([
      ['captureMethod', '/v1/payments', { amount: 100, currency: 'INR', captureMethod: 'manual' }, ['capture_method']],
      ['capture_methd', '/v1/payments', { amount: 100, currency: 'INR', capture_methd: 'manual' }, ['capture_method']],
      ['verify_adress', '/v1/kyc/verifications', { verify_adress: true }, ['verify_address']],
      ['enabledEvents', '/v1/webhook_endpoints', { enabledEvents: ['payment.captured'] }, ['enabled_events']],
      ['expiresAt', '/v1/api_keys', { kind: 'secret', name: 'x', expiresAt: 1896000000 }, ['expires_at']],
      ['customer.nmae', '/v1/payments', { amount: 100, currency: 'INR', customer: { nmae: 'A' } }, ['customer.name']],
      ['lines.0.amunt', '/v1/invoices', { lines: [{ description: 'x', amunt: 1 }] }, ['lines.0.amount']],
    ])('%s is refused with what to send', async (name, path, body, members) => {
      const answer = await merchant.post(path, body);
      expect(unknownOf(answer)).toEqual([400, 'parameter_unknown', name, `In place of ${name} send ${members.join(' or ')}.`]);
    });
  });

  it('400: a key that is to be bound and to end is not made unbound and endless', async () => {
    const body = { kind: 'restricted', name: 'x', scopes: ['refunds:write'], allowed_ips: ['10.0.0.1'], expiresAt: 1896000000 };
    const answer = await merchant.post('/v1/api_keys', body);
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'allowed_ips parameter_unknown', 'expiresAt parameter_unknown']);
    expect(answer.error.hint).toBe(
      'In place of allowed_ips send allowed_addresses (addresses or networks). In place of expiresAt send expires_at.',
    );
  });

  it('400: an invoice that is to stay a draft is not numbered', async () => {
    const body = { customer_id: customer, auto_advance: false, lines: [{ description: 'x', amount: 1000 }] };
    const answer = await merchant.post('/v1/invoices', body);
    const hint = 'In place of auto_advance send auto_finalize (auto_advance: false is auto_finalize: false).';
    expect(unknownOf(answer)).toEqual([400, 'parameter_unknown', 'auto_advance', hint]);
    expect((await merchant.post('/v1/invoices', { ...body, auto_advance: undefined, auto_finalize: false })).json.status).toBe('draft');
  });

  it('400: names all that is wrong at once, the unknown names first, because others may be missing for them', async () => {
    const answer = await merchant.post('/v1/payments?expand[]=customer', {
      ammount: 5,
      currency: 'rupees',
      customer: { rank: 1 },
      colour: 'red',
    });
    expect(problemsOf(answer)).toEqual([
      'ammount parameter_unknown',
      'colour parameter_unknown',
      'customer.rank parameter_unknown',
      'expand[] parameter_unknown',
      'amount parameter_missing',
      'currency currency_not_supported',
    ]);
    expect(answer.error.hint).toMatch(
      /^In place of ammount send amount\. The route takes amount, currency, .* customer takes name, email, phone\. A write expands nothing\. /,
    );
  });

  it('400: a route without a body takes none', async () => {
    const payment = await merchant.captured();
    const answer = await merchant.post(`${payment}/sync`, { force: true });
    expect(unknownOf(answer)).toEqual([400, 'parameter_unknown', 'force', 'The route takes no parameters.']);
  });

  it.each(['POST', 'PATCH', 'DELETE'])('400: %s is not guarded by preconditions of HTTP', async (method) => {
    const path = method === 'POST' ? '/v1/customers' : `/v1/customers/${customer}`;
    for (const [name, value] of [
      ['If-Match', '"3"'],
      ['If-None-Match', '*'],
      ['If-Unmodified-Since', 'Sat, 28 Nov 2026 00:00:00 GMT'],
    ] as const) {
      const body = method === 'DELETE' ? undefined : { name: 'Ravi' };
      const answer = await merchant.api.send(method, path, { key: merchant.key, body, headers: { [name]: value } });
      expect([answer.status, answer.error.code, answer.error.param]).toEqual([400, 'parameter_unknown', name]);
      expect(answer.error.hint).toContain('expected_sequence');
    }
    expect((await merchant.get(`/v1/customers/${customer}`)).json.name).toBe('Asha Verma');
  });

  it('201: with Prefer: handling=lenient ignores what it does not know, and names it', async () => {
    const body = { amount: 100, currency: 'INR', payment_method: 'upi', ammount: 5, customer: { name: 'A', rank: 1 } };
    const answer = await merchant.post('/v1/payments?colour=red', body, LENIENT);
    expect([answer.status, answer.headers['ignored-parameters'], answer.headers['preference-applied']]).toEqual([
      201,
      'ammount, customer.rank, colour',
      'handling=lenient',
    ]);
  });

  it('201: keeps members of metadata free', async () => {
    const metadata = { ammount: 1, idempotency_key: 'a', dryRun: true };
    expect((await merchant.post('/v1/customers', { name: 'A', metadata })).json).toMatchObject({ metadata });
  });
});
