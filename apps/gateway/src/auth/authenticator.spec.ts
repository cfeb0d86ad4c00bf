import { changedLast, FixedClock, SeededRandom } from '#testing';
import { activeGrant } from '../../test/active-grant';
import { ConcurrencyLimiter } from '../limits/concurrency-limiter';
import { RateShares } from '../limits/rate-shares';
import { RequestLimits } from '../limits/request-limits';
import type { ApiKeyGrant } from '../accounts/secrets/key-grants.table';
import { formatApiKey, newSecret } from './api-key-format';
import { AccountChanges, KEY_TTL_MS } from './account-changes';
import { Authenticator, type KeyTable } from './authenticator';
import { Pepper } from './pepper';

const PEPPER = new Pepper('a pepper of the tests');
const KEY_ID = 'key_0TgWzRaB0000000000000000';
const SECRET = 'a'.repeat(30);
const MANY = 1_000;
const ADDRESS = '192.0.2.7';
const RATES = { refusals: 2 } as ConstructorParameters<typeof RequestLimits>[1];

function grantOf(): ApiKeyGrant {
  return activeGrant({ id: KEY_ID, digest: PEPPER.digest(SECRET, 1) ?? Buffer.alloc(32) });
}

describe('who tries keys', () => {
  const random = new SeededRandom();
  let clock: FixedClock;
  let lookups: number;
  let limits: RequestLimits;
  let authenticator: Authenticator;
  let changes: AccountChanges;
  let keys: KeyTable;
  let renewed: [id: string, pepperVersion: number][];
  beforeEach(() => {
    clock = new FixedClock();
    lookups = 0;
    limits = new RequestLimits(true, RATES, new ConcurrencyLimiter(1), new RateShares('alone', null, { warn: () => undefined }), clock);
    const find = (keyId: string): Promise<ApiKeyGrant | undefined> => {
      lookups++;
      return Promise.resolve(keyId === KEY_ID ? grantOf() : undefined);
    };
    renewed = [];
    const renewDigest: KeyTable['renewDigest'] = async ({ id }, { pepperVersion }) => void renewed.push([id, pepperVersion]);
    keys = { find, renewDigest };
    changes = new AccountChanges(clock);
    authenticator = new Authenticator(keys, PEPPER, clock, limits, changes);
  });

  const keyOf = (keyId: string, secret: string): string => formatApiKey({ kind: 'secret', livemode: false, keyId, secret });
  const codeOf = async (key: string): Promise<string> => {
    try {
      return (await authenticator.authenticate(key, ADDRESS)).keyId;
    } catch (error) {
      // As the edge counts it.
      const counted = { ip: ADDRESS } as never;
      const reply = { header: () => reply } as never;
      try {
        return limits.countRefusal(counted, reply, error);
      } catch (counts) {
        return (counts as { code: string }).code;
      }
    }
  };
  const tally = async (key: () => string): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (let index = 0; index < MANY; index++) {
      const code = await codeOf(key());
      counts[code] = (counts[code] ?? 0) + 1;
    }
    return counts;
  };
  const guessedSecret = (): string => keyOf(KEY_ID, newSecret(random));

  it('(23) is not looked up for with a text whose checksum is wrong', async () => {
    const good = keyOf(KEY_ID, SECRET);
    const mistyped = changedLast(good);
    expect(await codeOf(mistyped)).toBe('api_key_invalid');
    expect(lookups).toBe(0);
  });

  it('is looked up for no more often than an address may be refused', async () => {
    const madeUp = (): string => keyOf(`key_${newSecret(random).slice(0, 24)}`, SECRET);
    expect(await tally(madeUp)).toEqual({ api_key_invalid: 4, rate_limited: MANY - 4 });
    expect(lookups).toBe(4);
  });

  it('pushes no key in use out of memory with 25,000 ids of no key', async () => {
    limits.admitLookUp = () => undefined;
    expect(await codeOf(keyOf(KEY_ID, SECRET))).toBe(KEY_ID);
    const before = lookups;
    for (let index = 0; index < 25_000; index++) {
      const madeUp = keyOf(`key_${String(index).padStart(24, '0')}`, SECRET);
      await expect(authenticator.authenticate(madeUp, ADDRESS)).rejects.toMatchObject({ code: 'api_key_invalid' });
    }
    expect(lookups - before).toBe(25_000);
    expect(authenticator.authenticate(keyOf(KEY_ID, SECRET), ADDRESS)).toMatchObject({ keyId: KEY_ID });
  });

  it('does not stop a key in use behind the same address, also when it is looked up again', async () => {
    expect(await codeOf(keyOf(KEY_ID, SECRET))).toBe(KEY_ID);
    await tally(() => keyOf(`key_${newSecret(random).slice(0, 24)}`, SECRET));
    clock.advanceMs(KEY_TTL_MS);
    await tally(() => keyOf(`key_${newSecret(random).slice(0, 24)}`, SECRET));
    expect(await codeOf(keyOf(KEY_ID, SECRET))).toBe(KEY_ID);
  });

  it('is looked up again once this process has changed the account, and then believed as before', async () => {
    await codeOf(keyOf(KEY_ID, SECRET));
    clock.advanceMs(1);
    changes.note('acct_of_another_merchant');
    await codeOf(keyOf(KEY_ID, SECRET));
    expect(lookups).toBe(1);
    changes.note(grantOf().accountId);
    await codeOf(keyOf(KEY_ID, SECRET));
    await codeOf(keyOf(KEY_ID, SECRET));
    expect(lookups).toBe(2);
  });

  it('is looked up again when the account changes during the look-up', async () => {
    const { find } = keys;
    keys.find = async (keyId) => {
      const grant = await find(keyId);
      if (lookups === 1) {
        clock.advanceMs(1);
        changes.note(grantOf().accountId);
      }
      return grant;
    };
    expect(await codeOf(keyOf(KEY_ID, SECRET))).toBe(KEY_ID);
    expect(lookups).toBe(2);
  });

  it('leaves no secret in memory', async () => {
    expect(await codeOf(keyOf(KEY_ID, SECRET))).toBe(KEY_ID);
    const [kept] = [...(authenticator as unknown as { cache: Map<string, { verified: Buffer }> }).cache.values()];
    expect(kept?.verified).toHaveLength(32);
    expect(kept?.verified.includes(SECRET.slice(0, 8))).toBe(false);
  });

  it('(34) has the digest of a key renewed once a newer pepper is there, and at no other time', async () => {
    expect(await codeOf(keyOf(KEY_ID, SECRET))).toBe(KEY_ID);
    expect(renewed).toEqual([]);
    authenticator = new Authenticator(keys, new Pepper('1:a pepper of the tests,2:another pepper of them'), clock, limits, changes);
    await codeOf(guessedSecret());
    expect(renewed).toEqual([]);
    expect(await codeOf(keyOf(KEY_ID, SECRET))).toBe(KEY_ID);
    expect(await codeOf(keyOf(KEY_ID, SECRET))).toBe(KEY_ID);
    expect(renewed).toEqual([[KEY_ID, 2]]);
  });

  it('is slowed down for each key, whatever the addresses are, and the one that is in use goes on', async () => {
    expect(await codeOf(keyOf(KEY_ID, SECRET))).toBe(KEY_ID);
    limits.countRefusal = (_request, _reply, error) => {
      throw error;
    };
    expect(await tally(guessedSecret)).toEqual({ api_key_invalid: 10, rate_limited: MANY - 10 });
    expect(await codeOf(keyOf(KEY_ID, SECRET))).toBe(KEY_ID);
    clock.advanceMs(KEY_TTL_MS);
    expect(await codeOf(keyOf(KEY_ID, SECRET))).toBe(KEY_ID);
  });
});
