import { startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { Pepper } from '../auth/pepper';
import { ClientSecrets } from '../client-secrets/client-secret';

const PAYMENT_ID = 'pay_0VbanWjR20xBimn7M2VGDl3W';
const VERIFICATION_ID = 'kyc_0VbanWjR20xBimn7M2VGDl3W';
const FORM = 'application/x-www-form-urlencoded';
/** The ways in, with an object that each could show. */
const PAGES = [
  ['/checkout/{id}', PAYMENT_ID],
  ['/sandbox/pay/{id}', PAYMENT_ID],
  ['/sandbox/kyc/{id}', VERIFICATION_ID],
] as const;

type Documented = { paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>> };

interface Asked {
  id?: string;
  secret?: string;
  body?: string;
  type?: string;
}

describe.each(PAGES)('the answers of %s', (route, objectId) => {
  let gateway: GatewayUnderTest;
  let document: Documented;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_REFUSALS: '1000', RATE_LIMIT_OPEN_REQUESTS: '1000' } });
    document = (await (await fetch(`${gateway.url}/v1/openapi.strict.json`)).json()) as Documented;
  });
  afterAll(() => gateway.stop());

  const secretOf = (id: string): string => {
    const { accountId, keyStore } = gateway;
    return new ClientSecrets(new Pepper(keyStore.pepper)).of({ objectId: id, accountId, livemode: false });
  };
  /** Asks, and expects a page of a kind that the document has under this status. */
  const expectPage = async (method: 'GET' | 'POST', { id = objectId, secret = '', body, type = FORM }: Asked, status: number) => {
    const path = `${route.replace('{id}', id)}?client_secret=${secret}`;
    const init = { method, redirect: 'manual' as const, ...(body !== undefined && { body, headers: { 'content-type': type } }) };
    const answer = await fetch(gateway.url + path, init);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    const documented = document.paths[route]?.[method.toLowerCase()]?.responses[String(status)];
    expect(Object.keys(documented?.content ?? {})).toEqual(['text/html']);
    return answer.text();
  };

  it('are a page when the secret opens nothing, and when the object is not there or of another kind', async () => {
    gateway.found = () => undefined;
    await expectPage('GET', { secret: 'wrong' }, 404);
    await expectPage('POST', { body: 'client_secret=wrong' }, 404);
    for (const id of [PAYMENT_ID, VERIFICATION_ID]) {
      await expectPage('GET', { id, secret: secretOf(id) }, 404);
      await expectPage('POST', { id, body: `client_secret=${secretOf(id)}&decision=success&otp=1` }, 404);
    }
  });

  it('are a page when the body is too large, of another type or cannot be read', async () => {
    await expectPage('POST', { body: `a=${'x'.repeat(9_000)}` }, 413);
    await expectPage('POST', { body: 'abc', type: 'text/plain' }, 415);
    await expectPage('POST', { body: '{', type: 'application/json' }, 400);
  });

  it('are a page with the id of the request when the fault is ours', async () => {
    gateway.found = () => 'no JSON';
    expect(await expectPage('GET', { secret: secretOf(objectId) }, 500)).toMatch(/do not pay again.*<code>req_[0-9A-Za-z]{24}<\/code>/s);
  });

  it('are a page when what it shows cannot be had now, and when it was asked for too often', async () => {
    const busy = await startGatewayUnderTest({ environment: { RATE_LIMIT_OPEN_REQUESTS: '1', PAYMENTS_URL: NOWHERE, KYC_URL: NOWHERE } });
    const secret = new ClientSecrets(new Pepper(busy.keyStore.pepper)).of({ objectId, accountId: busy.accountId, livemode: false });
    const seen = new Map<number, string | null>();
    for (let count = 0; count < 30; count++) {
      const { status, headers } = await fetch(`${busy.url}${route.replace('{id}', objectId)}?client_secret=${secret}`);
      seen.set(status, headers.get('content-type'));
    }
    await busy.stop();
    expect(Object.fromEntries(seen)).toEqual({ 503: 'text/html; charset=utf-8', 429: 'text/html; charset=utf-8' });
    for (const status of ['429', '503']) {
      expect(Object.keys(document.paths[route]?.get?.responses[status]?.content ?? {})).toEqual(['text/html']);
    }
  });
});

/** A port where no one listens. */
const NOWHERE = 'http://127.0.0.1:1';

describe.each(['/checkout', '/sandbox/pay'])('the answer of %s to a payer', (path) => {
  it('is to wait when the service does not say in time whether the payment was made', async () => {
    const gateway = await startGatewayUnderTest({ commandWaitMs: 50 });
    gateway.found = () => JSON.stringify(WAITING);
    gateway.answer = () => new Promise(() => undefined);
    const { accountId, keyStore } = gateway;
    const secret = new ClientSecrets(new Pepper(keyStore.pepper)).of({ objectId: PAYMENT_ID, accountId, livemode: false });
    const body = new URLSearchParams({ client_secret: secret, payment_method: 'upi', vpa: 'success@sandbox', decision: 'success' });
    const answer = await fetch(`${gateway.url}${path}/${PAYMENT_ID}`, { method: 'POST', body, redirect: 'manual' });
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('do not pay again')]);
    await gateway.stop();
  });
});

/** A payment whose page takes either form. */
const WAITING = {
  ...{ id: PAYMENT_ID, object: 'payment', livemode: false, status: 'requires_action', amount: 50_000, currency: 'INR', attempt_count: 1 },
  ...{ payment_method: 'upi', payment_methods: ['upi'], description: null, return_url: null, last_error: null, next_action: null },
};
