import { newAccountId, systemCommand, type Command, type Reply } from '#contracts';
import type { EventStore, Task } from '#event-store';
import { createLogger, Metrics, SystemClock, SystemRandom } from '#service';
import { askDatabase, testDatabase, type TestDatabase } from '#testing';
import { Pepper } from '../../auth/pepper';
import { migrateGateway } from '../../migrate-gateway';
import { Accounts } from '../accounts';
import { openAccountsStore } from '../accounts-store';
import { createApiKey, type KeyStore } from '../operator-accounts';
import { ApiKeyGrants } from '../secrets/key-grants.table';
import { clearAccount } from './clear-account';
import type { AccountState } from './state';

const PEPPER = 'a pepper of the tests';

describe('a closed account', () => {
  let database: TestDatabase;
  let store: EventStore;
  let accounts: Accounts;
  let keyStore: KeyStore;
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  const accountId = newAccountId(clock.nowMs(), random);
  beforeAll(async () => {
    database = await testDatabase('gateway', migrateGateway);
    const logger = createLogger({ service: 'gateway', level: 'silent' });
    // It runs no tasks: what the process would do after the commit is done by the test.
    store = openAccountsStore(database.url, { clock, random, logger, metrics: new Metrics() });
    accounts = new Accounts(store, new Pepper(PEPPER));
    keyStore = { databaseUrl: database.url, pepper: PEPPER, clock, random };
  });
  afterAll(async () => {
    await store.stop();
    await database.drop();
  });

  const decide = (type: string, payload: object): Promise<Reply> => {
    const command = { type, streamId: accountId, accountId, livemode: true, payload };
    return accounts.decide(systemCommand({ ...command, commandId: random.uuid(), actorId: 'test', nowMs: clock.nowMs() }));
  };
  const snapshotOfAccount = async (): Promise<Task<AccountState>> =>
    ({ snapshot: await store.reads.findStream<AccountState>(accountId, accountId, true) }) as unknown as Task<AccountState>;
  const grantsOf = (ids: readonly string[]) =>
    Promise.all(ids.map((id) => new ApiKeyGrants((text, values) => askDatabase(database.url, text, [...values])).find(id)));

  it('lets no key act from its commit on, and ends all of them, whenever the process that does it dies', async () => {
    await decide('accounts.create', { name: 'Acme', liveEnabled: true, ownerId: 'usr_1' });
    const keys = [];
    for (const livemode of [false, true, false]) keys.push((await createApiKey(keyStore, { accountId, kind: 'secret', livemode })).id);
    expect((await decide('accounts.close', { name: 'Acme', by: 'usr_1' })).refusal).toBeNull();
    expect(await grantsOf(keys)).toMatchObject(Array(3).fill({ status: 'active', isSuspended: true }));

    let commands = 0;
    const dying = {
      decide: (command: Command): Promise<Reply> => {
        if (++commands > 1) throw new Error('killed');
        return accounts.decide(command);
      },
    } as Accounts;
    await expect(clearAccount(store, dying)(await snapshotOfAccount(), AbortSignal.timeout(60_000))).rejects.toThrow('killed');
    expect((await grantsOf(keys)).filter((grant) => grant?.status === 'revoked')).toHaveLength(1);

    const outcome = await clearAccount(store, accounts)(await snapshotOfAccount(), AbortSignal.timeout(60_000));
    expect(outcome).toEqual({ type: 'accounts.record_cleared', payload: {} });
    expect(await grantsOf(keys)).toMatchObject(Array(3).fill({ status: 'revoked' }));
    expect((await decide(outcome.type, {})).refusal).toBeNull();
    expect((await snapshotOfAccount()).snapshot.state).toMatchObject({ status: 'closed', isCleared: true, keys: {} });
    const creation = createApiKey(keyStore, { accountId, kind: 'secret', livemode: false });
    await expect(creation).rejects.toThrow('The account is closed.');
  });
});
