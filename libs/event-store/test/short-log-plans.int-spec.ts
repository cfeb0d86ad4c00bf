import type { Pool } from 'pg';
import type { TestDatabase } from '#testing';
import { openPools, type StorePools } from '../src/pools';
import { AggregateRegistry } from '../src/registry';
import { ChangedStreams } from '../src/projection/changed-streams';
import { Checkpoints } from '../src/projection/checkpoints';
import { CursorStore } from '../src/relay/cursors';
import type { LogEpochs } from '../src/epochs/log-epochs';
import { StreamReader, type Query } from '../src/writer/load';
import { DueStreams } from '../src/tasks/due-streams';
import { counter } from './counter';
import {
  LogRecord,
  SCHEMA,
  ask,
  counterCommand,
  counterDatabase,
  newAccount,
  newCounterId,
  servingCounterStore,
  systemClock,
  systemRandom,
} from './store-fixture';

/** So few that the planner would rather read all of them than look for one. */
const EVENTS = 300;

/** A plan is kept by its session: the log grows to millions of events under one that was made for hundreds. */
describe('what follows the log asks, planned while the log is short', () => {
  let database: TestDatabase;
  let pools: StorePools;
  const statements = new Map<string, string>();
  /** Answers nothing. */
  const record: Query = ({ name, text }) => {
    statements.set(name ?? text, text);
    return Promise.resolve([]);
  };
  const registry = new AggregateRegistry([counter]);
  const reader = new StreamReader(SCHEMA, registry);

  beforeAll(async () => {
    database = await counterDatabase();
    const store = await servingCounterStore(database.url);
    const accountId = newAccount();
    await store.submit(
      counterCommand('counter.open', { accountId, streamId: newCounterId(accountId) }, { payload: { times: EVENTS - 1 } }),
    );
    await store.stop();
    await ask(database.url, 'ANALYZE');
    const options = { schema: SCHEMA, databaseUrl: database.url, aggregates: [counter], clock: systemClock, random: systemRandom };
    pools = openPools({ ...options, logger: new LogRecord() });
    const cursors = new Map([[1, { position: 1n, publicPosition: 1n }]]);
    const cursorStore = new CursorStore(SCHEMA, { current: 1n } as LogEpochs);
    await cursorStore.readPage(record, cursors, 1);
    await cursorStore.moveCursors(record, cursors).catch(() => undefined);
    await new ChangedStreams(SCHEMA, reader).read(record, [{ shard: 1, position: 1n }], ['counter']);
    await new Checkpoints(SCHEMA).movePositions(record, []);
    const due = new DueStreams(SCHEMA, registry, reader, record);
    await due.nextAtMs([1]);
    for await (const rows of due.pages([1], 1)) await due.read(rows);
  });
  afterAll(async () => {
    await Promise.all(Object.values(pools).map((pool: Pool) => pool.end()));
    await database.drop();
  });

  it.each([
    'hundi_relay_page',
    'hundi_move_cursors',
    'hundi_changed_streams',
    'hundi_move_checkpoints',
    'hundi_next_wake',
    'hundi_due_streams',
  ])('%s reads neither events nor streams from first to last', async (name) => {
    const { rows } = await pools.relay.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${statements.get(name)}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('cost=');
    // What is hashed is read whole before, by whatever scan.
    expect(plan).not.toMatch(/Seq Scan on (events|streams)|hashed SubPlan/);
  });
});
