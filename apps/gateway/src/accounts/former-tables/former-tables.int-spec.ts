import { newId } from '#contracts';
import { SystemClock, SystemRandom } from '#service';
import { askDatabase, testDatabase, type TestDatabase } from '#testing';
import { formatApiKey, newSecret } from '../../auth/api-key-format';
import { Pepper } from '../../auth/pepper';
import { migrateGateway } from '../../migrate-gateway';
import { allowApiKeyFrom, createAccount, createApiKey, listApiKeys, revokeApiKey, setLiveMode, type KeyStore } from '../operator-accounts';
import { ApiKeyGrants, type AskRows } from '../secrets/key-grants.table';

const PEPPER = 'a pepper of the tests';
const CREATED_AT = '2026-01-02T03:04:05Z';

/** What the release before left: ids that name the shard 00, whichever that of the account is. */
class FormerRelease {
  private readonly random = new SystemRandom(new SystemClock());
  private readonly pepper = new Pepper(PEPPER);

  constructor(private readonly databaseUrl: string) {}

  async account(isLiveEnabled: boolean): Promise<string> {
    const id = newId('account', 0, Date.now(), this.random);
    await askDatabase(this.databaseUrl, 'INSERT INTO gateway.accounts VALUES ($1, $2, $3, $4)', [id, 'Acme', isLiveEnabled, CREATED_AT]);
    return id;
  }

  async key(accountId: string, more: { expiresAt?: string; revokedAt?: string } = {}): Promise<string> {
    const id = newId('apiKey', 0, Date.now(), this.random);
    const secret = newSecret(this.random);
    const key = formatApiKey({ kind: 'restricted', livemode: true, keyId: id, secret });
    await askDatabase(
      this.databaseUrl,
      `INSERT INTO gateway.api_keys (id, account_id, kind, livemode, digest, pepper_version, last_four, scopes, created_at, expires_at,
         revoked_at, allowed_addresses) VALUES ($1, $2, 'rk', true, $3, 1, $4, '{payments:read}', $5, $6, $7, '{203.0.113.0/24}')`,
      [id, accountId, this.pepper.digest(secret, 1), key.slice(-4), CREATED_AT, more.expiresAt ?? null, more.revokedAt ?? null],
    );
    return id;
  }
}

