import { eventually } from '#testing';
import { formatApiKey, parseApiKey } from '../auth/api-key-format';
import type { ApiKeyParts } from '../auth/api-key-format';
import { allowApiKeyFrom, createAccount, createApiKey, revokeApiKey, setLiveMode } from '../accounts/operator-accounts';
import { startGatewayUnderTest } from '../../test/gateway-under-test';
import type { GatewayUnderTest } from '../../test/gateway-under-test';
import { longAgo } from '../../test/new-account';
import { RawSocket } from '../../test/raw-socket';
import type { Scope } from '../auth/scopes';
import { KEY_TTL_MS } from '../auth/authenticator';

const PAYMENT = { amount: 50000, currency: 'INR', payment_method: 'upi' };
/** What docs/reference/security.md says of API8: with every answer, also of errors and of what is no HTTP. */
const HANDS_OFF = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
/** What a busy machine may add to five seconds before a test fails. */
const SLACK_MS = 5_000;
const UNKNOWN_ID = '/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W';

/** Sends bytes as they are and gives back everything the server says until it hangs up. */
async function speak(url: string, bytes: string): Promise<string> {
  const caller = await RawSocket.connect(url);
  caller.write(bytes);
  return caller.untilClosed();
}

function partsOf(key: string): ApiKeyParts {
  const parts = parseApiKey(key);
  if (parts === undefined) throw new Error('not a key');
  return parts;
}

