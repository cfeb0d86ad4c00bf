import { shardOfAccount } from '#contracts';
import { eventually } from '#testing';
import { accepted, startGatewayUnderTest, type GatewayUnderTest } from '../../test/gateway-under-test';
import { RawSocket } from '../../test/raw-socket';
import { StreamReader } from '../../test/stream-reader';

const PAYMENT = '{"amount":50000,"currency":"INR","payment_method":"upi"}';
const CUT_OFF_MS = 500;
/** Sockets that a caller may hold open in these tests. */
const SOCKETS_MAX = 20;

/** docs/reference/guarantees.md, F21: callers who are slow, who hoard, and who go away. They cost what the limits say. */
describe('a hostile caller', () => {
  let gateway: GatewayUnderTest;
  const open: RawSocket[] = [];
  const call = async (): Promise<RawSocket> => {
    const socket = await RawSocket.connect(gateway.url);
    open.push(socket);
    return socket;
  };
  const head = (line: string, ...more: string[]): string =>
    [line, 'Host: x', `Authorization: Bearer ${gateway.testKey}`, 'Content-Type: application/json', ...more, '', ''].join('\r\n');
  const post = (body = PAYMENT): string => head('POST /v1/payments HTTP/1.1', `Content-Length: ${body.length}`) + body;
  const pays = async (): Promise<number> => (await gateway.client.post('/v1/payments', { key: gateway.testKey, body: PAYMENT })).status;

  beforeAll(async () => {
    const environment = {
      ...{ REQUEST_TIMEOUT_MS: String(CUT_OFF_MS), HEADERS_TIMEOUT_MS: '300', CONNECTION_TIMEOUT_MS: String(CUT_OFF_MS) },
      ...{ CONNECTIONS_MAX: String(SOCKETS_MAX), CONCURRENCY_LIMIT: '1', EVENT_STREAMS_PER_ACCOUNT: '1' },
      ...{ RATE_LIMIT_TEST_WRITES: '1000', RATE_LIMIT_TEST_READS: '1000' },
    };
    gateway = await startGatewayUnderTest({ environment, commandWaitMs: 1_000 });
    gateway.answer = async (command) => accepted(command, { status: 422, refusal: { code: 'idempotency_key_reused' } });
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.reset();
  });
  afterAll(() => gateway.stop());

  it('who sends a body byte by byte is cut off when the time of a request is over, however alive the connection is', async () => {
    const before = gateway.commands.length;
    const slow = await call();
    slow.write(head('POST /v1/payments HTTP/1.1', 'Content-Length: 100000'));
    const dribble = setInterval(() => slow.write(' '), 50);
    const startedAtMs = performance.now();
    const text = await slow.untilClosed().finally(() => clearInterval(dribble));
    expect(performance.now() - startedAtMs).toBeGreaterThan(CUT_OFF_MS - 50);
    expect(text).toContain('HTTP/1.1 408 Request Timeout\r\n');
    expect(text).toMatch(/request-id: req_/);
    expect(gateway.commands).toHaveLength(before);
    // Its slot is free again.
    expect(await pays()).toBe(422);
  });

  it('a client that sends a part of a body and stalls gets 408', async () => {
    const stalled = await call();
    stalled.write(head('POST /v1/payments HTTP/1.1', 'Content-Length: 100000') + PAYMENT);
    const text = await stalled.untilClosed();
    expect(text).toContain('HTTP/1.1 408 Request Timeout\r\n');
    expect(text).toMatch(/request-id: req_/);
    expect(await pays()).toBe(422);
  });

  it('who sends a body in pieces without a length is stopped at the limit, not at the end', async () => {
    const endless = await call();
    endless.write(head('POST /v1/payments HTTP/1.1', 'Transfer-Encoding: chunked'));
    const piece = `10000\r\n${' '.repeat(65_536)}\r\n`;
    const feed = setInterval(() => endless.write(piece), 10);
    await eventually(() => expect(endless.text).toContain('HTTP/1.1 413 ')).finally(() => clearInterval(feed));
    expect(endless.text).toContain('"code":"body_too_large"');
    expect(endless.socket.bytesWritten).toBeLessThan(2_000_000);
  });

  it('who sends many requests before the first answer gets each answer, in order', async () => {
    const eager = await call();
    const reads = Array.from({ length: 50 }, (_, number) => head(`GET /v1/nothing HTTP/1.1`, `X-Request-Id: order-${number}`));
    eager.write(`${reads.join('')}${head('GET /health/live HTTP/1.1', 'Connection: close')}`);
    const echoed = [...(await eager.untilClosed()).matchAll(/x-request-id: order-(\d+)/g)].map(([, number]) => Number(number));
    expect(echoed).toEqual(reads.map((_, number) => number));
  });

  it('who goes away before the answer gives its slot back, and the payment is sent once', async () => {
    const before = gateway.commands.length;
    for (let round = 1; round <= 3; round++) {
      let settle: () => void = () => undefined;
      gateway.answer = (command) => new Promise((resolve) => (settle = () => resolve(accepted(command))));
      const gone = await call();
      gone.write(post());
      await eventually(() => expect(gateway.commands).toHaveLength(before + round));
      gone.reset();
      settle();
    }
    gateway.answer = async (command) => accepted(command, { status: 422, refusal: { code: 'idempotency_key_reused' } });
    await eventually(async () => expect(await pays()).toBe(422));
  });

  it('who opens an event stream and goes away before it begins does not use up the streams of its account', async () => {
    let isAsked = false;
    let toEvent: (text: string) => void = () => undefined;
    gateway.found = () => {
      isAsked = true;
      return new Promise((resolve) => (toEvent = resolve));
    };
    const shard = String(shardOfAccount(gateway.accountId)).padStart(2, '0');
    const gone = await call();
    gone.write(head(`GET /v1/events/stream?after=evt_0VbanWjR${shard}xBimn7M2VGDl3W HTTP/1.1`));
    await eventually(() => expect(isAsked).toBe(true));
    gone.reset();
    await gone.untilClosed();
    // The gateway runs in this process: by the next answer it has heard that the caller is gone.
    expect((await gateway.client.get('/health/live')).status).toBe(200);
    gateway.found = () => '';
    toEvent('{}');
    const authorization = `Bearer ${gateway.testKey}`;
    const reader = await eventually(() => StreamReader.connect(`${gateway.url}/v1/events/stream`, { authorization }), { withinMs: 5_000 });
    await reader.close();
  });

  it('who opens an event stream and does not read it is sent no more than the network holds', async () => {
    let parts = 0;
    gateway.found = (path) => {
      if (path.startsWith('tail')) parts++;
      return `id: 8\ndata: ${'x'.repeat(1_000_000)}\n\n`;
    };
    const deaf = await call();
    deaf.socket.pause();
    deaf.write(head('GET /v1/events/stream HTTP/1.1'));
    await eventually(() => expect(parts).toBeGreaterThan(2));
    // Time enough for hundreds of parts, without a bound on unread ones.
    for (let round = 0; round < 100; round++) await gateway.client.get('/health/live');
    expect(parts).toBeLessThan(25);
  });

  it('who holds every connection that is allowed keeps others out only until they are taken back', async () => {
    const hoard = await Promise.all(Array.from({ length: SOCKETS_MAX * 2 }, call));
    await eventually(() => expect(hoard.filter(({ isClosed }) => isClosed).length).toBeGreaterThanOrEqual(SOCKETS_MAX), { everyMs: 1 });
    await eventually(async () => expect((await gateway.client.get('/health/live')).status).toBe(200));
  });
});
