import { hundiUnderTest } from '#testing';
import { Merchant, newKey } from '../../test/merchant';

const hundi = hundiUnderTest();

describe('GET /v1/idempotency_keys/{key}', () => {
  let merchant: Merchant;
  const ask = (key: string, as = merchant) => as.get(`/v1/idempotency_keys/${encodeURIComponent(key)}`);
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  describe('200', () => {
    it('shows the answer of a request that was carried out', async () => {
      const key = `${newKey()} /?#%`;
      const created = await merchant.post(
        '/v1/payments',
        { amount: 50000, currency: 'INR', payment_method: 'upi' },
        { 'idempotency-key': key },
      );
      const answer = await ask(key);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        object: 'idempotency_key',
        key,
        livemode: false,
        status: 'completed',
        http_status: 201,
        object_id: created.json.id,
        result: created.json,
        created_at: expect.any(Number) as number,
      });
    });

    it('shows a decline with the payment that was declined', async () => {
      const key = newKey();
      const body = { payment_method: 'upi', upi: { flow: 'collect', vpa: 'insufficient@sandbox' } };
      await merchant.post(`${await merchant.open()}/confirm`, body, { 'idempotency-key': key });
      expect((await ask(key)).json).toMatchObject({
        status: 'completed',
        http_status: 402,
        result: { object: 'payment', status: 'failed' },
      });
    });
  });

  describe('404', () => {
    it('knows nothing of a key that was never used, whose request was refused, that only was a dry run, or of another account', async () => {
      const [refused, dry, theirs] = [newKey(), newKey(), newKey()];
      const payment = { amount: 50000, currency: 'INR', payment_method: 'upi' };
      await merchant.post(`${await merchant.captured()}/capture`, {}, { 'idempotency-key': refused });
      await merchant.post('/v1/payments?dry_run=true', payment, { 'idempotency-key': dry });
      await merchant.with(hundi.otherTestKey).post('/v1/payments', payment, { 'idempotency-key': theirs });
      for (const key of [newKey(), refused, dry, theirs, 'ü']) {
        const answer = await ask(key);
        expect([answer.status, answer.error.code, answer.error.param]).toEqual([404, 'resource_missing', 'key']);
      }
    });
  });
});
