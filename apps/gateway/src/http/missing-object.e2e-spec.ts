import { request } from 'undici';
import { eventually, hundiUnderTest } from '#testing';
import { ApiClient } from '../../test/api-client';
import type { Answer } from '../../test/api-client';

const hundi = hundiUnderTest();

/** What the message calls the object of each path that ends with an id. A path of the document without a line here fails. */
const NOUNS: Readonly<Record<string, string>> = {
  '/v1/api_keys/{id}': 'API key',
  '/v1/apps/{id}': 'app',
  '/v1/connections/{id}': 'connection',
  '/v1/customers/{id}': 'customer',
  '/v1/event_types/{name}': 'event type',
  '/v1/events/{id}': 'event',
  '/v1/idempotency_keys/{key}': 'idempotency key',
  '/v1/kyc/verifications/{id}': 'KYC verification',
  '/v1/payments/{id}': 'payment',
  '/v1/plans/{id}': 'plan',
  '/v1/subscriptions/{id}': 'subscription',
  '/v1/test_helpers/clocks/{id}': 'test clock',
  '/v1/mandates/{id}': 'mandate',
  '/v1/debits/{id}': 'debit',
  '/v1/invoices/{id}': 'invoice',
  '/v1/refunds/{id}': 'refund',
  '/v1/request_logs/{id}': 'request',
  '/v1/webhook_deliveries/{id}': 'webhook delivery',
  '/v1/webhook_endpoints/{id}': 'webhook endpoint',
  '/v1/webhook_replays/{id}': 'webhook replay',
};
const PREFIXES: Readonly<Record<string, string>> = {
  'API key': 'key',
  app: 'app',
  connection: 'conn',
  customer: 'cust',
  event: 'evt',
  'KYC verification': 'kyc',
  payment: 'pay',
  plan: 'plan',
  refund: 'rfnd',
  request: 'req',
  'test clock': 'clk',
  'webhook delivery': 'whd',
  'webhook endpoint': 'we',
  'webhook replay': 'whr',
};
const UNKNOWN = '0VbanWjR20xBimn7M2VGDl3W';

interface Document {
  paths: Record<string, Record<string, { security?: unknown[]; responses: Record<string, unknown> }>>;
}

