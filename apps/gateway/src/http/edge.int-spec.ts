import { startGatewayUnderTest } from '../../test/gateway-under-test';
import type { GatewayUnderTest } from '../../test/gateway-under-test';
import { RawSocket } from '../../test/raw-socket';

/** What docs/reference/security.md says of API8: with every answer, also of errors and of what is no HTTP. */
const HANDS_OFF = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const UNKNOWN_ID = '/v1/payments/pay_0VbanWjR20xBimn7M2VGDl3W';

/** Sends bytes as they are and gives back everything the server says until it hangs up. */
async function speak(url: string, bytes: string): Promise<string> {
  const caller = await RawSocket.connect(url);
  caller.write(bytes);
  return caller.untilClosed();
}

describe('the edge', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false', HEADERS_TIMEOUT_MS: '500' } });
  });
  afterAll(() => gateway.stop());

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
