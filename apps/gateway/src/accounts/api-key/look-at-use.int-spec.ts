import { createLogger, Metrics, SystemClock, SystemRandom } from '#service';
import { askDatabase, eventually, testDatabase, type TestDatabase } from '#testing';
import { longAgo } from '../../../test/new-account';
import { migrateGateway } from '../../migrate-gateway';
import { openAccountsStore } from '../accounts-store';
import { writeKeyUses, type KeyUse } from '../key-uses/key-uses.table';
import { createAccount, createApiKey, type KeyStore } from '../operator-accounts';
import { LOOK_AT_USE } from './aggregate';
import { lookAtUse } from './look-at-use';

const DAY_MS = 86_400_000;

describe('(26) keys that end soon', () => {
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  let database: TestDatabase;
  let keyStore: KeyStore;
  let accountId: string;
  beforeAll(async () => {
    database = await testDatabase('gateway', migrateGateway);
    keyStore = { databaseUrl: database.url, pepper: 'a pepper of the tests', clock, random };
    accountId = (await createAccount(keyStore, { name: 'Acme' })).id;
  });
  afterAll(() => database.drop());

  /** Made a day ago, so that a notice was due since then. */
  const keyEndingIn = async (days: number): Promise<string> => {
    const expiresAtMs = clock.nowMs() + days * DAY_MS;
    return (await createApiKey(longAgo(keyStore), { accountId, kind: 'secret', livemode: true, expiresAtMs })).id;
  };
  const noticesOf = async (id: string): Promise<{ type: string; days: number }[]> =>
    askDatabase(
      database.url,
      `SELECT type, (data->>'days')::int AS days FROM accounts.events WHERE stream_id = $1 AND type LIKE 'api_key.expiring%'`,
      [id],
    );

  it('are announced seven days and one day before, when they were used in the last thirty days', async () => {
    const [week, day, unused, forgotten] = [await keyEndingIn(6.5), await keyEndingIn(0.5), await keyEndingIn(6.5), await keyEndingIn(0.5)];
    const store = openAccountsStore(database.url, {
      clock,
      random,
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: new Metrics(),
    });
    const used = (keyId: string, daysAgo: number): KeyUse => ({ keyId, atMs: clock.nowMs() - daysAgo * DAY_MS, address: '192.0.2.1' });
    await writeKeyUses(store, [used(week, 29), used(day, 0), used(forgotten, 31)]);
    store.runTasks({ [LOOK_AT_USE]: lookAtUse(store) });
    await store.start();
    try {
      store.takeShare();
      await eventually(async () => {
        expect(await noticesOf(week)).toEqual([{ type: 'api_key.expiring', days: 7 }]);
        expect(await noticesOf(day)).toEqual([{ type: 'api_key.expiring', days: 1 }]);
        expect(await noticesOf(unused)).toEqual([{ type: 'api_key.expiring_unused', days: 7 }]);
        expect(await noticesOf(forgotten)).toEqual([{ type: 'api_key.expiring_unused', days: 1 }]);
      });
    } finally {
      await store.stopTasks();
      await store.stop();
    }
  });
});
