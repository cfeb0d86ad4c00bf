import { API_KEY_IDLE_DAYS, IDLE_API_KEYS_MAX, type Clock, shardOfAccount, shardOfId } from '#contracts';
import { SystemClock, SystemRandom } from '#service';
import { askDatabase, testDatabase, type TestDatabase } from '#testing';
import { migrateGateway } from '../migrate-gateway';
import {
  AccountRefusedError,
  allowApiKeyFrom,
  createAccount,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  setLiveMode,
  type KeyStore,
} from './operator-accounts';
import { writeKeyUses } from './key-uses/key-uses.table';
import { ApiKeyGrants, type AskRows } from './secrets/key-grants.table';

const DAY_MS = 86_400_000;
const laterClock = (clock: Clock, byMs: number): Clock => ({
  ...clock,
  nowMs: () => clock.nowMs() + byMs,
  monotonicMs: () => clock.monotonicMs(),
});

describe('accounts and keys, as operators make them', () => {
  let database: TestDatabase;
  let keyStore: KeyStore;
  let accountId: string;
  beforeAll(async () => {
    database = await testDatabase('gateway', migrateGateway);
    const clock = new SystemClock();
    keyStore = { databaseUrl: database.url, pepper: 'a pepper of the tests', clock, random: new SystemRandom(clock) };
  });
  beforeEach(async () => {
    accountId = (await createAccount(keyStore, { name: 'Acme' })).id;
  });
  afterAll(() => database.drop());

  const ask: AskRows = (text, values) => askDatabase(database.url, text, [...values]);
  const grants = (): ApiKeyGrants => new ApiKeyGrants(ask);
  const secretKey = (livemode = false) => createApiKey(keyStore, { accountId, kind: 'secret', livemode });
  const everyText = async (): Promise<string> =>
    JSON.stringify(
      await Promise.all(
        ['events', 'streams', 'commands'].map((table) =>
          askDatabase(database.url, `SELECT t::text FROM accounts.${table} t WHERE t::text LIKE '%' || $1 || '%'`, [accountId]),
        ),
      ),
    );

  it('live in the shard that their ids name', async () => {
    const { id } = await secretKey();
    expect([shardOfId('account', accountId), shardOfId('apiKey', id)]).toEqual(Array(2).fill(shardOfAccount(accountId)));
  });

  it('keep a key as a digest, beside the log, which holds neither the key nor the digest', async () => {
    const { id, key } = await secretKey();
    const grant = await grants().find(id);
    expect(grant).toMatchObject({ accountId, kind: 'secret', livemode: false, status: 'active', isLiveEnabled: true, isSuspended: false });
    const text = await everyText();
    expect(text).toContain(id);
    for (const secret of [key, key.slice(32, 62), grant?.digest.toString('hex'), grant?.digest.toString('base64')]) {
      expect(text).not.toContain(secret);
    }
  });

  it('show keys of both modes, the newest first', async () => {
    const [older, newer] = [await secretKey(), await secretKey(true)];
    const shown = await listApiKeys(keyStore, accountId);
    expect(shown.map(({ id, livemode, status }) => [id, livemode, status])).toEqual([
      [newer.id, true, 'active'],
      [older.id, false, 'active'],
    ]);
    expect(shown[0]?.hint).toBe(`${newer.key.slice(0, 12)}…${newer.key.slice(-4)}`);
    expect(shown[0]?.created_by).toEqual({ type: 'operator', id: 'operator' });
  });

  it('change a key and revoke it, once', async () => {
    const { id } = await secretKey();
    expect(await allowApiKeyFrom(keyStore, id, ['203.0.113.0/24'])).toBe(true);
    expect([await revokeApiKey(keyStore, id), await revokeApiKey(keyStore, id)]).toEqual([true, true]);
    expect(await grants().find(id)).toMatchObject({ status: 'revoked', allowedAddresses: ['203.0.113.0/24'] });
    await expect(allowApiKeyFrom(keyStore, id, [])).rejects.toThrow('The key is revoked.');
  });

  it('(34) keep a digest under the newest pepper, once the key is used', async () => {
    const { id } = await secretKey();
    const former = await grants().find(id);
    const renewed = { digest: Buffer.alloc(32, 7), pepperVersion: 2 };
    for (let times = 0; times < 2; times++) await grants().renewDigest(former!, renewed);
    expect(await grants().find(id)).toMatchObject(renewed);
  });

  it('say that there is no such key', async () => {
    const unknown = 'key_0TgWzRaB0000000000000000';
    expect([await revokeApiKey(keyStore, unknown), await allowApiKeyFrom(keyStore, unknown, [])]).toEqual([false, false]);
  });

  it('make no live key where live mode is not enabled', async () => {
    const { id } = await createAccount(keyStore, { name: 'Not yet live', isLiveEnabled: false });
    const live = () => createApiKey(keyStore, { accountId: id, kind: 'secret', livemode: true });
    await expect(live()).rejects.toThrow(AccountRefusedError);
    await setLiveMode(keyStore, id, { isEnabled: true, note: 'documents checked' });
    expect((await live()).key).toMatch(/^sk_live_/);
  });

  it('make no key for an account that is not there', async () => {
    accountId = 'acct_0TgWzRaB0000000000000000';
    await expect(secretKey()).rejects.toThrow(AccountRefusedError);
  });

  it('make no key beside twenty that were not used for ninety days', async () => {
    const [first] = await Promise.all(Array.from({ length: IDLE_API_KEYS_MAX }, () => secretKey()));
    const later = { ...keyStore, clock: laterClock(keyStore.clock, (API_KEY_IDLE_DAYS + 1) * DAY_MS) };
    const another = () => createApiKey(later, { accountId, kind: 'secret', livemode: false });
    await expect(another()).rejects.toThrow('20 API keys of the account in this mode were not used for 90 days.');
    await writeKeyUses({ acrossAccounts: ({ text }, values) => ask(text, values) }, [
      { keyId: first!.id, atMs: later.clock.nowMs(), address: '192.0.2.7' },
    ]);
    expect((await another()).key).toMatch(/^sk_test_/);
  });
});
