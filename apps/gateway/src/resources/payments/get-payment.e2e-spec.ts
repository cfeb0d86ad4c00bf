import { hundiUnderTest } from '#testing';
import { ApiClient, problemsOf } from '../../../test/api-client';
import type { Answer } from '../../../test/api-client';

const hundi = hundiUnderTest();
const UNKNOWN_ID = 'pay_0VbanWjR20xBimn7M2VGDl3W';

describe('GET /v1/payments/{id}', () => {
  let api: ApiClient;
  let payment: Answer;
  const get = (id: string, key = hundi.testKey): Promise<Answer> => api.get(`/v1/payments/${id}`, { key });
  /** The body without what differs between any two answers: the request and the id that it named. */
  const anonymous = ({ text, error }: Answer): string =>
    text.replace(error.request_id, 'req').replace(/No such payment: '[^']*'\./, "No such payment: ''.");

  beforeAll(async () => {
    api = await ApiClient.connect(hundi.baseUrl);
    payment = await api.post('/v1/payments', { key: hundi.testKey, body: { amount: 50000, currency: 'INR', payment_method: 'upi' } });
  });

  describe('200', () => {
    it('answers what the create answered, at once', async () => {
      const found = await get(String(payment.json.id));
      expect([found.status, found.text]).toEqual([200, payment.text]);
    });

    it('shows the customer as it is now, and keeps who was given without one', async () => {
      const customer = await api.post('/v1/customers', { key: hundi.testKey, body: { name: 'Asha Rao' } });
      const body = { amount: 50000, currency: 'INR', payment_method: 'upi', customer_id: customer.json.id };
      const path = String((await api.post('/v1/payments', { key: hundi.testKey, body })).headers.location);
      await api.send('PATCH', String(customer.headers.location), { key: hundi.testKey, body: { name: 'Asha Verma' } });
      expect((await api.get(path, { key: hundi.testKey })).json.customer).toEqual({ name: 'Asha Rao', email: null, phone: null });
      const expanded = await api.get(`${path}?expand[]=customer`, { key: hundi.testKey });
      expect(expanded.json.customer).toMatchObject({ object: 'customer', id: customer.json.id, name: 'Asha Verma' });
      const plain = await api.get(`/v1/payments/${String(payment.json.id)}?expand[]=customer`, { key: hundi.testKey });
      expect(plain.json.customer).toBeNull();
    });

    it('answers HEAD with the headers alone', async () => {
      const answer = await api.send('HEAD', `/v1/payments/${String(payment.json.id)}`, { key: hundi.testKey });
      expect([answer.status, answer.text]).toEqual([200, '']);
    });

    it('names a query parameter it does not know', async () => {
      const answer = await api.get(`/v1/payments/${String(payment.json.id)}?fields=all`, { key: hundi.testKey });
      expect([answer.status, answer.headers['ignored-parameters']]).toEqual([200, 'fields']);
    });
  });

  describe('400', () => {
    it('refuses an unknown query parameter when strictness is asked for', async () => {
      const headers = { prefer: 'return=minimal, handling=strict' };
      const answer = await api.get(`/v1/payments/${String(payment.json.id)}?fields=all`, { key: hundi.testKey, headers });
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, 'fields parameter_unknown']);
    });
  });

  describe('401', () => {
    it('says nothing about an id to a caller without a key', async () => {
      expect((await api.get(`/v1/payments/${String(payment.json.id)}`)).error.code).toBe('api_key_missing');
    });
  });

  describe('404', () => {
    it('answers an unknown, a malformed and a foreign id in the same words', async () => {
      const unknown = await get(UNKNOWN_ID);
      expect([unknown.status, unknown.error.code, unknown.error.param]).toEqual([404, 'resource_missing', 'id']);
      const others = await Promise.all([
        get('nonsense'),
        get('pay_'),
        get(`cust_${UNKNOWN_ID.slice(4)}`),
        get('%00'),
        get('..%2f..%2fhealth'),
        get('x'.repeat(3000)),
        get(String(payment.json.id), hundi.otherTestKey),
        get(String(payment.json.id), hundi.otherLiveKey),
      ]);
      expect(new Set(others.map(anonymous))).toEqual(new Set([anonymous(unknown)]));
    });

    it('tells the owner that the payment is one of the other mode', async () => {
      const answer = await get(String(payment.json.id), hundi.liveKey);
      expect([answer.status, answer.error.code]).toEqual([404, 'resource_missing']);
      expect(answer.error.hint).toMatch(/test/i);
    });
  });
});
