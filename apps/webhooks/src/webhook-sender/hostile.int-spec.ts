import type { Socket } from 'node:net';
import { eventually } from '#testing';
import { LOOPBACK, REQUEST, senderUnderTest } from './test/sender-fixture';
import { startRawReceiver } from './test/raw-receiver';

/** Each case may take its time-out and a second; waiting for sockets to close comes on top. */
const TIMEOUT_MS = 1_000;
const OK_HEAD = 'HTTP/1.1 200 OK\r\n';

/** Writes the text byte by byte, over and over, until the other side has gone. */
function drip(socket: Socket, text: string, everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text.charAt(at++ % text.length)), everyMs);
  socket.once('close', () => clearInterval(timer));
}

/** Writes as fast as the other side reads. */
function flood(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', more);
  more();
}

const BLOCK = Buffer.alloc(65_536, 0x61);
/** What a gzip of zeros is made of: 10 MB in 10 kB. It is never inflated. */
const GZIPPED = Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), Buffer.alloc(10_000)]);

describe('a hostile receiver', () => {
  const { webhookSender } = senderUnderTest({ settings: LOOPBACK });

  afterAll(() => webhookSender.close());

  /** One attempt at a receiver that does this, and how it went. */
  const attemptAt = async (behave: { onRequest?: (socket: Socket) => void; onConnection?: (socket: Socket) => void }) => {
    const receiver = await startRawReceiver(behave);
    const startedMs = performance.now();
    const result = await webhookSender.attempt({ ...REQUEST, timeoutMs: TIMEOUT_MS, url: `http://127.0.0.1:${receiver.port}/` });
    const tookMs = performance.now() - startedMs;
    expect(tookMs).toBeLessThan(TIMEOUT_MS + 1_000);
    return { result, receiver, tookMs };
  };

  it.each<[string, (socket: Socket) => void]>([
    ['an endless body', (socket) => (socket.write(`${OK_HEAD}content-length: 99999999999\r\n\r\n`), flood(socket, BLOCK))],
    [
      'an endless chunked body',
      (socket) => (socket.write(`${OK_HEAD}transfer-encoding: chunked\r\n\r\nffffffff\r\n`), flood(socket, BLOCK)),
    ],
    ['an endless body without a length', (socket) => (socket.write(`${OK_HEAD}\r\n`), flood(socket, BLOCK))],
    ['a byte of body every 300 ms', (socket) => (socket.write(`${OK_HEAD}content-length: 10000\r\n\r\n`), drip(socket, 'x', 300))],
    ['10 GB announced and then silence', (socket) => socket.write(`${OK_HEAD}content-length: 10000000000\r\n\r\n`)],
    ['chunks of garbage sizes', (socket) => socket.write(`${OK_HEAD}transfer-encoding: chunked\r\n\r\nzzzz\r\nabc`)],
    ['less than was announced', (socket) => socket.end(`${OK_HEAD}content-length: 100\r\n\r\nshort`)],
    ['a reset after the head', (socket) => socket.write(`${OK_HEAD}content-length: 100\r\n\r\n`, () => socket.resetAndDestroy())],
    ['a half-close after the head', (socket) => socket.end(`${OK_HEAD}content-length: 5\r\n\r\n`)],
    [
      'a bomb of gzip that does not end',
      (socket) => (socket.write(`${OK_HEAD}content-encoding: gzip\r\ncontent-length: 99999999\r\n\r\n`), socket.write(GZIPPED)),
    ],
  ])('has accepted the event with a complete 200 head, even with %s', async (_, onRequest) => {
    const { result, receiver } = await attemptAt({ onRequest });
    expect(result).toMatchObject({ verdict: 'delivered', errorCode: null, statusCode: 200, isTruncated: true });
    expect(result.responseBytes).toBeLessThanOrEqual(65_536);
    expect(result.responseBody?.length ?? 0).toBeLessThanOrEqual(16_384);
    await eventually(() => expect(receiver.open).toBe(0));
    await receiver.close();
  });

  it.each<[string, string, string | null]>([
    ['NUL and invalid UTF-8', `${OK_HEAD}content-length: 5\r\n\r\na\0\xff\xfeb`, 'a\ufffd\ufffd\ufffdb'],
    ['script', `${OK_HEAD}content-type: text/html\r\ncontent-length: 25\r\n\r\n<script>alert(1)</script>`, '<script>alert(1)</script>'],
    ['gzip', `${OK_HEAD}content-encoding: gzip\r\ncontent-length: 2\r\n\r\n\x1f\x8b`, null],
    ['nothing', `${OK_HEAD}content-length: 0\r\n\r\n`, ''],
    ['a 103 first', `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${OK_HEAD}content-length: 2\r\n\r\nok`, 'ok'],
  ])('answers with %s, and it is kept as harmless text', async (_, reply, text) => {
    const { result, receiver } = await attemptAt({ onRequest: (socket) => socket.write(Buffer.from(reply, 'latin1')) });
    expect(result).toMatchObject({ verdict: 'delivered', responseBody: text });
    await receiver.close();
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ['a byte of head every 300 ms', 'timeout', (socket) => drip(socket, 'HTTP/1.1', 300)],
    ['a header every 300 ms', 'timeout', (socket) => (socket.write(OK_HEAD), drip(socket, 'x-a: b\r\n', 300))],
    ['silence', 'timeout', () => undefined],
    ['10,000 headers', 'protocol_error', (socket) => socket.write(`${OK_HEAD}${'x-header: value\r\n'.repeat(10_000)}\r\n`)],
    ['a header of 1 MB', 'protocol_error', (socket) => socket.write(`${OK_HEAD}x-long: ${'a'.repeat(1_000_000)}\r\n\r\n`)],
    ['no status line', 'protocol_error', (socket) => socket.write('hello there\r\n\r\n')],
    ['HTTP/0.9', 'protocol_error', (socket) => socket.end('<html>ok</html>')],
    [
      'a status beyond all classes',
      'protocol_error',
      (socket) => socket.write('HTTP/1.1 999 What\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
    ],
    ['an unasked 100', 'protocol_error', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n')],
    ['two lengths', 'protocol_error', (socket) => socket.write(`${OK_HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\nab`)],
    ['the end of the connection', 'connect_reset', (socket) => socket.end()],
    ['a reset', 'connect_reset', (socket) => socket.resetAndDestroy()],
    [
      'a switch of protocols',
      'redirect_not_followed',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    ],
  ])('answers with %s: %s', async (_, errorCode, onRequest) => {
    const { result, receiver } = await attemptAt({ onRequest });
    expect([result.verdict, result.errorCode]).toEqual(['failed', errorCode]);
    await eventually(() => expect(receiver.open).toBe(0));
    await receiver.close();
  });

  it('resets every connection that it has accepted', async () => {
    const { result, receiver } = await attemptAt({ onConnection: (socket) => socket.resetAndDestroy() });
    expect(result).toMatchObject({ verdict: 'failed', errorCode: 'connect_reset' });
    await receiver.close();
  });

  it('does not listen at all', async () => {
    const receiver = await startRawReceiver({});
    await receiver.close();
    const result = await webhookSender.attempt({ ...REQUEST, url: `http://127.0.0.1:${receiver.port}/` });
    expect(result).toMatchObject({
      verdict: 'failed',
      errorCode: 'connect_refused',
      countsForBreaker: true,
      statusCode: null,
      responseBody: null,
    });
  });

  it('never gets its cookie back', async () => {
    const { result, receiver } = await attemptAt({
      onRequest: (socket) => socket.write(`${OK_HEAD}set-cookie: session=1\r\ncontent-length: 0\r\n\r\n`),
    });
    await webhookSender.attempt({ ...REQUEST, url: `http://127.0.0.1:${receiver.port}/` });
    expect(JSON.stringify(result)).not.toContain('session');
    expect(receiver.received).not.toMatch(/cookie/i);
    await receiver.close();
  });

  it('costs less than 1 MB of memory for each attempt, and frees every slot', async () => {
    const receiver = await startRawReceiver({
      onRequest: (socket) => (socket.write(`${OK_HEAD}content-length: 99999999999\r\n\r\n`), flood(socket, BLOCK)),
    });
    const url = `http://127.0.0.1:${receiver.port}/`;
    // What ends an attempt here is the amount that is read, however long fifty at once take on a busy machine.
    const round = () => Promise.all(Array.from({ length: 50 }, () => webhookSender.attempt({ ...REQUEST, timeoutMs: 15_000, url })));
    await round();
    const before = process.memoryUsage().rss;
    for (let rounds = 0; rounds < 4; rounds++) expect((await round()).every(({ verdict }) => verdict === 'delivered')).toBe(true);
    expect((process.memoryUsage().rss - before) / 200).toBeLessThan(1_000_000);
    await eventually(() => expect(receiver.open).toBe(0));
    await receiver.close();
  });
});

describe('a redirect', () => {
  const { webhookSender } = senderUnderTest({ settings: LOOPBACK });

  afterAll(() => webhookSender.close());

  it.each(
    [301, 302, 303, 307, 308].flatMap((status) =>
      ['target', 'relative', 'metadata', 'other-port', 'loop'].map((where) => [status, where] as const),
    ),
  )('with status %i to a %s is not followed', async (status, where) => {
    const target = await startRawReceiver({});
    const locations: Record<string, string> = {
      target: `http://127.0.0.1:${target.port}/`,
      relative: '/elsewhere',
      metadata: 'http://169.254.169.254/latest/meta-data/',
      'other-port': `http://localhost:${target.port}/x`,
      loop: '/',
    };
    const receiver = await startRawReceiver({
      onRequest: (socket) => socket.write(`HTTP/1.1 ${status} Elsewhere\r\nlocation: ${locations[where]}\r\ncontent-length: 0\r\n\r\n`),
    });
    const result = await webhookSender.attempt({ ...REQUEST, url: `http://127.0.0.1:${receiver.port}/` });
    expect(result).toMatchObject({ verdict: 'failed', errorCode: 'redirect_not_followed', statusCode: status, countsForBreaker: false });
    expect([target.connections, receiver.received.match(/POST/g)]).toEqual([0, ['POST']]);
    await receiver.close();
    await target.close();
  });

  it.each([
    ['a Refresh header', `refresh: 0; url=http://127.0.0.1:PORT/\r\ncontent-length: 0\r\n\r\n`],
    ['an Alt-Svc header', `alt-svc: h2="127.0.0.1:PORT"\r\ncontent-length: 0\r\n\r\n`],
    [
      'a meta refresh',
      `content-type: text/html\r\ncontent-length: 60\r\n\r\n${'<meta http-equiv=refresh content="0;url=http://127.0.0.1">'.padEnd(60)}`,
    ],
  ])('by %s is no second request', async (_, rest) => {
    const target = await startRawReceiver({});
    const receiver = await startRawReceiver({
      onRequest: (socket) => socket.write(`${OK_HEAD}${rest.replace('PORT', String(target.port))}`),
    });
    const result = await webhookSender.attempt({ ...REQUEST, url: `http://127.0.0.1:${receiver.port}/` });
    expect([result.verdict, target.connections, receiver.connections]).toEqual(['delivered', 0, 1]);
    await receiver.close();
    await target.close();
  });
});
