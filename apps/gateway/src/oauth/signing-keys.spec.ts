import { randomBytes } from 'node:crypto';
import { requireOAuthKeys } from './required-keys';
import { oauthKeysOf } from './signing-keys';

const apiKeyPepper = 'a pepper of the tests';
const newKey = (): string => randomBytes(32).toString('base64url');

describe('the keys of OAuth', () => {
  it('follow from the pepper where none are set, the same in every gateway', () => {
    expect(oauthKeysOf({ apiKeyPepper })).toEqual(oauthKeysOf({ apiKeyPepper }));
    expect(oauthKeysOf({ apiKeyPepper })).not.toEqual(oauthKeysOf({ apiKeyPepper: 'another pepper of tests' }));
  });

  it('are those of the settings, the newest first', () => {
    const { signing, cookies } = oauthKeysOf({
      apiKeyPepper,
      oauthSigningKeys: `${newKey()},${newKey()}`,
      cookieKeys: 'new-cookie-key-0001,old-cookie-key-0001',
    });
    expect([new Set(signing.map(({ kid }) => kid)).size, signing[0]?.alg, cookies]).toEqual([
      2,
      'ES256',
      ['new-cookie-key-0001', 'old-cookie-key-0001'],
    ]);
  });

  it('are refused without being shown', () => {
    const key = Buffer.alloc(32).toString('base64url');
    expect(() => oauthKeysOf({ apiKeyPepper, oauthSigningKeys: key })).toThrow('no private key of the curve P-256');
    expect(() => oauthKeysOf({ apiKeyPepper, oauthSigningKeys: 'c2hvcnQ' })).toThrow('each key is 32 bytes');
  });

  it('have to be set where the world can reach us', () => {
    const settings = { oauthEnabled: true, publicUrl: 'https://api.example.com' };
    expect(() => requireOAuthKeys(settings)).toThrow(/OAUTH_SIGNING_KEYS(.|\n)*COOKIE_KEYS/);
    expect(() => requireOAuthKeys({ ...settings, oauthSigningKeys: newKey(), cookieKeys: 'k'.repeat(16) })).not.toThrow();
    expect(() => requireOAuthKeys({ ...settings, publicUrl: 'http://localhost:4000' })).not.toThrow();
    expect(() => requireOAuthKeys({ ...settings, oauthEnabled: false })).not.toThrow();
  });
});
