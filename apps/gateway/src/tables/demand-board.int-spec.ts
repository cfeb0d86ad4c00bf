import { askDatabase, testDatabase, type TestDatabase } from '#testing';
import { migrateGateway } from '../migrate-gateway';
import { demandBoard } from './demand-board';
import { GatewayDatabase } from './gateway-database';

const KEY = 'acct_1:live:writes';

describe('the demand of all gateways', () => {
  let database: TestDatabase;
  let gateway: GatewayDatabase;
  beforeAll(async () => {
    database = await testDatabase('gateway', migrateGateway);
    gateway = new GatewayDatabase(database.url, () => undefined);
  });
  beforeEach(() => askDatabase(database.url, 'TRUNCATE gateway.rate_demand'));
  afterAll(async () => {
    await gateway.onApplicationShutdown();
    await database.drop();
  });

  const write = (processId: string, wanted: number) =>
    demandBoard(gateway, processId).exchange([
      { processId, key: KEY, wanted },
      { processId, key: '', wanted: 0 },
    ]);
  const rowsOf = (processId: string, wanted: number) => [
    { processId, key: '', wanted: 0 },
    { processId, key: KEY, wanted },
  ];
  const sorted = (rows: readonly { key: string }[]) => rows.toSorted((left, right) => left.key.localeCompare(right.key));

  it('is what each of the others wrote last', async () => {
    expect(await write('a', 100)).toEqual([]);
    expect(sorted(await write('b', 200))).toEqual(rowsOf('a', 100));
    await write('a', 150);
    expect(sorted(await write('b', 200))).toEqual(rowsOf('a', 150));
    expect(sorted(await write('a', 150))).toEqual(rowsOf('b', 200));
  });

  it('is not believed after three seconds, and gone after a minute', async () => {
    await write('a', 100);
    await askDatabase(database.url, "UPDATE gateway.rate_demand SET at = at - interval '3 seconds'");
    expect(await write('b', 200)).toEqual([]);
    await askDatabase(database.url, "UPDATE gateway.rate_demand SET at = at - interval '1 minute' WHERE process_id = 'a'");
    await write('b', 200);
    expect(await askDatabase(database.url, "SELECT FROM gateway.rate_demand WHERE process_id = 'a'")).toEqual([]);
  });
});
