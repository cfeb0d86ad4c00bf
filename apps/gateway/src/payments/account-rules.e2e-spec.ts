import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../test/api-client';
import { Merchant } from '../../test/merchant';
import { newAccountKey } from '../../test/new-account';

const hundi = hundiUnderTest();
const PAYMENT = { amount: 50_000, currency: 'INR' };

describe('payments of an account that has decided something', () => {
  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
  });

  /** What a key was looked up with is believed for four seconds: a key that was made since then has what was decided. */
  const decide = async (change: object): Promise<void> => {
    expect((await merchant.patch('/v1/account', change)).status).toBe(200);
    const scopes = ['payments:write', 'account:write', 'keys:write'];
    const { json } = await merchant.post('/v1/api_keys', { kind: 'restricted', name: 'Made since', scopes });
    merchant = merchant.with(String(json.secret));
  };
  const offered = async (): Promise<string[]> =>
    ((await merchant.get('/v1/payment_methods')).json.data as { type: string }[]).map(({ type }) => type);
  const offersAlone = (...methods: string[]): Promise<void> => decide({ settings: { payment_methods: methods } });

  it('offer its methods, and no other', async () => {
    await offersAlone('upi', 'card');
    expect(await offered()).toEqual(['upi', 'card']);
    const open = await merchant.post('/v1/payments', PAYMENT);
    expect(open.json.payment_methods).toEqual(['upi', 'card']);
    const named = await merchant.post('/v1/payments', { ...PAYMENT, payment_method: 'netbanking', netbanking: { bank: 'SBIN' } });
    const listed = await merchant.post('/v1/payments', { ...PAYMENT, payment_methods: ['upi', 'netbanking'] });
    expect([named, listed].map((answer) => [answer.status, ...problemsOf(answer), answer.error.reason])).toEqual([
      [400, 'payment_method parameter_invalid', 'method_not_offered'],
      [400, 'payment_methods parameter_invalid', 'method_not_offered'],
    ]);
    expect(named.error.message).toContain('upi, card');
    const confirmed = await merchant.post(`/v1/payments/${String(open.json.id)}/confirm`, {
      payment_method: 'netbanking',
      netbanking: { bank: 'SBIN' },
    });
    expect([confirmed.status, confirmed.error.reason]).toEqual([400, 'method_not_of_payment']);
  });

  it('are refused also with an Idempotency-Key, unless it is the retry of one that was good', async () => {
    const [good, other] = [crypto.randomUUID(), crypto.randomUUID()].map((key) => ({ 'idempotency-key': key }));
    const body = { ...PAYMENT, payment_method: 'netbanking', netbanking: { bank: 'SBIN' } };
    const first = await merchant.post('/v1/payments', body, good);
    expect(first.status).toBe(201);
    await offersAlone('upi');
    const again = await merchant.post('/v1/payments', body, good);
    expect([again.status, again.text]).toEqual([201, first.text]);
    const refused = await merchant.post('/v1/payments', body, other);
    expect([refused.status, refused.error.reason]).toEqual([400, 'method_not_offered']);
  });

  it('have its statement descriptor where they say nothing else', async () => {
    const descriptorOf = async (more: object): Promise<unknown> =>
      (await merchant.post('/v1/payments', { ...PAYMENT, ...more })).json.statement_descriptor;
    await decide({ statement_descriptor: 'ACME SOFTWARE' });
    expect(await descriptorOf({})).toBe('ACME SOFTWARE');
    expect(await descriptorOf({ statement_descriptor: 'ACME ORDERS' })).toBe('ACME ORDERS');
  });

  it.each([
    ['hold', { status: 'authorized', late_authorized: true, refund_status: null }],
    ['capture', { status: 'captured', late_authorized: true, refund_status: null }],
    ['refund', { status: 'refunded', late_authorized: true, refund_status: 'full' }],
  ])('do with late money as it had decided when they were created: %s', async (policy, expected) => {
    await decide({ settings: { late_authorization: policy, payment_methods: ['netbanking'] } });
    const path = await merchant.payment('requires_action', { payment_method: 'netbanking', netbanking: { bank: 'SBIN' } });
    expect((await merchant.post(`${path}/cancel`)).json.status).toBe('cancelled');
    await decide({ settings: null });
    expect(await offered()).toHaveLength(3);
    const late = await merchant.post(`${path.replace('/v1/', '/v1/test_helpers/')}/simulate`, { outcome: 'authorized' });
    expect(late.status).toBe(200);
    await eventually(async () => expect((await merchant.get(path)).json).toMatchObject(expected));
  });
});
