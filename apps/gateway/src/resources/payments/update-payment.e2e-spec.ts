import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant, newKey } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('PATCH /v1/payments/{id}', () => {
  let merchant: Merchant;
  let payment: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  beforeEach(async () => {
    payment = await merchant.captured({ description: 'Order 1001', reference_id: 'order-1001', metadata: { a: 1, b: 'two' } });
  });

  describe('200', () => {
    it('changes what is sent and keeps the rest', async () => {
      const answer = await merchant.patch(payment, { description: 'Order 1001, paid' });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ description: 'Order 1001, paid', reference_id: 'order-1001', metadata: { a: 1, b: 'two' } });
      expect(answer.json).toMatchObject({ status: 'captured', sequence: 4 });
      expect(answer.headers['event-position']).toMatch(/^\d+$/);
      expect(answer.headers.location).toBeUndefined();
      expect((await merchant.get(payment)).text).toBe(answer.text);
    });

    it('merges metadata key by key, and null removes a key', async () => {
      const answer = await merchant.patch(payment, { metadata: { b: null, c: true } });
      expect(answer.json.metadata).toEqual({ a: 1, c: true });
    });

    it('empties a field with null, all of metadata too', async () => {
      const answer = await merchant.patch(payment, { description: null, reference_id: null, metadata: null });
      expect(answer.json).toMatchObject({ description: null, reference_id: null, metadata: {} });
    });

    it('stores nothing when nothing changes', async () => {
      const answer = await merchant.patch(payment, { description: 'Order 1001' });
      expect([answer.status, answer.json.sequence, answer.headers['event-position']]).toEqual([200, 3, undefined]);
    });

    it('ignores what it does not know and what may not be changed from a lenient caller, and names it', async () => {
      const answer = await merchant.patch(payment, { amount: 1, status: 'refunded', nickname: 'x' }, { prefer: 'handling=lenient' });
      expect([answer.status, answer.json.amount, answer.json.status]).toEqual([200, 50000, 'captured']);
      expect(answer.headers['ignored-parameters']).toBe('amount, status, nickname');
    });

    it('answers a repeated request with the stored answer, although the payment has moved on', async () => {
      const headers = { 'idempotency-key': newKey() };
      const first = await merchant.patch(payment, { metadata: { a: 2 } }, headers);
      await merchant.patch(payment, { metadata: { a: 3 } });
      const again = await merchant.patch(payment, { metadata: { a: 2 } }, headers);
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
    });
  });

  describe('400', () => {
    it('refuses what it does not know and what may not be changed', async () => {
      const answer = await merchant.patch(payment, { amount: 1, status: 'refunded', nickname: 'x' });
      expect(problemsOf(answer)).toEqual(['amount', 'status', 'nickname'].map((param) => `${param} parameter_unknown`));
      expect(answer.error.hint).toBe(
        'The amount is fixed when the payment is created. status is set by Hundi and cannot be sent. The route takes description, metadata, reference_id.',
      );
    });

    it.each<[string, unknown, string]>([
      ['a description of 501 characters', { description: 'x'.repeat(501) }, 'description parameter_invalid'],
      ['a number as a reference', { reference_id: 7 }, 'reference_id parameter_invalid'],
      ['nested metadata', { metadata: { a: { b: 1 } } }, 'metadata metadata_invalid'],
      ['metadata as a list', { metadata: [] }, 'metadata metadata_invalid'],
      ['a card number in metadata', { metadata: { note: '4111 1111 1111 1111' } }, 'metadata parameter_invalid'],
      ['a card number as a key to remove', { metadata: { '4111111111111111': null } }, 'metadata parameter_invalid'],
    ])('refuses %s', async (_what, body, problem) => {
      const answer = await merchant.patch(payment, body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
      expect(answer.text).not.toContain('1111');
    });

    it('refuses more than 50 keys together with those there are', async () => {
      const metadata = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`k${index}`, index]));
      const answer = await merchant.patch(payment, { metadata });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'metadata metadata_invalid']);
      expect((await merchant.get(payment)).json.metadata).toEqual({ a: 1, b: 'two' });
    });
  });

  describe('404', () => {
    it('answers a foreign payment like one that does not exist, and changes nothing', async () => {
      const answer = await merchant.with(hundi.otherTestKey).patch(payment, { description: 'mine' });
      expect([answer.status, answer.error.code, answer.error.param]).toEqual([404, 'resource_missing', 'id']);
      expect((await merchant.get(payment)).json.description).toBe('Order 1001');
    });

    it('tells the owner that the payment is one of the other mode', async () => {
      const answer = await merchant.with(hundi.liveKey).patch(payment, { description: 'x' });
      expect([answer.status, answer.error.code]).toEqual([404, 'resource_missing']);
      expect(answer.error.hint).toMatch(/test/);
    });
  });

  describe('422', () => {
    it('refuses a key that was used for another payment', async () => {
      const headers = { 'idempotency-key': newKey() };
      await merchant.patch(payment, { description: 'x' }, headers);
      const answer = await merchant.patch(await merchant.captured(), { description: 'x' }, headers);
      expect([answer.status, answer.error.code]).toEqual([422, 'idempotency_key_reused']);
    });
  });
});
