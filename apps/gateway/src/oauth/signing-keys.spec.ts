import { randomBytes } from 'node:crypto';
import { loadConfig } from '#service';
import { TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS } from '#testing';
import { GatewayConfig } from '../config';
import { oauthKeysOf } from './signing-keys';

const apiKeyPepper = 'a pepper of the tests';
const SERVICES = {
  INTERNAL_TOKEN: 'a token of the tests',
  PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
  PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
  PAYMENTS_URL: 'http://localhost:4101',
  KYC_URL: 'http://localhost:4102',
  WEBHOOKS_URL: 'http://localhost:4103',
};
const newKey = (): string => randomBytes(32).toString('base64url');

describe('the keys of OAuth', () => {
  it('follow from the pepper where none are set, the same in every gateway', () => {
    expect(oauthKeysOf({ apiKeyPepper })).toEqual(oauthKeysOf({ apiKeyPepper }));
    expect(oauthKeysOf({ apiKeyPepper })).not.toEqual(oauthKeysOf({ apiKeyPepper: 'another pepper of tests' }));
  });

  it('are those of the settings, the newest first', () => {
    const { signing, cookies } = oauthKeysOf({
      apiKeyPepper,
      oauthSigningKeys: [newKey(), newKey()],
      cookieKeys: ['new-cookie-key-0001', 'old-cookie-key-0001'],
    });
    expect([new Set(signing.map(({ kid }) => kid)).size, signing[0]?.alg]).toEqual([2, 'ES256']);
    expect(cookies).toEqual([expect.not.stringContaining('cookie'), expect.not.stringContaining('cookie')]);
    expect(oauthKeysOf({ apiKeyPepper, cookieKeys: ['old-cookie-key-0001'] }).cookies).toEqual([cookies[1]]);
  });

  it('are refused without being shown', () => {
    const key = Buffer.alloc(32).toString('base64url');
    expect(() => oauthKeysOf({ apiKeyPepper, oauthSigningKeys: [key] })).toThrow('no private key of the curve P-256');
    expect(() => oauthKeysOf({ apiKeyPepper, oauthSigningKeys: ['c2hvcnQ'] })).toThrow('each key is 32 bytes');
  });

  it('have to be set where the world can reach us', () => {
    const given = { DATABASE_URL: 'postgres://localhost/hundi', API_KEY_PEPPER: apiKeyPepper, PUBLIC_URL: 'https://api.example.com' };
    const read = (more: Record<string, string>) => () => loadConfig(GatewayConfig, { ...SERVICES, ...given, ...more });
    const cookies = { COOKIE_KEYS: 'k'.repeat(32) };
    expect(read({})).toThrow(/OAUTH_SIGNING_KEYS|COOKIE_KEYS/);
    expect(read(cookies)).toThrow('OAUTH_SIGNING_KEYS');
    expect(read({ ...cookies, OAUTH_SIGNING_KEYS: newKey() })).not.toThrow();
    expect(read({ ...cookies, OAUTH_ENABLED: 'false' })).not.toThrow();
    expect(read({ PUBLIC_URL: 'http://localhost:4000' })).not.toThrow();
  });
});
