import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('POST /v1/payments/{id}/cancel', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });

  describe('200', () => {
    it('voids what is authorized, and keeps the reason', async () => {
      const payment = await merchant.authorized();
      const answer = await merchant.post(`${payment}/cancel`, { reason: 'out of stock' });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        status: 'cancelled',
        cancellation_reason: 'out of stock',
        amount_capturable: 0,
        amount_captured: 0,
      });
      expect(answer.json.cancelled_at).toEqual(expect.any(Number));
      expect((await merchant.get(payment)).text).toBe(answer.text);
    });

    it('takes the reason under the name that shows it', async () => {
      const answer = await merchant.post(`${await merchant.open()}/cancel`, { cancellation_reason: 'duplicate' });
      expect([answer.status, answer.json.cancellation_reason, answer.headers['ignored-parameters']]).toEqual([200, 'duplicate', undefined]);
    });

    it('needs no body', async () => {
      const answer = await merchant.post(`${await merchant.open()}/cancel`);
      expect([answer.status, answer.json.status, answer.json.cancellation_reason]).toEqual([200, 'cancelled', null]);
    });
  });

  describe('money that comes after it', () => {
    const upi = { payment_method: 'upi', return_url: 'https://shop.example/b' };
    const netbanking = { payment_method: 'netbanking', netbanking: { bank: 'SBIN' } };

    it.each([
      ['upi', upi, 'captured'],
      ['upi', upi, 'authorized'],
      ['netbanking', netbanking, 'captured'],
      ['upi with manual capture', { ...upi, capture_method: 'manual' }, 'authorized'],
    ])('goes back: %s, %j, %s', async (_method, body, outcome) => {
      const payment = await merchant.payment('requires_action', body);
      expect((await merchant.post(`${payment}/cancel`)).json.status).toBe('cancelled');
      expect((await merchant.post(`${payment.replace('/v1/', '/v1/test_helpers/')}/simulate`, { outcome })).status).toBe(200);
      await eventually(async () =>
        expect((await merchant.get(payment)).json).toMatchObject({
          status: 'refunded',
          late_authorized: true,
          amount_captured: 50_000,
          amount_refunded: 50_000,
        }),
      );
    });
  });

  describe('400', () => {
    it.each([
      ['of 101 characters', 'x'.repeat(101)],
      ['that is no text', 5],
      ['that holds a card number', '4111111111111111'],
    ])('refuses a reason %s', async (_what, reason) => {
      const answer = await merchant.post(`${await merchant.open()}/cancel`, { reason });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'reason parameter_invalid']);
    });
  });

  it('400: refuses two names of the reason that say different things', async () => {
    const answer = await merchant.post(`${await merchant.open()}/cancel`, { reason: 'one', cancellation_reason: 'other' });
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'reason parameters_exclusive']);
  });

  describe('404', () => {
    it('answers a foreign payment like one that does not exist', async () => {
      const payment = await merchant.authorized();
      const answer = await merchant.with(hundi.otherTestKey).post(`${payment}/cancel`);
      expect([answer.status, answer.error.code]).toEqual([404, 'resource_missing']);
      expect((await merchant.get(payment)).json.status).toBe('authorized');
    });
  });

  describe('409', () => {
    it('refuses to cancel what is captured: that is refunded', async () => {
      const answer = await merchant.post(`${await merchant.captured()}/cancel`);
      expect([answer.status, answer.error.code]).toEqual([409, 'state_conflict']);
      expect(answer.json.error).toMatchObject({ current_status: 'captured', allowed_from: ['created', 'requires_action', 'authorized'] });
    });
  });
});
