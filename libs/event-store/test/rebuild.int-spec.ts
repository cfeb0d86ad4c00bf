import { ALL_SHARDS } from '#contracts';
import { rebuildProjection, rebuildStreams, verifyStreams, type EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Pool } from 'pg';
import { onPool, StateFollower, type ViewConnection } from '../src/projection/state-follower';
import { AggregateRegistry } from '../src/registry';
import { StreamReader } from '../src/writer/load';
import { counter } from './counter';
import { counterTotals } from './counter-totals';
import { SCHEMA, ask, counterCommand, counterDatabase, newAccount, newCounterId, newCounterIn, servingCounterStore } from './store-fixture';

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

  it('follows by itself while commands come in', async () => {
    await store.startProjection(counterTotals());
    await work(4);
    const counted = (): Promise<object[]> =>
      ask(database.url, `select count(*)::int as counters, sum(total)::int as total from ${SCHEMA}.counter_totals`);
    await eventually(async () => expect(await counted()).toEqual([{ counters: 16, total: 160 }]));
  });

  it('stays as it is when its rebuild differs and the operator does not accept that', async () => {
    const parts = { pool, schema: SCHEMA, aggregates: [counter] };
    await rebuildProjection({ ...parts, projection: counterTotals() });
    const live = await dump('counter_totals');
    expect(live).toHaveLength(12);
    expect(await rebuildProjection({ ...parts, projection: counterTotals(1, 2) }, (differences) => differences === 0)).toBe(24);
    expect(await dump('counter_totals')).toEqual(live);
    expect(await rebuildProjection({ ...parts, projection: counterTotals(1, 2) })).toBe(24);
    expect(await dump('counter_totals')).not.toEqual(live);
  });

  it('is rebuilt whole while commands come in', async () => {
    await store.startProjection(counterTotals());
    await rebuildProjection({ pool, schema: SCHEMA, aggregates: [counter], projection: counterTotals() });
    await ask(database.url, `truncate ${SCHEMA}.counter_totals_v1`);
    await Promise.all([rebuildProjection({ pool, schema: SCHEMA, aggregates: [counter], projection: counterTotals() }), work(8), work(8)]);
    const counted = (): Promise<object[]> =>
      ask(database.url, `select count(*)::int as counters, sum(total)::int as total from ${SCHEMA}.counter_totals`);
    await eventually(async () => expect(await counted()).toEqual([{ counters: 28, total: 280 }]));
  });

  it('is compared while those who feed it go on', async () => {
    await rebuildProjection({ pool, schema: SCHEMA, aggregates: [counter], projection: counterTotals() });
    await ask(
      database.url,
      `update ${SCHEMA}.counter_totals_v1 set total = 11 where stream_id = (select min(stream_id) from ${SCHEMA}.counter_totals_v1)`,
    );
    const held: boolean[] = [];
    const rebuilding = beforeStatements({ 'EXCEPT ALL': async () => void held.push(await areCheckpointsHeld()) });
    expect(await rebuildProjection({ pool: rebuilding, schema: SCHEMA, aggregates: [counter], projection: counterTotals() })).toBe(2);
    await rebuilding.end();
    expect(held).toEqual([false]);
  });

  it('is compared while those who feed it wait, when it was fed before each attempt to compare', async () => {
    await rebuildProjection({ pool, schema: SCHEMA, aggregates: [counter], projection: counterTotals() });
    const [damaged] = await ask<{ stream_id: string }>(database.url, `select min(stream_id) as stream_id from ${SCHEMA}.counter_totals_v1`);
    await ask(database.url, `update ${SCHEMA}.counter_totals_v1 set total = 11 where stream_id = $1`, [damaged?.stream_id]);
    const held: boolean[] = [];
    let fed = 0;
    const feed = async (): Promise<void> => {
      await store.submit(counterCommand('counter.open', newCounterIn(4), { payload: { times: 1 } }));
      fed += await followerOn(onPool(pool)).catchUp(ALL_SHARDS);
    };
    const compare = async (): Promise<void> => void held.push(await areCheckpointsHeld());
    const rebuilding = beforeStatements({ 'b.position <> l.position': feed, 'EXCEPT ALL': compare });
    expect(await rebuildProjection({ pool: rebuilding, schema: SCHEMA, aggregates: [counter], projection: counterTotals() })).toBe(2);
    await rebuilding.end();
    expect(held).toEqual([true]);
    const counted = `select count(*)::int as counters, sum(total)::int as total from ${SCHEMA}.counter_totals`;
    expect(await ask(database.url, counted)).toEqual([{ counters: 12 + fed, total: 120 + fed }]);
  });

  it.each([true, false])('is left to the first of two runs, whatever the second is to accept: %s', async (accepts) => {
    const parts = { pool, schema: SCHEMA, aggregates: [counter], projection: counterTotals() };
    await rebuildProjection(parts);
    await ask(database.url, `truncate ${SCHEMA}.counter_totals_v1`);
    const second = async (): Promise<void> =>
      expect(rebuildProjection(parts, () => accepts)).rejects.toThrow(
        /^Another run has been rebuilding or comparing counter_totals since \S+Z \(session \d+ of Postgres\)/,
      );
    const first = beforeStatements({ 'create table': second, 'EXCEPT ALL': second });
    expect(await rebuildProjection({ ...parts, pool: first })).toBe(12);
    await first.end();
    expect(await dump('counter_totals')).toHaveLength(12);
    expect(await rebuildProjection(parts, () => false)).toBe(0);
  });

  it('stays as it is when the run lost its session and another one began', async () => {
    const parts = { pool, schema: SCHEMA, aggregates: [counter], projection: counterTotals() };
    await rebuildProjection(parts);
    const live = await dump('counter_totals');
    const overtake = async (): Promise<void> => {
      await ask(
        database.url,
        `select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and objid::bigint = hashtext('counter_totals')::bigint & 4294967295`,
      );
      await rebuildProjection(parts, () => false);
    };
    const overtaken = beforeStatements({ 'EXCEPT ALL': overtake });
    await expect(rebuildProjection({ ...parts, pool: overtaken })).rejects.toThrow('does not exist');
    await overtaken.end();
    expect(await dump('counter_totals')).toEqual(live);
    expect(await ask(database.url, `select from pg_tables where schemaname = '${SCHEMA}' and tablename like '%copy%'`)).toEqual([]);
  });

  it('has statistics when it takes over', async () => {
    await rebuildProjection({ pool, schema: SCHEMA, aggregates: [counter], projection: counterTotals() });
    await rebuildProjection({ pool, schema: SCHEMA, aggregates: [counter], projection: counterTotals() });
    const rows = await ask(database.url, `select reltuples::int as rows from pg_class where oid = '${SCHEMA}.counter_totals_v1'::regclass`);
    expect(rows).toEqual([{ rows: 12 }]);
  });

  /** Connections that do something before each statement with such a text in it. */
  function beforeStatements(works: Record<string, () => Promise<void>>): Pool {
    const watched = new Pool({ connectionString: database.url, max: 3 });
    watched.on('connect', (client) => {
      const query = client.query.bind(client) as (...values: unknown[]) => Promise<unknown>;
      const asked = async (...values: unknown[]): Promise<unknown> => {
        const [statement] = values;
        for (const [text, work] of Object.entries(works)) if (typeof statement === 'string' && statement.includes(text)) await work();
        return query(...values);
      };
      Object.assign(client, { query: asked });
    });
    return watched;
  }

  /** Whether a follower of the live view would have to wait. */
  async function areCheckpointsHeld(): Promise<boolean> {
    const text = `select from ${SCHEMA}.projection_checkpoints where name = 'counter_totals' and version = 1 for update nowait`;
    return pool.query(text).then(
      () => false,
      () => true,
    );
  }

  it('is written once when two processes follow the same shards at once', async () => {
    await rebuildProjection({ pool, schema: SCHEMA, aggregates: [counter], projection: counterTotals() });
    await ask(database.url, `truncate ${SCHEMA}.counter_totals_v1`);
    await ask(database.url, `update ${SCHEMA}.projection_checkpoints set position = 0`);
    const followers = [1, 2].map(() => followerOn(onPool(pool)));
    await Promise.all(followers.map((follower) => follower.catchUp(ALL_SHARDS)));
    expect(
      await ask(
        database.url,
        `select count(*)::int as counters, sum(total)::int as total, max(written) as most from ${SCHEMA}.counter_totals`,
      ),
    ).toEqual([{ counters: 12, total: 120, most: 1 }]);
  });

  it('of which one shard alone is behind reads that by whole pages', async () => {
    await rebuildProjection({ pool, schema: SCHEMA, aggregates: [counter], projection: counterTotals() });
    const targets = Array.from({ length: 50 }, () => newCounterIn(4));
    await Promise.all(targets.map((target) => store.submit(counterCommand('counter.open', target, { payload: { times: 9 } }))));
    let pages = 0;
    const counting = onPool(pool);
    const follower = followerOn({ ...counting, transact: (work) => (pages++, counting.transact(work)) });
    expect(await follower.catchUp(ALL_SHARDS)).toBeGreaterThanOrEqual(50);
    expect(pages).toBe(2);
  });

  function followerOn(connection: ViewConnection): StateFollower {
    const registry = new AggregateRegistry([counter]);
    const follower = new StateFollower({
      connection,
      schema: SCHEMA,
      reader: new StreamReader(SCHEMA, registry),
      streamTypeOf: (streamId) => registry.findByStreamId(streamId)?.streamType ?? '',
      onFailed: (_table, error) => {
        throw error;
      },
    });
    const { name, version } = counterTotals();
    follower.follow(counterTotals(), `${SCHEMA}.counter_totals_v1`, { name, version });
    return follower;
  }

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
