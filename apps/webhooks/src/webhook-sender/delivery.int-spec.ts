import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { eventually } from '#testing';
import { readSigningKey, type AttemptRequest } from './index';
import { LOOPBACK, REQUEST, SECRET, senderUnderTest } from './test/sender-fixture';
import { startRawReceiver } from './test/raw-receiver';

interface Capture {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: string;
}

const OLD = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const NEW = `whsec_${Buffer.alloc(64, 2).toString('base64')}`;
const ED25519 = `whsk_${Buffer.alloc(32, 3).toString('base64')}`;

describe('an attempt', () => {
  const { webhookSender, metrics } = senderUnderTest({ settings: LOOPBACK });
  const captured: Capture[] = [];
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url: path = '', headers, rawHeaders } = request;
        captured.push({ method, path, headers, rawHeaders, body: Buffer.concat(chunks).toString() });
        const status = Number(/\/status\/(\d+)/.exec(path)?.[1] ?? 200);
        response.writeHead(status, {
          'content-type': 'text/plain',
          'set-cookie': 'session=secret',
          'x-own': 'dropped',
          'retry-after': '7',
        });
        response.end('thank you');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://localhost:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await webhookSender.close();
    server.closeAllConnections();
    server.close();
  });

  const send = async (changes: Partial<AttemptRequest> = {}) => {
    const result = await webhookSender.attempt({ ...REQUEST, url: `${url}/hook?a=b`, ...changes });
    return { result, capture: captured.at(-1)! };
  };

  it('is one POST with the headers of Standard Webhooks and nothing that asks for compression', async () => {
    const { capture } = await send({ attemptNo: 3 });
    expect([capture.method, capture.path, capture.body]).toEqual(['POST', '/hook?a=b', REQUEST.body]);
    expect(capture.headers).toEqual({
      host: new URL(url).host,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(REQUEST.body)),
      'user-agent': expect.stringMatching(/^hundi-webhooks\/\d/),
      'webhook-id': 'evt_0001',
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      'webhook-attempt': '3',
      'webhook-delivery-id': 'whd_0001',
      'webhook-endpoint-id': 'we_0001',
    });
  });

  it.each([
    ['normally', [SECRET], [SECRET], true],
    ['during a rotation, by who knows the old key', [NEW, OLD], [OLD], true],
    ['during a rotation, by who knows the new key', [NEW, OLD], [NEW], true],
    ['with an ed25519 signature beside it', [NEW, ED25519, OLD], [OLD, NEW], true],
    ['not with another key', [NEW, OLD], [SECRET], false],
  ])('is accepted by the verifiers of standardwebhooks and svix %s', async (_, secrets, known, isAccepted) => {
    const keys = secrets.map((secret, index) => readSigningKey(secret, `key-${index}`));
    const { capture, result } = await send({ keys });
    for (const secret of known) {
      for (const verifier of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
        const verify = (): unknown => verifier.verify(capture.body, capture.headers as Record<string, string>);
        if (isAccepted) expect(verify()).toEqual(JSON.parse(REQUEST.body));
        else expect(verify).toThrow();
      }
    }
    expect(result.keyFingerprints).toEqual(secrets.map((_secret, index) => `key-${index}`));
  });

  it.each([['{"text":"😀 𝒳 जय हिन्द"}'], ['{"a":"1.2.3...","b":"..."}'], [`{"long":"${'é.'.repeat(60_000)}"}`]])(
    'carries the body to the byte: %.40s',
    async (body) => {
      const { capture } = await send({ body });
      expect(capture.body).toBe(body);
      expect(new StandardWebhook(SECRET).verify(capture.body, capture.headers as Record<string, string>)).toEqual(JSON.parse(body));
    },
  );

  it('carries the headers of the account', async () => {
    const { capture } = await send({ customHeaders: { Authorization: 'Bearer abc', 'X-Tenant': 'café' } });
    expect(capture.headers.authorization).toBe('Bearer abc');
    expect(capture.rawHeaders[capture.rawHeaders.indexOf('X-Tenant') + 1]).toBe('café');
  });

  it('tells what came back, and of the headers only those of the allow list', async () => {
    const { result } = await send();
    expect(result).toMatchObject({
      verdict: 'delivered',
      errorCode: null,
      statusCode: 200,
      responseBody: 'thank you',
      responseBytes: 9,
      isTruncated: false,
      remoteIp: '127.0.0.1',
      retryAfterS: null,
    });
    expect(Object.keys(result.responseHeaders).sort()).toEqual(['content-type', 'date', 'retry-after']);
  });

  it('uses an open connection again, and says so by having no times of connecting', async () => {
    const fresh = senderUnderTest({ settings: LOOPBACK }).webhookSender;
    const first = await fresh.attempt({ ...REQUEST, url: `${url}/` });
    // undici gives a connection back one turn of the event loop after the answer: until then it opens another.
    const second = await eventually(async () => {
      const next = await fresh.attempt({ ...REQUEST, url: `${url}/` });
      expect(next.dnsMs).toBeNull();
      return next;
    });
    await fresh.close();
    expect([typeof first.dnsMs, typeof first.connectMs, first.tlsMs]).toEqual(['number', 'number', null]);
    expect([second.dnsMs, second.connectMs, second.tlsMs, second.remoteIp]).toEqual([null, null, null, '127.0.0.1']);
    expect(first.ttfbMs).toBeLessThanOrEqual(first.totalMs);
  });

  it('is sent again at once when the open connection it was given turns out to be gone', async () => {
    const carried = new WeakSet<Socket>();
    let gone = 0;
    const forgetful = await startRawReceiver({
      onRequest: (socket) => {
        if (carried.has(socket)) {
          gone++;
          return void socket.destroy();
        }
        carried.add(socket);
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      },
    });
    const fresh = senderUnderTest({ settings: LOOPBACK }).webhookSender;
    await eventually(async () => {
      const { verdict } = await fresh.attempt({ ...REQUEST, url: `http://127.0.0.1:${forgetful.port}/` });
      expect([verdict, gone > 0]).toEqual(['delivered', true]);
    });
    await fresh.close();
    await forgetful.close();
  });

  it('is not sent a third time', async () => {
    let requests = 0;
    const broken = await startRawReceiver({
      onRequest: (socket, count) => {
        requests = count;
        if (count === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        else socket.destroy();
      },
    });
    const fresh = senderUnderTest({ settings: LOOPBACK }).webhookSender;
    const attempt = () => fresh.attempt({ ...REQUEST, url: `http://127.0.0.1:${broken.port}/` });
    expect((await attempt()).verdict).toBe('delivered');
    expect((await attempt()).errorCode).toBe('connect_reset');
    expect(requests).toBeLessThanOrEqual(3);
    await fresh.close();
    await broken.close();
  });

  it.each([
    [204, 'delivered', null, null],
    [301, 'failed', 'redirect_not_followed', null],
    [400, 'failed', 'http_4xx', null],
    [408, 'failed', 'http_4xx', null],
    [410, 'gone', 'gone', null],
    [429, 'rate_limited', 'rate_limited', 7],
    [500, 'failed', 'http_5xx', null],
    [503, 'failed', 'http_5xx', 7],
  ])('that is answered with %i is %s', async (status, verdict, errorCode, retryAfterS) => {
    const { result } = await send({ url: `${url}/status/${status}` });
    expect(result).toMatchObject({ statusCode: status, verdict, errorCode, retryAfterS });
  });

  it('makes many at once, each with its own answer', async () => {
    const statuses = Array.from({ length: 200 }, (_, index) => 200 + (index % 100));
    const results = await Promise.all(statuses.map((status) => webhookSender.attempt({ ...REQUEST, url: `${url}/status/${status}` })));
    expect(results.map(({ statusCode }) => statusCode)).toEqual(statuses);
  });

  it('sends nothing unsigned: without a key it is our own fault', async () => {
    const before = captured.length;
    const { result } = await send({ keys: [] });
    expect([result.verdict, result.errorCode, captured.length]).toEqual(['internal', 'internal', before]);
  });

  it('counts bodies that were cut', async () => {
    const long = await startRawReceiver({
      onRequest: (socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 20000\r\n\r\n${'x'.repeat(20_000)}`),
    });
    const result = await webhookSender.attempt({ ...REQUEST, url: `http://127.0.0.1:${long.port}/` });
    await long.close();
    expect([result.verdict, result.isTruncated, result.responseBody?.length, result.responseBytes]).toEqual([
      'delivered',
      true,
      16_384,
      20_000,
    ]);
    expect(await metrics.registry.getSingleMetricAsString('hundi_webhooks_response_truncated_total')).toMatch(/ 1$/m);
  });

  it('ends as our own fault when the webhook sender is closed under it', async () => {
    const silent = await startRawReceiver({});
    const closing = senderUnderTest({ settings: LOOPBACK }).webhookSender;
    const result = closing.attempt({ ...REQUEST, url: `http://127.0.0.1:${silent.port}/` });
    await closing.close();
    expect((await result).verdict).toBe('internal');
    await silent.close();
  });

  it('stays accepted when the webhook sender is closed while the body of a 200 still comes', async () => {
    const slow = await startRawReceiver({
      onRequest: (socket, count) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${count === 1 ? 100 : 2}\r\n\r\nok`),
    });
    const closing = senderUnderTest({ settings: LOOPBACK }).webhookSender;
    const request = { ...REQUEST, url: `http://127.0.0.1:${slow.port}/` };
    const result = closing.attempt(request);
    await eventually(() => expect(slow.received).toContain(REQUEST.eventId));
    // By the end of this one the head of the first has come.
    await closing.attempt(request);
    await closing.close();
    expect(await result).toMatchObject({ verdict: 'delivered', statusCode: 200, responseBody: 'ok', isTruncated: true });
    await slow.close();
  });
});