describe('what is missing is named', () => {
  let api: ApiClient;
  let reads: string[];
  const idOf = (noun: string): string => (PREFIXES[noun] === undefined ? 'nothing_of_this_name' : `${PREFIXES[noun]}_${UNKNOWN}`);
  const get = (path: string, id: string, key: string): Promise<Answer> => api.get(path.replace(/\{\w+\}/, encodeURIComponent(id)), { key });

  /** One of each kind, by the name of its resource in a path. */
  const objectsOfTestMode = async (): Promise<Readonly<Record<string, string>>> => {
    const make = async (path: string, body: object): Promise<string> =>
      String((await api.post(path, { key: hundi.testKey, body })).json.id);
    const customers = await make('/v1/customers', { name: 'Asha' });
    const payment = await api.post('/v1/payments', { key: hundi.testKey, body: { amount: 50000, currency: 'INR', payment_method: 'upi' } });
    const request_logs = String(payment.headers['request-id']);
    await eventually(async () => expect((await get('/v1/request_logs/{id}', request_logs, hundi.testKey)).status).toBe(200));
    const subscriptions = await make('/v1/subscriptions', { customer_id: customers, amount: 49900, interval: 'month' });
    const terms = { method: 'upi', max_amount: 50000, frequency: 'monthly', ends_at: 1_900_000_000 };
    const mandates = await make('/v1/mandates', { customer_id: customers, ...terms });
    return { customers, payments: String(payment.json.id), request_logs, subscriptions, mandates };
  };

  beforeAll(async () => {
    api = await ApiClient.connect(hundi.baseUrl);
    const document = (await (await request(`${hundi.baseUrl}/v1/openapi.json`)).body.json()) as Document;
    const paths = Object.keys(document.paths).filter((path) => path.startsWith('/v1/') && document.paths[path]?.get);
    // One below another, which has two ids in its path, is in payment-methods.e2e-spec.
    reads = paths.filter((path) => path.split('{').length === 2);
  });

  it('with its kind and id, by every route of the reference that reads one, in both modes', async () => {
    const ends = reads.filter((path) => path.endsWith('}'));
    expect(ends.sort()).toEqual(Object.keys(NOUNS).sort());
    for (const path of reads) {
      const noun = NOUNS[path.slice(0, path.indexOf('}') + 1)] ?? 'a line of the table above';
      const isTestOnly = path.startsWith('/v1/test_helpers/');
      for (const key of [hundi.testKey, ...(isTestOnly ? [] : [hundi.liveKey])]) {
        const answer = await get(path, idOf(noun), key);
        expect([path, answer.status, answer.error.message]).toEqual([path, 404, `No such ${noun}: '${idOf(noun)}'.`]);
      }
    }
  });

  it('without repeating a secret, a number or more than a hundred characters', async () => {
    for (const path of Object.keys(NOUNS)) {
      for (const secret of [hundi.testKey, '4111111111111111', 'ABCPV1234D']) {
        const answer = await get(path, secret, hundi.testKey);
        expect([path, answer.text.includes(secret)]).toEqual([path, false]);
      }
      const { error } = await get(path, 'x'.repeat(2000), hundi.testKey);
      expect(error.message.length).toBeLessThanOrEqual(150);
      expect((await get(path, 'a\u0001b\u202ec', hundi.testKey)).error.message).not.toMatch(/[\u0000-\u001f\u202e]/);
    }
  });

  it('in the same words for the object of another account', async () => {
    const body = { amount: 50000, currency: 'INR', payment_method: 'upi' };
    const id = String((await api.post('/v1/payments', { key: hundi.testKey, body })).json.id);
    const { error } = await get('/v1/payments/{id}', id, hundi.otherTestKey);
    expect([error.message, error.hint]).toEqual([
      `No such payment: '${id}'.`,
      (await get('/v1/payments/{id}', `pay_${UNKNOWN}`, hundi.otherTestKey)).error.hint,
    ]);
  });

  it('as an object of the other mode, by its own route and by those below it', async () => {
    const ids = await objectsOfTestMode();
    for (const path of reads.filter((one) => ids[one.split('/')[2] ?? ''] !== undefined)) {
      const id = ids[path.split('/')[2] ?? ''] ?? '';
      const { status, error } = await get(path, id, hundi.liveKey);
      expect([path, status, error.hint]).toEqual([path, 404, 'The object exists in test mode. Use a test key.']);
    }
  });

  it.each([
    [
      '/v1/payments',
      { amount: 50000, currency: 'INR', payment_method: 'upi', customer_id: `cust_${UNKNOWN}` },
      `No such customer: 'cust_${UNKNOWN}'.`,
    ],
    ['/v1/payments', { amount: 50000, currency: 'INR', payment_method_id: `pm_${UNKNOWN}` }, `No such payment method: 'pm_${UNKNOWN}'.`],
    ['/v1/refunds', { payment_id: `pay_${UNKNOWN}` }, `No such payment: 'pay_${UNKNOWN}'.`],
    [`/v1/refunds/rfnd_${UNKNOWN}/cancel`, {}, `No such refund: 'rfnd_${UNKNOWN}'.`],
    [`/v1/payments/pay_${UNKNOWN}/capture`, {}, `No such payment: 'pay_${UNKNOWN}'.`],
    [`/v1/test_helpers/payments/pay_${UNKNOWN}/simulate`, { outcome: 'captured' }, `No such payment: 'pay_${UNKNOWN}'.`],
    [`/v1/webhook_endpoints/we_${UNKNOWN}/ping`, {}, `No such webhook endpoint: 'we_${UNKNOWN}'.`],
    [`/v1/webhook_deliveries/whd_${UNKNOWN}/resend`, {}, `No such webhook delivery: 'whd_${UNKNOWN}'.`],
    [`/v1/kyc/verifications/kyc_${UNKNOWN}/submit`, { otp: '123456' }, `No such KYC verification: 'kyc_${UNKNOWN}'.`],
  ])('by a write to %s too, in the path and in the body', async (path, body, message) => {
    const answer = await api.post(path, { key: hundi.testKey, body });
    expect([answer.status, answer.error.message]).toEqual([404, message]);
  });
});

describe('what is not served is named', () => {
  let api: ApiClient;
  beforeAll(async () => {
    api = await ApiClient.connect(hundi.baseUrl);
  });

  it.each([
    ['GET', '/v1/foo?a=1', 'Unrecognized request URL (GET /v1/foo).'],
    ['POST', '/v2/payments', 'Unrecognized request URL (POST /v2/payments).'],
    ['GET', `/v1/keys/sk_test_${'a'.repeat(60)}`, 'Unrecognized request URL (GET /v1/keys/[redacted]).'],
  ] as const)('%s %s', async (method, path, message) => {
    const { status, error } = await api.send(method, path, { key: hundi.testKey, ...(method === 'POST' && { body: {} }) });
    expect([status, error.code, error.message]).toEqual([404, 'route_unknown', message]);
  });

  it('a path without the version leads to the one with it', async () => {
    expect((await api.get('/payments', { key: hundi.testKey })).error.hint).toBe('Paths of the API begin with /v1: /v1/payments.');
  });

  it('a method, with those that the path takes', async () => {
    const answer = await api.send('PUT', `/v1/payments/pay_${UNKNOWN}`, { key: hundi.testKey, body: {} });
    expect([answer.status, answer.error.code]).toEqual([405, 'method_not_allowed']);
    const [taken, allow] = ['GET, HEAD and PATCH', 'GET, HEAD, PATCH'];
    expect(answer.error.message).toBe(`Unrecognized request method (PUT /v1/payments/pay_${UNKNOWN}). This path takes ${taken}.`);
    expect(answer.headers.allow).toBe(allow);
  });
});
