import { checkDestinationUrl } from '#contracts';
import { TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS } from '#testing';
import { DestinationConfig, destinationRulesOf } from './destination-config';
import { loadConfig } from './load-config';

const NEEDED = {
  DATABASE_URL: 'postgres://hundi:hundi@localhost:5432/hundi',
  INTERNAL_TOKEN: 'sixteen-characters-or-more',
  PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
  PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
};
const rulesOf = (env: Record<string, string>) => destinationRulesOf(loadConfig(DestinationConfig, { ...NEEDED, ...env }));
const isAllowed = (url: string, rules: ReturnType<typeof rulesOf>): boolean =>
  checkDestinationUrl(url, { livemode: false, rules }).problem === undefined;

describe('the configuration of destinations', () => {
  it('admits nothing by default', () => {
    expect(isAllowed('http://localhost:3000/', rulesOf({}))).toBe(false);
    expect(isAllowed('https://shop.com:8443/', rulesOf({}))).toBe(true);
  });

  it('reads every variable', () => {
    const rules = rulesOf({
      WEBHOOKS_TEST_TARGET_ALLOWLIST: '127.0.0.0/8, ::1, localhost',
      WEBHOOKS_PORTS: '443,9443',
      WEBHOOKS_OWN_DOMAINS: 'hundi.dev',
      WEBHOOKS_DENIED_ADDRESSES: '93.184.216.0/24',
      WEBHOOKS_NAT64_ENABLED: 'true',
    });
    const urls = ['http://localhost:3000/', 'https://shop.com:9443/', 'https://[64:ff9b::808:808]/', 'https://shop.com:8443/'];
    expect(urls.map((url) => isAllowed(url, rules))).toEqual([true, true, true, false]);
    expect(['https://api.hundi.dev/', 'https://93.184.216.34/'].map((url) => isAllowed(url, rules))).toEqual([false, false]);
  });

  it.each([
    ['WEBHOOKS_TEST_TARGET_ALLOWLIST', 'http://localhost'],
    ['WEBHOOKS_TEST_TARGET_ALLOWLIST', '10.0.0.0/40'],
    ['WEBHOOKS_PORTS', '0'],
    ['WEBHOOKS_PORTS', '70000'],
    ['WEBHOOKS_OWN_DOMAINS', 'https://hundi.dev'],
    ['WEBHOOKS_DENIED_ADDRESSES', 'hundi.dev'],
  ])('ends the start when %s is %s', (name, value) => {
    expect(() => rulesOf({ [name]: value })).toThrow(name);
  });
});
