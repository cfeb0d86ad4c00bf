import fc from 'fast-check';
import { addressRefusal } from './address-rules';
import {
  DEFAULT_DESTINATION_RULES,
  DESTINATION_PORTS,
  LOOPBACK_ALLOWLIST,
  isAllowlistEntry,
  readDestinationRules,
} from './destination-rules';
import { checkDestinationUrl } from './destination-url';

const SETTINGS = { testTargetAllowlist: [], ports: DESTINATION_PORTS, ownDomains: [], deniedAddresses: [], nat64Enabled: false };
const LOOPBACK = readDestinationRules({ ...SETTINGS, testTargetAllowlist: LOOPBACK_ALLOWLIST });

const codeOf = (url: string, livemode: boolean, rules = DEFAULT_DESTINATION_RULES): string =>
  checkDestinationUrl(url, { livemode, rules }).problem?.code ?? 'allowed';
const inBothModes = (url: string, rules = DEFAULT_DESTINATION_RULES): string[] => [codeOf(url, false, rules), codeOf(url, true, rules)];
const hostOf = (url: string): string | undefined =>
  checkDestinationUrl(url, { livemode: false, rules: readDestinationRules({ ...SETTINGS, testTargetAllowlist: ['0.0.0.0/0', '::/0'] }) })
    .destination?.hostname;

describe('the URL of an endpoint', () => {
  it.each([
    'https://shop.example.com/hooks',
    'https://shop.example.com:8443/h?a=b',
    'https://müller.de/',
    'https://a_b.example.com',
    'HTTPS://SHOP.COM',
  ])('may be %s', (url) => {
    expect(inBothModes(url)).toEqual(['allowed', 'allowed']);
  });

  it.each([
    ['an empty text', ''],
    ['no scheme', 'shop.example.com/hooks'],
    ['a blank in front', ' https://shop.com/'],
    ['a tab, which a parser would drop', 'https://sh\top.com/'],
    ['a line feed', 'https://shop.com/\n'],
    ['a NUL', 'https://shop.com/\u0000'],
    ['a blank in the host', 'https://sh op.com/'],
    ['an empty host', 'https://'],
    ['port 65536', 'https://shop.com:65536/'],
    ['a name that ends in a number', 'https://a.b.c.1/'],
    ['a zone in an address', 'https://[::1%25eth0]/'],
    ['2,049 characters', `https://shop.com/${'a'.repeat(2_049 - 17)}`],
    ['a path that grows beyond 2,048 by its normal form', `https://shop.com/${'é'.repeat(1_000)}`],
    ['a label of 64 characters', `https://${'a'.repeat(64)}.com/`],
    ['an empty label', 'https://shop..com/'],
    ['signs in the host', 'https://shop$(id).com/'],
  ])('cannot be read with %s', (_, url) => {
    expect(inBothModes(url)).toEqual(['url_invalid', 'url_invalid']);
  });

  it('may have exactly 2,048 characters', () => {
    expect(codeOf(`https://shop.com/${'a'.repeat(2_048 - 17)}`, true)).toBe('allowed');
  });

  it.each([
    ['http', 'http://shop.com/'],
    ['ftp', 'ftp://shop.com/'],
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['a user name', 'https://user@shop.com/'],
    ['a password', 'https://:secret@shop.com/'],
    ['a fragment', 'https://shop.com/#part'],
    ['an empty fragment', 'https://shop.com/#'],
    ['a name without a dot', 'https://kubernetes/'],
    ['a name without a dot but one at its end', 'https://localhost./'],
    ['a top-level domain without a letter', 'https://0._/'],
    ['an underscore in the top-level domain', 'https://shop.co_m/'],
    ['the metadata service', 'https://metadata.google.internal./computeMetadata/v1/'],
    ['full-width letters that map to an inner name', 'https://ｆｏｏ．ｌｏｃａｌｈｏｓｔ/'],
    ['an ideographic full stop', 'https://printer。local/'],
    ...['localhost', 'local', 'internal', 'lan', 'home.arpa', 'svc', 'cluster.local', 'onion', 'test', 'example', 'invalid'].map(
      (suffix) => [`the suffix .${suffix}`, `https://shop.${suffix}/`],
    ),
    ...[0, 22, 25, 80, 6379, 5432, 9092, 2375].map((port) => [`port ${port}`, `https://shop.com:${port}/`]),
  ])('is not allowed with %s', (_, url) => {
    expect(inBothModes(url)).toEqual(['url_not_allowed', 'url_not_allowed']);
  });

  it.each(
    ['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '①②⑦.⓪.⓪.①', '１２７.０.０.１', '127。0。0。1', '%31%32%37.0.0.1'].map((host) => [
      `https://${host}/`,
    ]),
  )('is not allowed as %s, which is 127.0.0.1', (url) => {
    expect(inBothModes(url)).toEqual(['url_not_allowed', 'url_not_allowed']);
    expect(hostOf(url)).toBe('127.0.0.1');
  });

  it.each([
    ['https://0/', '0.0.0.0'],
    ['https:127.0.0.1', '127.0.0.1'],
    ['https:\\\\127.0.0.1\\x', '127.0.0.1'],
    ['https://[::ffff:169.254.169.254]/', '::ffff:a9fe:a9fe'],
    ['https://[::1]/', '::1'],
  ])('is not allowed as %s', (url, host) => {
    expect(inBothModes(url)).toEqual(['url_not_allowed', 'url_not_allowed']);
    expect(hostOf(url)).toBe(host);
  });

  it.each(['https://example.com@127.0.0.1/', 'https://127.0.0.1#@example.com'])('is judged by what the parser sees in %s', (url) => {
    expect(inBothModes(url, LOOPBACK)).toEqual(['url_not_allowed', 'url_not_allowed']);
  });

  it('may have a public address for host in test mode only', () => {
    expect(inBothModes('https://93.184.216.34/')).toEqual(['allowed', 'url_not_allowed']);
    expect(inBothModes('https://[2606:4700:4700::1111]/')).toEqual(['allowed', 'url_not_allowed']);
  });

  it('is stored in its normal form, without a dot at the end of the host', () => {
    const { destination } = checkDestinationUrl('HTTPS://Shop.Com.:443/a/../b?q=ü', { livemode: true, rules: DEFAULT_DESTINATION_RULES });
    expect(destination).toEqual({
      url: 'https://shop.com/b?q=%C3%BC',
      origin: 'https://shop.com',
      hostname: 'shop.com',
      port: 443,
      isTls: true,
      isLiteral: false,
      path: '/b?q=%C3%BC',
    });
  });

  it('tells the same about every host that is not on the public Internet', () => {
    const messages = ['https://localhost/', 'https://db.internal/', 'https://10.0.0.1/', 'https://[::1]/', 'https://own.hundi.dev/'].map(
      (url) =>
        checkDestinationUrl(url, { livemode: false, rules: readDestinationRules({ ...SETTINGS, ownDomains: ['Hundi.dev.'] }) }).problem
          ?.message,
    );
    expect(new Set(messages)).toEqual(new Set(['must point to a host on the public Internet.']));
  });

  it('is not allowed on a domain of this installation, and next to it is', () => {
    const rules = readDestinationRules({ ...SETTINGS, ownDomains: ['hundi.dev'] });
    expect(['https://hundi.dev/', 'https://api.hundi.dev/', 'https://nothundi.dev/'].map((url) => codeOf(url, true, rules))).toEqual([
      'url_not_allowed',
      'url_not_allowed',
      'allowed',
    ]);
  });

  it('uses the ports of the operator', () => {
    const rules = readDestinationRules({ ...SETTINGS, ports: [9443] });
    expect([codeOf('https://shop.com:9443/', true, rules), codeOf('https://shop.com/', true, rules)]).toEqual([
      'allowed',
      'url_not_allowed',
    ]);
  });
});

