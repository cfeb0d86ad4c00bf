import { rebuildProjection, rebuildStreams, verifyStreams, type EventStore, type Projection } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Pool } from 'pg';
import { ProjectionRunner } from '../src/projection/projection-runner';
import { counter, type CounterState } from './counter';
import { SCHEMA, ask, counterCommand, counterDatabase, newAccount, newCounterId, servingCounterStore } from './store-fixture';

const EVERY_SHARD = Array.from({ length: 64 }, (_, shard) => shard);

/** How many counters and how much an account has: small, but it needs the state before and after. */
function totals(version: number, weight = 1): Projection {
  return {
    name: 'account_totals',
    version,
    create: async (client, table) => {
      await client.query(`create table ${table} (account_id text primary key, counters int not null, total int not null)`);
    },
    apply: async (client, table, events) => {
      for (const { event, before, after } of events) {
        const added = (after.state as CounterState).total - ((before?.state as CounterState | undefined)?.total ?? 0);
        await client.query(
          `insert into ${table} as t values ($1, $2, $3) on conflict (account_id) do update set counters = t.counters + excluded.counters, total = t.total + excluded.total`,
          [event.accountId, before ? 0 : 1, added * weight],
        );
      }
    },
  };
}

describe('a view', () => {
  let database: TestDatabase;
  let store: EventStore;
  let pool: Pool;
  beforeEach(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url);
    pool = new Pool({ connectionString: database.url, max: 3 });
    await work(12);
  });
  afterEach(async () => {
    await store.stop();
    await pool.end();
    await database.drop();
  });

  /** Counters with odd texts, in many shards, in batches and alone. */
  async function work(count: number): Promise<void> {
    const targets = Array.from({ length: count }, newAccount).map((accountId) => ({ accountId, streamId: newCounterId(accountId) }));
    await Promise.all(
      targets.map((target) =>
        store.submit(counterCommand('counter.open', target, { payload: { times: 3, labels: { zz: '\u0000 ₹', '10': 'x', a: '\ud800' } } })),
      ),
    );
    await Promise.all(targets.map((target) => store.submit(counterCommand('counter.add', target, { payload: { amount: 7 } }))));
    for (const target of targets.slice(0, 3)) await store.submit(counterCommand('counter.close', target));
    for (const target of targets.slice(3, 6)) await store.submit(counterCommand('counter.note', target));
  }
  const input = (): Parameters<typeof verifyStreams>[0] => ({ databaseUrl: database.url, schema: SCHEMA, aggregates: [counter] });
  const dump = async (table: string): Promise<string[]> =>
    (await ask<{ row: string }>(database.url, `select t::text as row from ${SCHEMA}.${table} t order by 1`)).map(({ row }) => row);

  it('by id equals the fold of the log to the byte', async () => {
    expect(await verifyStreams(input())).toEqual({ streams: 12, differences: [] });
  });

  it('by id that was lost is rebuilt to the same bytes, and serves again', async () => {
    const live = await dump('streams');
    await ask(database.url, `delete from ${SCHEMA}.streams where version > 4`);
    await ask(database.url, `update ${SCHEMA}.streams set state = '{}', status = 'spoiled'`);
    expect((await verifyStreams(input())).differences).toHaveLength(12);
    expect(await rebuildStreams(input())).toBe(12);
    expect(await dump('streams')).toEqual(live);
  });

  it('by id that was tampered with is named with the column', async () => {
    const [row] = await ask<{ stream_id: string; shard: number }>(
      database.url,
      `update ${SCHEMA}.streams set state = replace(state::text, '"total":10', '"total":11')::json
      where stream_id = (select min(stream_id) from ${SCHEMA}.streams) returning stream_id, shard`,
    );
    expect((await verifyStreams(input())).differences).toEqual([{ shard: row?.shard, streamId: row?.stream_id, column: 'state' }]);
  });

  it('that follows the log is rebuilt beside the live one, equal to the byte, and switched', async () => {
    const parts = { pool, schema: SCHEMA, aggregates: [counter] };
    const live = new ProjectionRunner({ ...parts, projection: totals(1) });
    await live.versions.prepare();
    await live.catchUp(EVERY_SHARD);
    await work(5);
    expect(await live.catchUp(EVERY_SHARD)).toBeGreaterThan(0);
    expect(await dump('account_totals')).toHaveLength(17);

    expect(await rebuildProjection({ ...parts, projection: totals(2) })).toBe(0);
    expect(await dump('account_totals_v2')).toEqual(await dump('account_totals_v1'));
    expect(await ask(database.url, `select live_version from ${SCHEMA}.projections`)).toEqual([{ live_version: 2 }]);
  });

  it('follows by itself while commands come in', async () => {
    await store.startProjection(totals(1));
    await work(4);
    const counted = (): Promise<object[]> =>
      ask(database.url, `select count(*)::int as accounts, sum(total)::int as total from ${SCHEMA}.account_totals`);
    await eventually(async () => expect(await counted()).toEqual([{ accounts: 16, total: 160 }]));
  });

  it('stays as it is when the new version does not agree and the operator does not want it', async () => {
    const parts = { pool, schema: SCHEMA, aggregates: [counter] };
    await rebuildProjection({ ...parts, projection: totals(1) });
    const live = await dump('account_totals');
    expect(await rebuildProjection({ ...parts, projection: totals(2, 2) }, (differences) => differences === 0)).toBe(24);
    expect(await dump('account_totals')).toEqual(live);
    expect(await ask(database.url, `select live_version from ${SCHEMA}.projections`)).toEqual([{ live_version: 1 }]);
  });

  it('folds each event once when two processes follow the same shards at once', async () => {
    const runners = [1, 2].map(() => new ProjectionRunner({ pool, schema: SCHEMA, aggregates: [counter], projection: totals(1) }));
    await Promise.all(runners.map((runner) => runner.versions.prepare()));
    await Promise.all(runners.map((runner) => runner.catchUp(EVERY_SHARD)));
    expect(
      await ask(database.url, `select sum(counters)::int as counters, sum(total)::int as total from ${SCHEMA}.account_totals`),
    ).toEqual([{ counters: 12, total: 120 }]);
  });

  it('is folded from the log when the snapshot was written under another state schema', async () => {
    const [row] = await ask<{ stream_id: string; account_id: string }>(
      database.url,
      `update ${SCHEMA}.streams set state = '{"old":"shape"}', state_schema = 0
      where stream_id = (select min(stream_id) from ${SCHEMA}.streams) returning stream_id, account_id`,
    );
    const found = await store.reads.findStream(row?.stream_id ?? '', row?.account_id ?? '', false);
    expect(found?.state).toMatchObject({ total: 10 });
  });
});
