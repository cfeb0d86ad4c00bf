import { Pool } from 'pg';
import { rebuildProjection, type EventStore, type Projection } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { counter } from './counter';
import { LogRecord, SCHEMA, Topic, ask, counterCommand, counterDatabase, newCounterIn, servingCounterStore } from './store-fixture';

const POSITIONS: Projection = {
  name: 'positions_seen',
  version: 1,
  create: async (client, table) => void (await client.query(`create table ${table} (shard int, position bigint)`)),
  apply: async (client, table, events) => {
    for (const { event } of events) await client.query(`insert into ${table} values ($1, $2)`, [event.shard, String(event.position)]);
  },
};

/** One byte of a row is another one: a fault of the disk, or a change without the trigger. */
describe('an event that is not what was written (F27)', () => {
  let database: TestDatabase;
  let store: EventStore;
  let logger: LogRecord;
  beforeEach(async () => {
    database = await counterDatabase();
    logger = new LogRecord();
    store = await servingCounterStore(database.url);
    await store.submit(counterCommand('counter.open', newCounterIn(4), { payload: { times: 3 } }));
    await store.submit(counterCommand('counter.open', newCounterIn(5)));
    await store.stop();
    await ask(database.url, `alter table ${SCHEMA}.events disable trigger all`);
    await ask(database.url, `update ${SCHEMA}.events set occurred_at = occurred_at # 1 where shard = 4 and position = 2`);
    store = await servingCounterStore(database.url, { logger });
  });
  afterEach(async () => {
    await store.stop();
    await database.drop();
  });

  it('is not published: its shard stands still with the row by name, and the others go on', async () => {
    const topic = new Topic();
    store.startRelay(topic.publish);
    await eventually(() => expect(topic.messages.map(({ shard, position }) => `${shard}/${position}`).sort()).toEqual(['4/1', '5/1']));
    await eventually(() =>
      expect(logger.lines).toContainEqual({
        level: 'error',
        fields: expect.objectContaining({ shard: 4, position: '2', error: expect.stringContaining('the row is not what was written') }),
        message: 'relay of a shard stalled',
      }),
    );
    await expect(store.published.read({ shard: 4, after: 1n, before: 9n })).rejects.toThrow('shard 4, position 2');
  });

  it('goes into no view', async () => {
    const pool = new Pool({ connectionString: database.url, max: 3 });
    try {
      await expect(rebuildProjection({ pool, schema: SCHEMA, aggregates: [counter], projection: POSITIONS })).rejects.toThrow(
        'shard 4, position 2',
      );
    } finally {
      await pool.end();
    }
  });
});