describe('the allow list of the operator', () => {
  it.each([
    'http://localhost:3000/hook',
    'http://localhost./hook',
    'http://127.0.0.1:9/',
    'http://[::1]:3000/',
    'https://127.0.0.1/',
    'http://127.1/',
  ])('admits %s in test mode and never in live mode', (url) => {
    expect(inBothModes(url, LOOPBACK)).toEqual(['allowed', 'url_not_allowed']);
  });

  it.each(['http://192.168.1.1/', 'http://shop.com/', 'https://10.0.0.1/', 'http://sub.localhost/', 'https://[::2]/'])(
    'does not admit %s',
    (url) => {
      expect(codeOf(url, false, LOOPBACK)).toBe('url_not_allowed');
    },
  );

  it.each(['http://user@localhost/', 'http://localhost/#part', 'ftp://localhost/'])('does not lift the rules of the form: %s', (url) => {
    expect(codeOf(url, false, LOOPBACK)).toBe('url_not_allowed');
  });

  it('holds host names, addresses and blocks', () => {
    expect([...LOOPBACK_ALLOWLIST, 'Receiver', 'hooks.local.', 'fd00::/8'].every(isAllowlistEntry)).toBe(true);
    expect(['', '*', 'http://x', '10.0.0.0/99', 'a b', '.local'].some(isAllowlistEntry)).toBe(false);
  });
});

describe('no URL that is allowed', () => {
  const host = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.ipV4Extended(),
    fc.webAuthority(),
    fc.string(),
  );

  it('names a private address, however it is written', () => {
    fc.assert(
      fc.property(host, fc.string(), fc.boolean(), (authority, path, livemode) => {
        const { destination } = checkDestinationUrl(`https://${authority}/${path}`, { livemode, rules: DEFAULT_DESTINATION_RULES });
        fc.pre(destination !== undefined);
        if (destination.isLiteral) expect(addressRefusal(destination.hostname, DEFAULT_DESTINATION_RULES.live)).toBeUndefined();
        else expect(destination.hostname).toMatch(/[a-z]/);
        expect(checkDestinationUrl(destination.url, { livemode, rules: DEFAULT_DESTINATION_RULES }).destination).toEqual(destination);
      }),
      { numRuns: 3_000 },
    );
  });
});
