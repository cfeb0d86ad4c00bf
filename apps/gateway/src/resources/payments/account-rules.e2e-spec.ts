import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';

const hundi = hundiUnderTest();
const PAYMENT = { amount: 50_000, currency: 'INR' };

describe('payments of an account that has decided something', () => {
  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
  });

  const decide = async (change: object): Promise<void> => {
    expect((await merchant.patch('/v1/account', change)).status).toBe(200);
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

  describe('to have each reference_id paid once', () => {
    const order = (): string => `order-${crypto.randomUUID()}`;
    const upi = (referenceId: string, more: object = {}) => ({ ...PAYMENT, payment_method: 'upi', reference_id: referenceId, ...more });
    const paysOnce = (): Promise<void> => decide({ settings: { unique_reference_id: true } });
    const simulate = (path: string, outcome: string) => merchant.post(`${path.replace('/v1/', '/v1/test_helpers/')}/simulate`, { outcome });
    const refundsOf = async (path: string): Promise<object[]> => (await merchant.get(`${path}/refunds`)).json.data as object[];

    it('refuse a second payment of one that is captured, and name the first', async () => {
      const referenceId = order();
      expect((await merchant.get('/v1/account')).json.settings).toMatchObject({ unique_reference_id: false });
      const before = await merchant.post('/v1/payments', upi(referenceId));
      await paysOnce();
      expect((await merchant.get('/v1/account')).json.settings).toMatchObject({ unique_reference_id: true });
      const second = await merchant.post('/v1/payments', upi(referenceId));
      expect([second.status, second.json.error]).toMatchObject([
        409,
        { code: 'resource_already_exists', param: 'reference_id', existing_id: before.json.id },
      ]);
      expect((await merchant.post('/v1/payments', upi(order()))).status).toBe(201);
      await merchant.post('/v1/refunds', { payment_id: before.json.id });
      expect((await merchant.post('/v1/payments', upi(referenceId))).json.status).toBe('captured');
    });

    it('answer a retry with its Idempotency-Key as before', async () => {
      await paysOnce();
      const [body, key] = [upi(order()), { 'idempotency-key': crypto.randomUUID() }];
      const first = await merchant.post('/v1/payments', body, key);
      expect([first.status, (await merchant.post('/v1/payments', body, key)).text]).toEqual([201, first.text]);
    });

    it('keep one of many creates at once', async () => {
      await paysOnce();
      const referenceId = order();
      const answers = await Promise.all(Array.from({ length: 8 }, () => merchant.post('/v1/payments', upi(referenceId))));
      const kept = answers.filter(({ status }) => status === 201);
      expect(kept).toHaveLength(1);
      expect(
        answers.filter(({ json }) => (json.error as { existing_id?: string } | undefined)?.existing_id === kept[0]?.json.id),
      ).toHaveLength(7);
    });

    it('refuse to confirm, capture or rename a payment for what another has paid, and give back money that comes all the same', async () => {
      await paysOnce();
      const referenceId = order();
      const [open, held, waiting, other] = await Promise.all([
        merchant.open({ reference_id: referenceId }),
        merchant.authorized({ reference_id: referenceId }),
        merchant.payment('requires_action', upi(referenceId, { return_url: 'https://shop.example/back' })),
        merchant.open({ reference_id: order() }),
      ]);
      const paid = await merchant.captured({ reference_id: referenceId });
      const refused = [
        await merchant.post(`${open}/confirm`, { payment_method: 'upi' }),
        await merchant.post(`${held}/capture`),
        await merchant.patch(other, { reference_id: referenceId }),
      ];
      for (const { status, json } of refused)
        expect([status, json.error]).toMatchObject([
          409,
          { code: 'resource_already_exists', existing_id: paid.split('/').at(-1), param: 'reference_id' },
        ]);
      await simulate(waiting, 'captured');
      await eventually(async () =>
        expect((await merchant.get(waiting)).json).toMatchObject({ status: 'refunded', amount_refunded: 50_000 }),
      );
      expect(await refundsOf(waiting)).toMatchObject([{ reason: 'duplicate', unapplied: false, status: 'processed' }]);
      expect((await merchant.get(paid)).json.status).toBe('captured');
    });

    it('give back late money of what another has paid', async () => {
      await paysOnce();
      const referenceId = order();
      const late = await merchant.payment('requires_action', upi(referenceId, { return_url: 'https://shop.example/back' }));
      await simulate(late, 'failed');
      const paid = await merchant.captured({ reference_id: referenceId });
      await simulate(late, 'captured');
      await eventually(async () => expect((await merchant.get(late)).json).toMatchObject({ status: 'refunded', late_authorized: true }));
      expect(await refundsOf(late)).toMatchObject([{ reason: 'late_authorization', status: 'processed' }]);
      expect((await merchant.get(paid)).json.status).toBe('captured');
    });
  });
});
