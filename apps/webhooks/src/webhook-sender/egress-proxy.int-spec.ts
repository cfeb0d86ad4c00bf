import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { eventually } from '#testing';
import type { WebhookSenderOptions } from './index';
import { createNameResolver } from './resolver';
import { makeCertificate } from './test/certificates';
import { REQUEST, senderUnderTest, type SenderUnderTest } from './test/sender-fixture';
import { startDnsServer, type DnsServer } from './test/dns-server';
import { startRawReceiver, type RawReceiver } from './test/raw-receiver';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
/** Public by every rule; only the test's proxy connects to it, and it goes to the receiver instead. */
const PUBLIC = '93.184.216.34';

describe('a way out through a proxy', () => {
  const authority = makeCertificate({ name: 'Test authority', isAuthority: true });
  const leaf = makeCertificate({ name: 'shop.com', hosts: ['shop.com'], issuer: authority });
  const asked: { target: string; authorization: string | undefined }[] = [];
  let answer = 200;
  let upstreamPort = 0;
  let receiver: RawReceiver;
  let proxy: Server;
  let dns: DnsServer;

  beforeAll(async () => {
    dns = await startDnsServer((name) => ({ a: [name === 'shop.com' ? PUBLIC : '10.0.0.1'] }));
    receiver = await startRawReceiver({ tls: leaf, onRequest: (socket) => socket.write(OK) });
    proxy = createServer().on('connect', (request, socket: Socket) => {
      asked.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] });
      if (answer !== 200) return void socket.end(`HTTP/1.1 ${answer} No\r\n\r\n`);
      const upstream = connect({ host: '127.0.0.1', port: upstreamPort }, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
      for (const side of [socket, upstream]) side.on('error', () => undefined);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });

  beforeEach(() => {
    asked.length = 0;
    answer = 200;
    upstreamPort = receiver.port;
  });

  afterAll(async () => {
    dns.close();
    await receiver.close();
    proxy.closeAllConnections();
    proxy.close();
  });

  const start = ({
    port = (proxy.address() as AddressInfo).port,
    ...options
  }: Partial<WebhookSenderOptions> & { port?: number } = {}): SenderUnderTest =>
    senderUnderTest({
      settings: { testTargetAllowlist: ['127.0.0.0/8'] },
      resolver: createNameResolver([dns.address]),
      certificateAuthority: authority.cert,
      ...options,
      egressProxyUrl: `http://hundi:p%40ss@127.0.0.1:${port}`,
    });

  it('is given the address that was checked, in live mode too, and the receiver proves its name', async () => {
    const { webhookSender } = start();
    const result = await webhookSender.attempt({ ...REQUEST, livemode: true, url: 'https://shop.com/hook' });
    expect(result).toMatchObject({ verdict: 'delivered', responseBody: 'ok', remoteIp: PUBLIC });
    expect(asked).toEqual([{ target: `${PUBLIC}:443`, authorization: `Basic ${Buffer.from('hundi:p@ss').toString('base64')}` }]);
    await webhookSender.close();
  });

  it('is not asked for what the guard refuses', async () => {
    const { webhookSender } = start();
    const result = await webhookSender.attempt({ ...REQUEST, livemode: true, url: 'https://inner.shop.com/' });
    expect([result.verdict, asked]).toEqual(['blocked', []]);
    await webhookSender.close();
  });

  it('is not taken to what the allow list admits', async () => {
    const plain = await startRawReceiver({ onRequest: (socket) => socket.write(OK) });
    const { webhookSender } = start();
    const result = await webhookSender.attempt({ ...REQUEST, url: `http://127.0.0.1:${plain.port}/` });
    expect([result.verdict, asked]).toEqual(['delivered', []]);
    await webhookSender.close();
    await plain.close();
  });

  it.each([
    [502, 'failed', 'connect_refused'],
    [503, 'failed', 'connect_unreachable'],
    [504, 'failed', 'connect_timeout'],
    [403, 'internal', 'internal'],
    [407, 'internal', 'internal'],
  ])('that answers with %i makes the attempt %s: %s', async (status, verdict, errorCode) => {
    answer = status;
    const { webhookSender } = start();
    expect(await webhookSender.attempt({ ...REQUEST, livemode: true, url: 'https://shop.com/' })).toMatchObject({ verdict, errorCode });
    await webhookSender.close();
  });

  it('that is away is our own fault, and its address and credentials are in no result and no log', async () => {
    const gone = await startRawReceiver({});
    await gone.close();
    const { webhookSender, log } = start({ port: gone.port });
    const result = await webhookSender.attempt({ ...REQUEST, livemode: true, url: 'https://shop.com/' });
    expect(result).toMatchObject({ verdict: 'internal', errorCode: 'internal', countsForBreaker: false, countsForDisable: false });
    expect(JSON.stringify(result)).not.toContain(String(gone.port));
    expect(log.join('')).not.toMatch(/p@ss|p%40ss/);
    await webhookSender.close();
  });

  it('carries so many requests to one network at once and no more; what is above that is postponed and counts as no attempt', async () => {
    const held: Socket[] = [];
    const slow = await startRawReceiver({ tls: leaf, onRequest: (socket) => void held.push(socket) });
    upstreamPort = slow.port;
    const { webhookSender, metrics } = start({ inFlightPerNetworkMax: 4 });
    const attempts = Array.from({ length: 6 }, () =>
      webhookSender.attempt({ ...REQUEST, timeoutMs: 15_000, livemode: true, url: 'https://shop.com/' }),
    );
    await eventually(() => expect(held).toHaveLength(4));
    await eventually(async () => {
      expect(await metrics.registry.getSingleMetricAsString('hundi_webhooks_network_limited_total')).toMatch(/ 2$/m);
    });
    for (const socket of held) socket.write(OK);
    const results = await Promise.all(attempts);
    expect(results.filter(({ verdict }) => verdict === 'delivered')).toHaveLength(4);
    expect(results.filter(({ verdict, countsForBreaker }) => verdict === 'internal' && !countsForBreaker)).toHaveLength(2);
    await webhookSender.close();
    await slow.close();
  });

  it('that talks nonsense without end is given up', async () => {
    const babbler = await startRawReceiver({ onConnection: (socket) => socket.write('x'.repeat(20_000)) });
    const { webhookSender } = start({ port: babbler.port });
    expect((await webhookSender.attempt({ ...REQUEST, livemode: true, url: 'https://shop.com/' })).verdict).toBe('internal');
    await eventually(() => expect(babbler.open).toBe(0));
    await webhookSender.close();
    await babbler.close();
  });
});
