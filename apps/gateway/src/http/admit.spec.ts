import type { FastifyRequest } from 'fastify';
import { FixedClock } from '#testing';
import { formatApiKey } from '../auth/api-key-format';
import { Authenticator, KEY_TTL_MS, type KeyLimits } from '../auth/authenticator';
import { Pepper } from '../auth/pepper';
import type { ApiKeyGrant } from '../tables/api-keys.table';
import { mayContinue } from './edge';

const PEPPER = new Pepper('a pepper of the tests');
const PARTS = { kind: 'sk', livemode: false, keyId: 'key_0TgWzRaB0000000000000000', secret: 'a'.repeat(30) } as const;

const NO_LIMITS: KeyLimits = { admitLookUp: () => undefined, admitSecret: () => undefined, countWrongSecret: () => undefined };

function grantOf(): ApiKeyGrant {
  const digest = PEPPER.digest(PARTS.secret, 1);
  if (digest === undefined) throw new Error('no pepper');
  const key = { id: PARTS.keyId, accountId: 'acct_1', kind: PARTS.kind, livemode: false, digest, pepperVersion: 1, lastFour: 'aaaa' };
  return { ...key, scopes: [], allowedAddresses: [], createdAtMs: 0, expiresAtMs: null, revokedAtMs: null, isLiveEnabled: true };
}

describe('a connection that lasts', () => {
  let grant: ApiKeyGrant;
  const clock = new FixedClock();
  const authenticator = new Authenticator(() => Promise.resolve(grant), PEPPER, clock, NO_LIMITS);
  const from = (ip: string) => ({ ip, headers: { authorization: `bearer ${formatApiKey(PARTS)}` } }) as FastifyRequest;
  /** Long enough for every process to know. */
  const change = (changed: Partial<ApiKeyGrant>): void => {
    grant = { ...grantOf(), ...changed };
    clock.advanceMs(KEY_TTL_MS);
  };

  it('may be used while its key holds', async () => {
    change({});
    expect(await mayContinue(from('192.0.2.7'), authenticator)).toBe(true);
  });

  it('may not be used any more once the key is revoked', async () => {
    change({ revokedAtMs: 1 });
    expect(await mayContinue(from('192.0.2.7'), authenticator)).toBe(false);
  });

  it('may not be used any more once the key is bound to other addresses', async () => {
    change({ allowedAddresses: ['203.0.113.0/24'] });
    expect(await mayContinue(from('192.0.2.7'), authenticator)).toBe(false);
    expect(await mayContinue(from('203.0.113.9'), authenticator)).toBe(true);
  });
});