describe('(59) accounts and keys of the release before', () => {
  let database: TestDatabase;
  let former: FormerRelease;
  let keyStore: KeyStore;
  beforeAll(async () => {
    database = await testDatabase('gateway', migrateGateway);
    former = new FormerRelease(database.url);
    const clock = new SystemClock();
    keyStore = { databaseUrl: database.url, pepper: PEPPER, clock, random: new SystemRandom(clock) };
  });
  afterAll(() => database.drop());

  const ask: AskRows = (text, values) => askDatabase(database.url, text, [...values]);
  const grants = (): ApiKeyGrants => new ApiKeyGrants(ask);
  const eventsOf = (accountId: string): Promise<{ type: string; sequence: number | null }[]> =>
    askDatabase(
      database.url,
      `SELECT type, (meta->>'sequence')::int AS sequence FROM accounts.events WHERE account_id = $1 ORDER BY position`,
      [accountId], // prettier-ignore
    );

  it('are in the log with their ids, times, scopes, addresses and digests, and no event of it is public', async () => {
    const accountId = await former.account(true);
    const [used, revoked] = [
      await former.key(accountId, { expiresAt: '2030-01-01' }),
      await former.key(accountId, { revokedAt: '2026-05-05' }),
    ];
    await migrateGateway(database.url);
    const before = await askDatabase<{ id: string; digest: Buffer }>(database.url, 'SELECT id, digest FROM gateway.api_keys');
    expect(await grants().find(used)).toEqual({
      ...{ id: used, accountId, kind: 'restricted', livemode: true, pepperVersion: 1, status: 'active', scopes: ['payments:read'] },
      ...{
        allowedAddresses: ['203.0.113.0/24'],
        expiresAtMs: Date.parse('2030-01-01'),
        isLiveEnabled: true,
        isSuspended: false,
        rules: {},
      },
      digest: before.find(({ id }) => id === used)?.digest,
    });
    expect(await grants().find(revoked)).toMatchObject({ status: 'revoked' });
    expect(await listApiKeys(keyStore, accountId)).toMatchObject(
      [revoked, used].map((id) => ({ id, created_at: Date.parse(CREATED_AT) / 1_000, livemode: true })),
    );
    const [imported, ofKey, held] = ['account.imported', 'api_key.imported', 'account.key_held'];
    expect(await eventsOf(accountId)).toEqual([imported, ofKey, held, ofKey].map((type) => ({ type, sequence: null })));
  });

  it('are taken once, however often it is migrated, also after a start that was ended in the middle', async () => {
    const accountId = await former.account(false);
    await migrateGateway(database.url);
    const late = await former.key(accountId);
    await Promise.all([1, 2].map(() => migrateGateway(database.url)));
    await migrateGateway(database.url);
    expect((await eventsOf(accountId)).map(({ type }) => type)).toEqual(['account.imported', 'api_key.imported', 'account.key_held']);
    expect(await grants().find(late)).toMatchObject({ isLiveEnabled: false });
  });

  it('can be changed from then on', async () => {
    const accountId = await former.account(true);
    const keyId = await former.key(accountId);
    await migrateGateway(database.url);
    expect(await allowApiKeyFrom(keyStore, keyId, [])).toBe(true);
    expect(await grants().find(keyId)).toMatchObject({ allowedAddresses: [] });
    expect(await revokeApiKey(keyStore, keyId)).toBe(true);
    expect(await grants().find(keyId)).toMatchObject({ status: 'revoked' });
  });
});

describe('(59) a gateway of the release before, which runs beside this one', () => {
  let database: TestDatabase;
  let keyStore: KeyStore;
  beforeAll(async () => {
    database = await testDatabase('gateway', migrateGateway);
    const clock = new SystemClock();
    keyStore = { databaseUrl: database.url, pepper: PEPPER, clock, random: new SystemRandom(clock) };
  });
  afterAll(() => database.drop());

  const shown = async (keyId: string): Promise<object | undefined> =>
    (
      await askDatabase<object>(
        database.url,
        `SELECT k.kind, k.livemode, k.scopes, k.allowed_addresses, k.revoked_at IS NOT NULL AS is_revoked, a.is_live_enabled,
           k.digest = s.digest AS is_same FROM gateway.api_keys k JOIN gateway.accounts a ON a.id = k.account_id
         JOIN accounts.secrets s ON s.owner_id = k.id WHERE k.id = $1`,
        [keyId],
      )
    )[0];

  it('knows a new key, where it may be used, when it is revoked, and when its account is not live any more', async () => {
    const { id: accountId } = await createAccount(keyStore, { name: 'Acme' });
    const { id } = await createApiKey(keyStore, { accountId, kind: 'restricted', livemode: true, scopes: ['refunds:read'] });
    const key = { kind: 'rk', livemode: true, scopes: ['refunds:read'], allowed_addresses: [], is_revoked: false, is_live_enabled: true };
    expect(await shown(id)).toEqual({ ...key, is_same: true });
    await allowApiKeyFrom(keyStore, id, ['203.0.113.0/24']);
    expect(await shown(id)).toMatchObject({ allowed_addresses: ['203.0.113.0/24'] });
    await setLiveMode(keyStore, accountId, { isEnabled: false, note: 'its contract has ended' });
    expect(await shown(id)).toMatchObject({ is_live_enabled: false, is_revoked: false });
    await revokeApiKey(keyStore, id);
    expect(await shown(id)).toMatchObject({ is_revoked: true });
  });
});