describe('the edge', () => {
  let gateway: GatewayUnderTest;
  const keyWith = async (kind: 'restricted' | 'publishable', scopes: Scope[] = []): Promise<string> =>
    (await createApiKey(gateway.keyStore, { accountId: gateway.accountId, kind, livemode: false, scopes })).key;

  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false', HEADERS_TIMEOUT_MS: '500' } });
  });
  afterAll(() => gateway.stop());

  describe('keys', () => {
    it.each([
      ['no key', undefined, 'api_key_missing'],
      ['a key in another scheme', 'Basic c2s6', 'api_key_invalid'],
      ['a word that is no key', 'Bearer open-sesame', 'api_key_invalid'],
    ])('refuses %s', async (_what, authorization, code) => {
      const answer = await gateway.client.get(UNKNOWN_ID, { headers: authorization === undefined ? {} : { authorization } });
      expect([answer.status, answer.error.code]).toEqual([401, code]);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    });

    describe('with a list of addresses', () => {
      const keyFrom = (...allowedAddresses: string[]) =>
        createApiKey(gateway.keyStore, { accountId: gateway.accountId, kind: 'secret', livemode: false, allowedAddresses });

      it('work from there, and nowhere else', async () => {
        const [here, elsewhere] = [await keyFrom('127.0.0.0/8', '::1'), await keyFrom('203.0.113.0/24', '2001:db8::/32')];
        expect((await gateway.client.get(UNKNOWN_ID, { key: here.key })).status).toBe(404);
        const answer = await gateway.client.get(UNKNOWN_ID, { key: elsewhere.key });
        expect([answer.status, answer.error.code, answer.error.hint]).toEqual([
          403,
          'ip_not_allowed',
          expect.stringContaining('The request came from 127.0.0.1.'),
        ]);
        // Once the key is known, too.
        expect((await gateway.client.get(UNKNOWN_ID, { key: elsewhere.key })).error.code).toBe('ip_not_allowed');
      });

      it('(27) do not believe an address that anybody can write', async () => {
        const { key } = await keyFrom('203.0.113.9');
        const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
        expect((await gateway.client.get(UNKNOWN_ID, { key, headers })).error.code).toBe('ip_not_allowed');
      });

      it('are changed within five seconds', async () => {
        const { id, key } = await keyFrom('203.0.113.9');
        expect((await gateway.client.get(UNKNOWN_ID, { key })).status).toBe(403);
        expect(await allowApiKeyFrom(gateway.keyStore, id, [])).toBe(true);
        const within = { withinMs: KEY_TTL_MS + SLACK_MS, everyMs: 100 };
        await eventually(async () => expect((await gateway.client.get(UNKNOWN_ID, { key })).status).toBe(404), within);
      });
    });

    it('never reads a key from the URL', async () => {
      const answer = await gateway.client.get(`${UNKNOWN_ID}?api_key=${gateway.testKey}`);
      expect([answer.status, answer.error.code]).toEqual([401, 'api_key_missing']);
      expect(answer.error.hint).toContain('URL');
      expect(answer.text).not.toContain(gateway.testKey);
    });

    it('refuses two keys, also when the first one is good', async () => {
      const lines = [gateway.testKey, 'sk_test_other'].map((key) => `Authorization: Bearer ${key}\r\n`).join('');
      const text = await speak(gateway.url, `GET ${UNKNOWN_ID} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`);
      expect(text).toContain('HTTP/1.1 401 Unauthorized\r\n');
      expect(text).toContain('Send the header Authorization once.');
    });

    it('refuses a genuine key whose mode was edited, checksum and all', async () => {
      const edited = formatApiKey({ ...partsOf(gateway.testKey), livemode: true });
      expect((await gateway.client.get(UNKNOWN_ID, { key: edited })).error.code).toBe('api_key_invalid');
    });

    it('refuses a key with the right id and a wrong secret, also after the right one was seen', async () => {
      await gateway.client.get(UNKNOWN_ID, { key: gateway.testKey });
      const forged = formatApiKey({ ...partsOf(gateway.testKey), secret: 'x'.repeat(30) });
      expect((await gateway.client.get(UNKNOWN_ID, { key: forged })).error.code).toBe('api_key_invalid');
    });

    it('(22) answers a wrong prefix, an unknown id and a wrong secret with the same bytes', async () => {
      const parts = partsOf(gateway.testKey);
      const wrong = [
        { ...parts, kind: 'restricted' as const },
        { ...parts, livemode: true },
        { ...parts, keyId: `key_${'0'.repeat(24)}` },
        { ...parts, secret: 'x'.repeat(30) },
      ].map(formatApiKey);
      const texts = await Promise.all(
        wrong.map(async (key) => {
          const { status, text, error } = await gateway.client.get(UNKNOWN_ID, { key });
          return `${status} ${text.replaceAll(error.request_id, '')}`;
        }),
      );
      expect(new Set(texts).size).toBe(1);
      expect(texts[0]).toContain('401 ');
    });

    it('(26) refuses a key that has expired, and says so', async () => {
      const expiresAtMs = Date.now() - 1_000;
      const { key } = await createApiKey(longAgo(gateway.keyStore), {
        accountId: gateway.accountId,
        kind: 'secret',
        livemode: false,
        expiresAtMs,
      });
      const { status, error } = await gateway.client.get(UNKNOWN_ID, { key });
      expect([status, error.code, error.message]).toEqual([401, 'api_key_revoked', 'The API key has expired.']);
    });

    it('refuses a revoked key within five seconds', async () => {
      const { id, key } = await createApiKey(gateway.keyStore, { accountId: gateway.accountId, kind: 'secret', livemode: false });
      expect((await gateway.client.get(UNKNOWN_ID, { key })).status).toBe(404);
      await revokeApiKey(gateway.keyStore, id);
      const refused = async () => expect((await gateway.client.get(UNKNOWN_ID, { key })).error.code).toBe('api_key_revoked');
      await eventually(refused, { withinMs: KEY_TTL_MS + SLACK_MS, everyMs: 100 });
      expect(KEY_TTL_MS).toBeLessThan(5_000);
    });

    it('refuses live keys of an account whose live mode is not enabled', async () => {
      const { id: accountId } = await createAccount(gateway.keyStore, { name: 'Not live any more' });
      const { key } = await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: true });
      await setLiveMode(gateway.keyStore, accountId, { isEnabled: false, note: 'its contract has ended' });
      const answer = await gateway.client.get(UNKNOWN_ID, { key });
      expect([answer.status, answer.error.code]).toEqual([403, 'live_mode_not_enabled']);
    });

    it('lets a publishable key do nothing with payments', async () => {
      const answer = await gateway.client.post('/v1/payments', { key: await keyWith('publishable'), body: PAYMENT });
      expect([answer.status, answer.error.code]).toEqual([403, 'key_restricted']);
    });

    it('lets a restricted key do what it lists and nothing else', async () => {
      const reader = await keyWith('restricted', ['payments:read']);
      expect((await gateway.client.get(UNKNOWN_ID, { key: reader })).status).toBe(404);
      const answer = await gateway.client.post('/v1/payments', { key: reader, body: PAYMENT });
      expect([answer.status, answer.error.code]).toEqual([403, 'scope_insufficient']);
      expect((await gateway.client.get(UNKNOWN_ID, { key: await keyWith('restricted') })).error.code).toBe('scope_insufficient');
    });
  });

  describe('request ids', () => {
    it('gives every request its own, also in the body of an error', async () => {
      const [first, second] = await Promise.all([gateway.client.get('/v1/nothing'), gateway.client.get('/v1/nothing')]);
      expect(first.headers['request-id']).toBe(first.error.request_id);
      expect(first.error.request_id).not.toBe(second.error.request_id);
    });

    it("echoes the caller's own, unless it is not printable or too long", async () => {
      const echo = async (id: string) =>
        (await gateway.client.get('/health/live', { headers: { 'x-request-id': id } })).headers['x-request-id'];
      expect(await echo('order-1001/retry_1')).toBe('order-1001/retry_1');
      expect(await echo('x'.repeat(201))).toBeUndefined();
      expect(await echo('a b')).toBeUndefined();
    });
  });

  describe('routes', () => {
    it.each(['PUT', 'PATCH', 'DELETE', 'GET', 'OPTIONS', 'TRACE'])('answers %s on a route for POST with 405 and Allow', async (method) => {
      const answer = await gateway.client.send(method, `${UNKNOWN_ID}/capture`, { key: gateway.testKey });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    });

    it('allows at a path of its own what that route takes, and not what an id in its place would', async () => {
      const answer = await gateway.client.send('OPTIONS', '/v1/payments/search', { key: gateway.testKey });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    });

    it('says so before it looks at the body', async () => {
      const answer = await gateway.client.send('PUT', '/v1/payments', { body: 'no json', headers: { 'content-type': 'text/plain' } });
      expect(answer.error.code).toBe('method_not_allowed');
    });

    it.each(['/', '/v1', '/v2/payments', '/v1/payments/', '/v1/payments/a/b', '/V1/PAYMENTS'])(
      'answers %s with route_unknown',
      async (path) => {
        const answer = await gateway.client.get(path, { key: gateway.testKey });
        expect([answer.status, answer.error.code]).toEqual([404, 'route_unknown']);
      },
    );

    it('keeps metrics off the public port unless asked', async () => {
      expect((await gateway.client.get('/metrics')).error.code).toBe('route_unknown');
    });

    it.each(['/health/live', '/v1/payments', '/v1/nothing'])('sends with %s what tells browsers to keep their hands off', async (path) => {
      const { headers } = await gateway.client.get(path, { headers: { origin: 'https://evil.example' } });
      expect(headers).toMatchObject(HANDS_OFF);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.server).toBeUndefined();
    });

    it('serves the documentation from its own files, and a section for every code it links to', async () => {
      const page = await gateway.client.get('/docs');
      const files = [...page.text.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, file]) => String(file));
      expect(files.length).toBeGreaterThan(2);
      for (const file of files) expect((await gateway.client.get(file)).status).toBe(200);
      expect(page.text).not.toMatch(/(?:src|href)="https?:/);
      expect((await gateway.client.get('/docs/errors')).text).toContain('id="resource_missing"');
    });
  });

  describe('slow and malformed HTTP', () => {
    it('answers a request without Host with a request id and a reason', async () => {
      const text = await speak(gateway.url, 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n');
      expect(text).toContain('HTTP/1.1 400 Bad Request\r\n');
      expect(text).toMatch(/request-id: req_/);
      expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ error: { code: 'parameter_invalid', param: 'Host' } });
    });

    it('does not mind an expectation it does not know', async () => {
      const text = await speak(gateway.url, 'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n');
      expect(text).toContain('HTTP/1.1 200 OK\r\n');
      expect(text).toMatch(/request-id: req_/);
    });

    it('cuts off a caller who does not finish its headers', async () => {
      const text = await speak(gateway.url, 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      expect(text).toContain('HTTP/1.1 408 Request Timeout\r\n');
    });

    it.each([
      ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n', '400 Bad Request'],
      ['a URL that cannot be decoded', 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', '400 Bad Request'],
      ['an unknown method', 'FLY / HTTP/1.1\r\nHost: x\r\n\r\n', '400 Bad Request'],
      ['two lengths', 'POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', '400 Bad Request'],
      ['headers above 8 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(9000)}\r\n\r\n`, '431 Request Header Fields Too Large'],
    ])('answers %s in the same form as every other error', async (_what, bytes, status) => {
      const text = await speak(gateway.url, bytes);
      expect(text).toContain(`HTTP/1.1 ${status}\r\n`);
      expect(text).toContain('\r\napi-version: 2026-11-21\r\n');
      expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ error: { type: 'invalid_request_error' } });
    });
  });
});
