import { EMPTY_LIST_QUERY, type ListQuery } from '#contracts';
import { createLogger, Metrics, SystemClock, SystemRandom } from '#service';
import { askDatabase, testDatabase, type TestDatabase } from '#testing';
import { openAccountsStore } from '../accounts-store';
import { allowApiKeyFrom, createAccount, createApiKey, revokeApiKey, rollApiKey, setLiveMode, type KeyStore } from '../operator-accounts';
import { migrateGateway } from '../../migrate-gateway';
import { verifyAuditChain } from './audit-chain.table';
import { readAuditHeads, readAuditPage } from './audit-pages.table';

describe('the audit log of an account', () => {
  let database: TestDatabase;
  let keyStore: KeyStore;
  let accountId: string;
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  beforeAll(async () => {
    database = await testDatabase('gateway', migrateGateway);
    keyStore = { databaseUrl: database.url, pepper: 'a pepper of the tests', clock, random, operator: 'asha' };
  });
  beforeEach(async () => {
    accountId = (await createAccount(keyStore, { name: 'Acme' })).id;
  });
  afterAll(() => database.drop());

  const secretKey = (livemode = true) => createApiKey(keyStore, { accountId, kind: 'secret', livemode });
  const read = async (query: Partial<ListQuery> = {}, livemode = true) => {
    const store = openAccountsStore(database.url, {
      clock,
      random,
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: new Metrics(),
    });
    try {
      const page = await readAuditPage(store, { ...EMPTY_LIST_QUERY, limit: 100, ...query }, { accountId, livemode });
      return { ...page, heads: await readAuditHeads(store, { accountId, livemode }) };
    } finally {
      await store.stop();
    }
  };

  it('has one entry for each command, in the commit of its events, with who gave it', async () => {
    const { id } = await secretKey();
    await allowApiKeyFrom(keyStore, id, ['203.0.113.0/24']);
    await rollApiKey(keyStore, id, 60);
    await setLiveMode(keyStore, accountId, { isEnabled: false, note: 'asked for' });
    const { data, heads } = await read({ order: 'asc' });
    const actor = { type: 'operator', id: 'asha', name: null };
    expect(data).toMatchObject([
      {
        position: 1,
        action: 'accounts.create',
        resource: { type: 'account', id: accountId },
        actor,
        outcome: 'done',
        code: null,
        changes: null,
      },
      { position: 2, action: 'api_keys.create', resource: { type: 'api_key', id }, actor, changes: null },
      { position: 3, action: 'api_keys.update', changes: { allowed_addresses: [[], ['203.0.113.0/24']] } },
      { position: 4, action: 'api_keys.roll', resource: { type: 'api_key', id } },
      { position: 5, action: 'accounts.disable_live', changes: { live_enabled: [true, false] } },
    ]);
    expect(data).toHaveLength(5);
    expect(heads).toEqual([{ object: 'audit_head', date: expect.any(String), position: 5, hash: data[4]?.hash }]);
  });

  it('has none for a command that changed nothing, or was refused', async () => {
    const { id } = await secretKey();
    await revokeApiKey(keyStore, id);
    await revokeApiKey(keyStore, id);
    await expect(allowApiKeyFrom(keyStore, id, [])).rejects.toThrow('revoked');
    expect((await read()).data.map(({ action }) => action)).toEqual(['api_keys.revoke', 'api_keys.create', 'accounts.create']);
  });

  it('shows each mode its own, by pages and filters', async () => {
    const keys = [await secretKey(false), await secretKey(false), await secretKey()];
    const test = (query: Partial<ListQuery>) => read(query, false);
    const first = await test({ limit: 1 });
    expect(first).toMatchObject({ data: [{ resource: { id: keys[1]?.id }, position: 3 }], has_more: true });
    const second = await test({ limit: 1, after: first.data[0]?.id });
    expect(second).toMatchObject({ data: [{ resource: { id: keys[0]?.id } }], has_more: false, next_cursor: null });
    expect((await test({ limit: 1, before: second.data[0]?.id })).data).toEqual(first.data);
    expect((await test({ filters: { resource: keys[0]?.id ?? '' } })).data).toEqual(second.data);
    expect((await test({ filters: { action: 'api_keys.revoke' } })).data).toEqual([]);
    expect((await test({ filters: { outcome: 'refused' } })).data).toEqual([]);
    expect((await test({ ranges: { at: { fromMs: Date.now() + 60_000, belowMs: null } } })).data).toEqual([]);
    expect((await read({ filters: { actor: 'asha' } })).data).toHaveLength(2);
    await expect(test({ after: (await read()).data[0]?.id })).rejects.toThrow('cursor_invalid');
  });

  it('is only added to', async () => {
    for (const change of ["UPDATE accounts.audit_log SET action = 'x'", 'DELETE FROM accounts.audit_log', 'TRUNCATE accounts.audit_log']) {
      await expect(askDatabase(database.url, change)).rejects.toThrow('append only');
    }
  });

  it('(60) is shown, with all that belongs to accounts, to a query that names its account, and to no other', async () => {
    await secretKey();
    const tables = await askDatabase<{ name: string }>(
      database.url,
      `SELECT relname AS name FROM pg_class WHERE relrowsecurity AND relnamespace = 'accounts'::regnamespace AND NOT relispartition ORDER BY 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual(['audit_heads', 'audit_log', 'events', 'streams']);
    const seenBy = async (account: string | null, table: string): Promise<number> => {
      const url = new URL(database.url);
      url.searchParams.set('options', `-c role=hundi_accounts_reader${account === null ? '' : ` -c hundi.account_id=${account}`}`);
      return (await askDatabase(url.toString(), `SELECT FROM accounts.${table}`)).length;
    };
    for (const { name } of tables) {
      expect([name, await seenBy(null, name), await seenBy('acct_0TgWzRaB0000000000000000', name)]).toEqual([name, 0, 0]);
      expect([name, (await seenBy(accountId, name)) > 0]).toEqual([name, true]);
    }
  });

  describe('(56) that was tampered with', () => {
    const tamper = (statement: string): Promise<unknown> =>
      askDatabase(
        database.url,
        `DO $$ BEGIN ALTER TABLE accounts.audit_log DISABLE TRIGGER audit_log_append_only; ${statement};
          ALTER TABLE accounts.audit_log ENABLE TRIGGER audit_log_append_only; END $$`,
      );
    const where = (position: number): string => `WHERE account_id = '${accountId}' AND position = ${position}`;
    beforeEach(async () => {
      await secretKey();
      await secretKey();
    });

    it('is intact before', async () => {
      expect(await verifyAuditChain(database.url)).toMatchObject({ intact: true });
    });

    it.each([
      ['a changed byte', () => `UPDATE accounts.audit_log SET actor_id = 'bshb' ${where(2)}`, 2],
      ['an entry taken out', () => `DELETE FROM accounts.audit_log ${where(2)}`, 2],
      ['an entry cut off at the end', () => `DELETE FROM accounts.audit_log ${where(3)}`, 3],
    ])('is found out: %s', async (_what, statement, position) => {
      await askDatabase(database.url, 'CREATE TABLE public.kept AS SELECT * FROM accounts.audit_log');
      await tamper(statement());
      expect(await verifyAuditChain(database.url)).toMatchObject({ intact: false, accountId, position });
      await tamper('DELETE FROM accounts.audit_log; INSERT INTO accounts.audit_log SELECT * FROM public.kept; DROP TABLE public.kept');
      expect(await verifyAuditChain(database.url)).toMatchObject({ intact: true });
    });
  });
});
