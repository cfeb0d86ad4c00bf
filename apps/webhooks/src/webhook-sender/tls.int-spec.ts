import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import { eventually } from '#testing';
import { createNameResolver } from './resolver';
import { makeCertificate, type TestCertificate } from './test/certificates';
import { LOOPBACK, REQUEST, senderUnderTest, type SenderUnderTest } from './test/sender-fixture';
import { startDnsServer, type DnsServer } from './test/dns-server';
import { startRawReceiver } from './test/raw-receiver';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const DAY_MS = 86_400_000;
const NOW_MS = performance.timeOrigin + performance.now();
const SECRET_TEXTS = /127\.0\.0\.1|10\.0\.0\.1|ECONN|certificate has expired|shop\.com|:\d{4}/;

const authority = makeCertificate({ name: 'Test authority', isAuthority: true });
const issue = (changes: Partial<Parameters<typeof makeCertificate>[0]> = {}): TestCertificate =>
  makeCertificate({ name: 'shop.com', hosts: ['shop.com'], issuer: authority, ...changes });

describe('a receiver with TLS', () => {
  let dns: DnsServer;

  beforeAll(async () => {
    dns = await startDnsServer((name) => (name === 'shop.com' ? { a: ['127.0.0.1'] } : { a: ['10.0.0.1'] }));
  });

  afterAll(() => dns.close());

  const start = (port: number, isGuarded = false): SenderUnderTest =>
    senderUnderTest({
      settings: { testTargetAllowlist: isGuarded ? [] : ['127.0.0.0/8'], ports: [port] },
      resolver: createNameResolver([dns.address]),
      certificateAuthority: authority.cert,
    });

  const attemptAt = async (tls: TlsOptions, onConnection?: (socket: Socket) => void) => {
    const receiver = await startRawReceiver({ tls, onRequest: (socket) => socket.write(OK), onConnection });
    const { webhookSender } = start(receiver.port);
    const result = await webhookSender.attempt({ ...REQUEST, timeoutMs: 2_000, url: `https://shop.com:${receiver.port}/` });
    await webhookSender.close();
    await eventually(() => expect(receiver.open).toBe(0));
    await receiver.close();
    return result;
  };

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is called over %s', async (version) => {
    const { cert, key } = issue();
    const result = await attemptAt({ cert, key, minVersion: version, maxVersion: version });
    expect(result).toMatchObject({ verdict: 'delivered', responseBody: 'ok' });
    expect(result.tlsMs).toBeGreaterThan(0);
  });

  it.each<[string, string, TlsOptions]>([
    ['TLS 1.1', 'tls_handshake', { ...issue(), minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' }],
    ['an expired certificate', 'tls_expired', issue({ notBefore: new Date(NOW_MS - 9 * DAY_MS), notAfter: new Date(NOW_MS - DAY_MS) })],
    ['a certificate of tomorrow', 'tls_expired', issue({ notBefore: new Date(NOW_MS + DAY_MS), notAfter: new Date(NOW_MS + 2 * DAY_MS) })],
    ['a certificate that signs itself', 'tls_untrusted', issue({ issuer: undefined })],
    ['an unknown authority', 'tls_untrusted', issue({ issuer: makeCertificate({ name: 'Nobody', isAuthority: true }) })],
    [
      'a missing link in its chain',
      'tls_untrusted',
      issue({ issuer: makeCertificate({ name: 'Link', isAuthority: true, issuer: authority }) }),
    ],
    ['a certificate for another name', 'tls_wrong_name', issue({ hosts: ['other.com', '*.shop.com'] })],
  ])('with %s is not trusted: %s', async (_, errorCode, { cert, key, ...versions }) => {
    const result = await attemptAt({ cert, key, ...versions });
    expect(result).toMatchObject({ verdict: 'failed', errorCode, statusCode: null, countsForBreaker: true });
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ['stalls in the handshake', 'timeout', () => undefined],
    ['answers the handshake in plain HTTP', 'tls_handshake', (socket) => socket.write(OK)],
    ['resets in the handshake', 'tls_handshake', (socket) => socket.once('readable', () => socket.resetAndDestroy())],
  ])('%s: %s', async (_, errorCode, onConnection) => {
    const receiver = await startRawReceiver({ onConnection });
    const { webhookSender } = start(receiver.port);
    const startedMs = performance.now();
    const result = await webhookSender.attempt({ ...REQUEST, timeoutMs: 1_000, url: `https://shop.com:${receiver.port}/` });
    expect(result.errorCode).toBe(errorCode);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    await webhookSender.close();
    await receiver.close();
  });

  it('tells the account the same about every blocked target, open port or closed, and no address', async () => {
    const open = await startRawReceiver({});
    const closed = await startRawReceiver({});
    await closed.close();
    const targets = [
      `https://shop.com:${open.port}/`,
      `https://shop.com:${closed.port}/`,
      `https://10.0.0.1:${open.port}/`,
      'http://localhost/',
    ];
    const answers = await Promise.all(
      targets.map(async (url) => {
        const { webhookSender } = senderUnderTest({
          settings: { ports: [open.port, closed.port] },
          resolver: createNameResolver([dns.address]),
        });
        const { startedAtMs: _started, totalMs, ...rest } = await webhookSender.attempt({ ...REQUEST, url });
        await webhookSender.close();
        return { rest, totalMs };
      }),
    );
    expect(new Set(answers.map(({ rest }) => JSON.stringify(rest))).size).toBe(1);
    expect(answers[0]?.rest.errorCode).toBe('destination_blocked');
    expect(JSON.stringify(answers[0]?.rest)).not.toMatch(SECRET_TEXTS);
    expect(answers.every(({ totalMs }) => totalMs < 1_000)).toBe(true);
    expect(open.connections).toBe(0);
    await open.close();
  });

  it('is not left for plain http when it redirects there', async () => {
    const plain = await startRawReceiver({ onRequest: (socket) => socket.write(OK) });
    const { cert, key } = issue();
    const receiver = await startRawReceiver({
      tls: { cert, key },
      onRequest: (socket) =>
        socket.write(`HTTP/1.1 307 Elsewhere\r\nlocation: http://127.0.0.1:${plain.port}/\r\ncontent-length: 0\r\n\r\n`),
    });
    const { webhookSender } = start(receiver.port);
    const result = await webhookSender.attempt({ ...REQUEST, url: `https://shop.com:${receiver.port}/` });
    expect([result.errorCode, result.statusCode, plain.connections]).toEqual(['redirect_not_followed', 307, 0]);
    await webhookSender.close();
    await receiver.close();
    await plain.close();
  });

  it('stands behind the guard: with it on no connection is made, with it off the local receiver is called', async () => {
    const receiver = await startRawReceiver({ tls: issue(), onRequest: (socket) => socket.write(OK) });
    const outcomes = await Promise.all(
      [true, false].map(async (isGuarded) => {
        const { webhookSender } = start(receiver.port, isGuarded);
        const { verdict } = await webhookSender.attempt({ ...REQUEST, url: `https://shop.com:${receiver.port}/` });
        await webhookSender.close();
        return verdict;
      }),
    );
    expect(outcomes).toEqual(['blocked', 'delivered']);
    expect(receiver.connections).toBe(1);
    await receiver.close();
  });

  it('is never reached in live mode by what is admitted in test mode', async () => {
    const receiver = await startRawReceiver({ tls: issue(), onRequest: (socket) => socket.write(OK) });
    const { webhookSender } = start(receiver.port);
    const url = `https://shop.com:${receiver.port}/`;
    expect((await webhookSender.attempt({ ...REQUEST, url })).verdict).toBe('delivered');
    const live = await webhookSender.attempt({ ...REQUEST, url, livemode: true });
    expect([live.verdict, live.errorCode, receiver.received.match(/POST/g)?.length]).toEqual(['blocked', 'destination_blocked', 1]);
    await webhookSender.close();
    await receiver.close();
  });
});

describe('a receiver that swallows the first packet', () => {
  it('costs the time-out and no more', async () => {
    // A process that is stopped accepts nothing; when its queue is full the kernel drops what comes.
    const script = "const s=require('net').createServer().listen({port:0,host:'127.0.0.1',backlog:1},()=>console.log(s.address().port))";
    const child = spawn(process.execPath, ['-e', script]);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGSTOP');
    const port = Number(line.toString());
    const fillers = await fill(port);
    const { webhookSender } = senderUnderTest({ settings: LOOPBACK });
    const startedMs = performance.now();
    const result = await webhookSender.attempt({ ...REQUEST, timeoutMs: 1_000, url: `http://127.0.0.1:${port}/` });
    expect(result).toMatchObject({ verdict: 'failed', errorCode: 'timeout', connectMs: null });
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    await webhookSender.close();
    for (const filler of fillers) filler.destroy();
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
});

/** Connects until a connection no longer comes to stand. */
async function fill(port: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let count = 0; count < 64; count++) {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => undefined);
    sockets.push(socket);
    const stood = await Promise.race([once(socket, 'connect').then(() => true), delay(300).then(() => false)]);
    if (!stood) return sockets;
  }
  return sockets;
}
