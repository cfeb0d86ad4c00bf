import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Reply } from '#contracts';
import type { EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Client } from 'pg';
import { lockClass } from '../src/schema/names';
import {
  SCHEMA,
  ask,
  counterCommand,
  counterDatabase,
  newCounterId,
  newCounterIn,
  servingCounterStore,
  type CounterTarget,
} from './store-fixture';

/** Partitions 1 and 2, so that each of the two writers serves one of them. */
const [SHARD, OTHER_WRITERS_SHARD] = [1, 2];
const MOST_CONNECTIONS = 2 + 6 + 2 + 2 + 4;

describe('a backend of Postgres that is frozen (F7)', () => {
  let database: TestDatabase;
  let store: EventStore;
  let other: Client;
  const frozen = new Set<number>();
  beforeEach(async () => {
    database = await counterDatabase();
    store = await servingCounterStore(database.url);
    other = new Client({ connectionString: database.url });
    await other.connect();
  });
  afterEach(async () => {
    for (const pid of frozen) thaw(pid);
    await other.end();
    await store.stop();
    await database.drop();
  });

  const freeze = (pid: number): void => {
    if (!existsSync(`/proc/${pid}`)) throw new Error('the Postgres of this run is on another machine');
    frozen.add(pid);
    process.kill(pid, 'SIGSTOP');
  };
  const thaw = (pid: number): void => {
    frozen.delete(pid);
    process.kill(pid, 'SIGCONT');
  };
  const pidOf = async (name: string): Promise<number> => {
    const activity = 'select pid from pg_stat_activity where datname = current_database() and application_name = $1';
    return (await ask<{ pid: number }>(database.url, activity, [name]))[0]?.pid ?? -1;
  };
  const open = (target: CounterTarget, deadlineAtMs = Date.now() + 30_000): Promise<Reply> =>
    store.submit(counterCommand('counter.open', target, { deadlineAtMs }));
  const untilPast = (deadlineAtMs: number): Promise<void> => eventually(() => expect(Date.now()).toBeGreaterThan(deadlineAtMs));
  const events = async ({ streamId }: CounterTarget): Promise<number> =>
    (await ask(database.url, `select from ${SCHEMA}.events where stream_id = $1`, [streamId])).length;

  it('and holds the lock of a shard: the others are served, reads go on, pools stay bounded, and nothing acts after its deadline', async () => {
    const known = newCounterIn(SHARD);
    await open(known);
    const late = Array.from({ length: 20 }, () => ({ ...known, streamId: newCounterId(known.accountId) }));
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock($1, $2)', [lockClass(SCHEMA, 'append'), SHARD]);
    const pid = (await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? -1;
    freeze(pid);
    const deadlineAtMs = Date.now() + 2_000;
    const replies = Promise.all(late.map((target) => open(target, deadlineAtMs)));
    const hold = store.keyHolds.hold(
      { accountId: known.accountId, livemode: false },
      { claim: { key: 'k', fingerprint: 'f' }, commandId: randomUUID(), streamId: 'kyc_1', operation: 'kyc.create' },
    );
    for (let round = 0; round < 20; round++) {
      const startedAtMs = performance.now();
      expect(await store.reads.findStream(known.streamId, known.accountId, false)).not.toBeNull();
      expect(await open(newCounterIn(OTHER_WRITERS_SHARD))).toMatchObject({ status: 201 });
      expect(performance.now() - startedAtMs).toBeLessThan(1_500);
    }
    expect(await hold).toBe('busy');
    const connections = `select from pg_stat_activity where datname = current_database() and application_name like 'hundi %'`;
    expect((await ask(database.url, connections)).length).toBeLessThanOrEqual(MOST_CONNECTIONS);
    await untilPast(deadlineAtMs);
    thaw(pid);
    await other.query('ROLLBACK');
    for (const reply of await replies) expect(reply).toMatchObject({ refusal: { code: 'command_expired' } });
    for (const target of late) expect(await events(target)).toBe(0);
    expect(await open(newCounterIn(SHARD))).toMatchObject({ status: 201 });
  });

  it('with an append in its hands: what it does when it wakes after the deadline is taken back', async () => {
    const target = newCounterIn(SHARD);
    await open(newCounterIn(SHARD));
    const pid = await pidOf(`hundi ${SCHEMA} writer 1`);
    freeze(pid);
    const deadlineAtMs = Date.now() + 1_000;
    const reply = open(target, deadlineAtMs);
    await untilPast(deadlineAtMs);
    thaw(pid);
    expect(await reply).toMatchObject({ refusal: { code: 'command_expired' } });
    expect(await events(target)).toBe(0);
  });

  it('with the locks of a writer: the store says that it is not ready, the other writer serves, and both do when it wakes', async () => {
    const pid = await pidOf(`hundi ${SCHEMA} writer 1`);
    expect(store.isConnected).toBe(true);
    freeze(pid);
    await eventually(() => expect(store.isConnected).toBe(false), { withinMs: 6_000, everyMs: 1 });
    expect(await open(newCounterIn(OTHER_WRITERS_SHARD))).toMatchObject({ status: 201 });
    await expect(open(newCounterIn(SHARD))).rejects.toMatchObject({ name: 'WriterUnavailableError' });
    thaw(pid);
    await eventually(async () => expect(await open(newCounterIn(SHARD))).toMatchObject({ status: 201 }));
    expect(store.isConnected).toBe(true);
  });
});
