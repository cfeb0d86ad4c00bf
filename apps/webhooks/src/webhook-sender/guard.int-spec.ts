import { DESTINATION_PORTS, LOOPBACK_ALLOWLIST, checkDestinationUrl, readDestinationRules } from '#contracts';
import { SystemClock } from '#service';
import { eventually } from '#testing';
import { DeadlineWheel } from './deadlines';
import { createNameResolver } from './resolver';
import { GuardedConnector } from './connector';
import { makeCertificate } from './test/certificates';
import { REQUEST, senderUnderTest, type SenderUnderTest } from './test/sender-fixture';
import { startDnsServer, type DnsAnswer, type DnsServer } from './test/dns-server';
import { startRawReceiver, type RawReceiver } from './test/raw-receiver';

const LOOPBACK_AAAA = '00000000000000000000000000000001';
/** Plays the public Internet: the only address that is admitted here, in test mode. Every other one is judged as usual. */
const PUBLIC = '127.0.0.1';
const DEFAULTS = { testTargetAllowlist: [], ports: DESTINATION_PORTS, ownDomains: [], deniedAddresses: [], nat64Enabled: false };
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('the guard', () => {
  const authority = makeCertificate({ name: 'Test authority', isAuthority: true });
  const leaf = makeCertificate({ name: 'shop.com', hosts: ['shop.com', '*.shop.com', 'kubernetes.default'], issuer: authority });
  const names: Record<string, (count: number) => DnsAnswer | undefined> = {};
  let dns: DnsServer;
  let receiver: RawReceiver;

  beforeAll(async () => {
    dns = await startDnsServer((name, count) => (name in names ? names[name]?.(count) : { rcode: 3 }));
    receiver = await startRawReceiver({ tls: { cert: leaf.cert, key: leaf.key }, onRequest: (socket) => socket.write(OK) });
  });

  afterAll(async () => {
    dns.close();
    await receiver.close();
  });

  const start = (allowlist: readonly string[] = [`${PUBLIC}/32`]): SenderUnderTest =>
    senderUnderTest({
      settings: { testTargetAllowlist: allowlist, ports: [443, receiver.port] },
      resolver: createNameResolver([dns.address]),
      certificateAuthority: authority.cert,
    });

  /** One attempt at a name that has these answers, on a courier of its own. */
  const attemptAt = async (
    hostname: string,
    answerOf: (count: number) => DnsAnswer | undefined,
    options: { timeoutMs?: number; allowlist?: string[] } = {},
  ) => {
    names[hostname.replace(/\.$/, '')] = answerOf;
    const under = start(options.allowlist);
    const connections = receiver.connections;
    const asked = dns.questions.length;
    const url = `https://${hostname}:${receiver.port}/hook`;
    const result = await under.webhookSender.attempt({ ...REQUEST, timeoutMs: options.timeoutMs ?? 3_000, url });
    await under.webhookSender.close();
    return { result, under, connected: receiver.connections - connections, questions: dns.questions.slice(asked) };
  };

  it.each<[string, DnsAnswer]>([
    ['a private A', { a: ['10.0.0.1'] }],
    ['loopback that is not admitted', { a: ['127.0.0.2'] }],
    ['a private AAAA only', { aaaa: [LOOPBACK_AAAA] }],
    ['a mapped metadata service', { aaaa: ['00000000000000000000ffffa9fea9fe'] }],
    ['public and private answers mixed', { a: [PUBLIC, '10.0.0.1'] }],
    ['a public A and a private AAAA', { a: [PUBLIC], aaaa: ['fd000000000000000000000000000001'] }],
    ['a CNAME chain to an internal name', { cnames: ['a.shop.com', 'db.internal'], a: ['10.1.2.3'] }],
    ['the metadata service with TTL 0', { a: ['169.254.169.254'], ttlS: 0 }],
    ['199 public answers and a private one', { a: [...Array<string>(199).fill(PUBLIC), '10.0.0.1'] }],
  ])('refuses a name with %s, and connects to no address', async (_, answer) => {
    const { result, connected } = await attemptAt('blocked.shop.com', () => answer);
    expect(result).toMatchObject({
      verdict: 'blocked',
      errorCode: 'destination_blocked',
      statusCode: null,
      remoteIp: null,
      responseBody: null,
    });
    expect(connected).toBe(0);
  });

  it('lets a name through whose every answer is admitted', async () => {
    const { result, connected } = await attemptAt('good.shop.com', () => ({ a: [PUBLIC] }));
    expect(result).toMatchObject({ verdict: 'delivered', statusCode: 200, responseBody: 'ok', remoteIp: PUBLIC });
    expect([typeof result.dnsMs, typeof result.connectMs, typeof result.tlsMs, connected]).toEqual(['number', 'number', 'number', 1]);
  });

  it('follows a CNAME to a public address', async () => {
    const { result } = await attemptAt('alias.shop.com', () => ({ cnames: ['other.shop.com'], a: [PUBLIC] }));
    expect(result.verdict).toBe('delivered');
  });

  it('dials what it has judged: a name that turns private after the first answer changes nothing', async () => {
    const { result, questions } = await attemptAt('rebind.shop.com', (count) => ({ a: [count === 1 ? PUBLIC : '127.0.0.2'], ttlS: 0 }));
    expect(result).toMatchObject({ verdict: 'delivered', remoteIp: PUBLIC });
    expect(questions.sort()).toEqual(['A rebind.shop.com', 'AAAA rebind.shop.com']);
  });

  it('refuses the next connection to a name that has turned private, while the open one may be used', async () => {
    let isPrivate = false;
    names['moving.shop.com'] = () => ({ a: [isPrivate ? '10.0.0.1' : PUBLIC] });
    const { webhookSender } = start();
    const url = `https://moving.shop.com:${receiver.port}/`;
    expect((await webhookSender.attempt({ ...REQUEST, url })).verdict).toBe('delivered');
    isPrivate = true;
    await eventually(async () => {
      // Reused: no time of connecting, and delivered.
      expect(await webhookSender.attempt({ ...REQUEST, url })).toMatchObject({ verdict: 'delivered', dnsMs: null });
    });
    const verdicts = await Promise.all([1, 2, 3].map(async () => (await webhookSender.attempt({ ...REQUEST, url })).verdict));
    expect(verdicts.filter((verdict) => verdict === 'blocked').length).toBeGreaterThanOrEqual(2);
    await webhookSender.close();
  });

  it.each<[string, DnsAnswer, string]>([
    ['no address', {}, 'dns_not_found'],
    ['no such name', { rcode: 3 }, 'dns_not_found'],
    ['a failing name server', { rcode: 2 }, 'dns_failure'],
    ['a refusing name server', { rcode: 5 }, 'dns_failure'],
  ])('reports %s', async (_, answer, errorCode) => {
    const { result } = await attemptAt('broken.shop.com', () => answer);
    expect(result).toMatchObject({ verdict: 'failed', errorCode, countsForBreaker: true, countsForDisable: true });
  });

  it('ends at the deadline when the name server says nothing', async () => {
    const startedMs = performance.now();
    const { result } = await attemptAt('silent.shop.com', () => undefined, { timeoutMs: 1_000 });
    expect(result.errorCode).toBe('timeout');
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  it('judges all of 200 answers and dials at most 16', async () => {
    const addresses = Array.from({ length: 200 }, (_, index) => `127.0.1.${index + 1}`);
    const { under } = await attemptAt('crowd.shop.com', () => ({ a: addresses }), { allowlist: ['127.0.1.0/24'], timeoutMs: 8_000 });
    expect(under.log.join('')).toContain('none of 16 addresses');
  });

  it('takes a name as it is: no search domain is appended', async () => {
    const { questions } = await attemptAt('kubernetes.default', () => ({ rcode: 3 }));
    expect(new Set(questions)).toEqual(new Set(['A kubernetes.default', 'AAAA kubernetes.default']));
  });

  it('treats a name with a dot at its end like the name', async () => {
    expect((await attemptAt('dotted.shop.com.', () => ({ a: [PUBLIC] }))).result.verdict).toBe('delivered');
    expect((await attemptAt('dotted.shop.com.', () => ({ a: ['10.0.0.1'] }))).result.verdict).toBe('blocked');
  });

  it('looks a name of the allow list up as the machine does, hosts file included', async () => {
    const plain = await startRawReceiver({ onRequest: (socket) => socket.write(OK) });
    const { webhookSender } = start(['localhost']);
    expect((await webhookSender.attempt({ ...REQUEST, url: `http://localhost:${plain.port}/` })).verdict).toBe('delivered');
    expect(dns.questions.filter((input) => input.includes('localhost'))).toEqual([]);
    await webhookSender.close();
    await plain.close();
  });

  it.each(['127.0.0.1', '[::ffff:7f00:1]', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]'])(
    'judges the literal host %s at the connection too, whatever the check of the URL let through',
    async (host) => {
      const blocked: string[] = [];
      const clock = new SystemClock();
      const deadlines = new DeadlineWheel(clock);
      const onBlocked = ({ stage }: { stage: string }): void => void blocked.push(stage);
      const connector = new GuardedConnector({
        rules: readDestinationRules(DEFAULTS),
        resolver: createNameResolver([dns.address]),
        clock,
        deadlines,
        onBlocked,
      });
      const connections = receiver.connections;
      const admitting = readDestinationRules({ ...DEFAULTS, testTargetAllowlist: LOOPBACK_ALLOWLIST });
      const { destination } = checkDestinationUrl(`http://${host}:${receiver.port}/`, { livemode: false, rules: admitting });
      await expect(connector.open(destination!, false)).rejects.toThrow('destination_blocked');
      expect([blocked, receiver.connections - connections]).toEqual([['literal'], 0]);
      deadlines.close();
    },
  );

  it('judges the peer once more after the connection stands', async () => {
    const admitting = readDestinationRules({ ...DEFAULTS, testTargetAllowlist: LOOPBACK_ALLOWLIST });
    let checked = 0;
    // What is dialed passes; then the rule is another one, which stands for a peer that is not what was dialed.
    const rules = {
      ...admitting,
      get test() {
        return checked++ === 0 ? admitting.test : admitting.live;
      },
    };
    const clock = new SystemClock();
    const blocked: string[] = [];
    const deadlines = new DeadlineWheel(clock);
    const onBlocked = ({ stage }: { stage: string }): void => void blocked.push(stage);
    const connector = new GuardedConnector({ rules, resolver: createNameResolver(), clock, deadlines, onBlocked });
    const plain = await startRawReceiver({});
    const { destination } = checkDestinationUrl(`http://127.0.0.1:${plain.port}/`, { livemode: false, rules: admitting });
    await expect(connector.open(destination!, false)).rejects.toThrow('destination_blocked');
    expect(blocked).toEqual(['peer']);
    await eventually(() => expect([plain.connections, plain.open]).toEqual([1, 0]));
    deadlines.close();
    await plain.close();
  });

  it('dials nothing any more for a name that is answered after it was closed', async () => {
    const rules = readDestinationRules({ ...DEFAULTS, testTargetAllowlist: LOOPBACK_ALLOWLIST });
    const name = Promise.withResolvers<string[]>();
    const resolver = { resolvePublic: () => name.promise, resolveAdmitted: () => name.promise };
    const clock = new SystemClock();
    const deadlines = new DeadlineWheel(clock);
    const connector = new GuardedConnector({ rules, resolver, clock, deadlines, onBlocked: () => undefined });
    const plain = await startRawReceiver({});
    const { destination } = checkDestinationUrl(`http://localhost:${plain.port}/`, { livemode: false, rules });
    const opened = connector.open(destination!, false);
    connector.close();
    deadlines.close();
    name.resolve([PUBLIC]);
    await expect(opened).rejects.toThrow('dns_timeout');
    await plain.close();
    expect(plain.connections).toBe(0);
  });
});
