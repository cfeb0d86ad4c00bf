import { Pool } from 'pg';
import { rebuildProjection, verifyStreams, type EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { counter } from './counter';
import { counterTotals } from './counter-totals';
import { LogRecord, SCHEMA, Topic, ask, counterCommand, counterDatabase, newCounterIn, servingCounterStore } from './store-fixture';

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

  it('changes no view: a rebuild reads the stored states, and not the row', async () => {
    await ask(database.url, `update ${SCHEMA}.events set data = replace(data::text, '1', '2')::json where shard = 4`);
    const pool = new Pool({ connectionString: database.url, max: 3 });
    try {
      await rebuildProjection({ pool, schema: SCHEMA, aggregates: [counter], projection: counterTotals() });
      const read = (table: string, total: string): Promise<object[]> =>
        ask(database.url, `select stream_id, ${total} as total from ${SCHEMA}.${table} order by 1`);
      const { differences } = await verifyStreams({ databaseUrl: database.url, schema: SCHEMA, aggregates: [counter] });
      expect(differences).toEqual([expect.objectContaining({ shard: 4, column: 'state' })]);
      expect(await read('counter_totals', 'total')).toEqual(await read('streams', `(state->>'total')::int`));
    } finally {
      await pool.end();
    }
  });
});
