import { randomUUID } from 'node:crypto';
import type { EventStore } from '#event-store';
import type { TestDatabase } from '#testing';
import { SCHEMA, Topic, ask, counterDatabase, servingCounterStore } from './store-fixture';
import { StoreLoad } from './store-load.contract';

/** docs/reference/guarantees.md, F8: others have taken every connection that Postgres gives. */
describe('a store that gets no connection', () => {
  const role = `counters_${randomUUID().slice(0, 8)}`;
  let database: TestDatabase;
  let store: EventStore;
  const topic = new Topic();
  const allow = (connections: number): Promise<object[]> => ask(database.url, `ALTER ROLE ${role} CONNECTION LIMIT ${connections}`);

  beforeAll(async () => {
    database = await counterDatabase();
    await ask(database.url, `CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
    await ask(database.url, `GRANT USAGE, CREATE ON SCHEMA ${SCHEMA} TO ${role}`);
    await ask(database.url, `GRANT ALL ON ALL TABLES IN SCHEMA ${SCHEMA} TO ${role}`);
    const url = new URL(database.url);
    [url.username, url.password] = [role, role];
    store = await servingCounterStore(url.toString());
    store.startRelay(topic.publish);
  });
  afterAll(async () => {
    await store.stop();
    await ask(database.url, `DROP OWNED BY ${role}`);
    await ask(database.url, `DROP ROLE ${role}`);
    await database.drop();
  });

  it('says so at once, loses nothing, and goes on by itself when it gets one', async () => {
    const load = new StoreLoad(store);
    await load.goesOn(200);
    await allow(0);
    await ask(database.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1`, [role]);
    await load.isRefused(3_000);
    await allow(-1);
    await load.goesOn(200, 10_000);
    await load.end();
    await load.expectWhole(database.url, topic);
  }, 60_000);
});
