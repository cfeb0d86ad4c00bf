import { shardOfAccount, type Command, type Reply } from '#contracts';
import type { EventStore, EventStoreOptions } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { Client } from 'pg';
import { lockClass } from '../src/schema/names';
import {
  SCHEMA,
  ask,
  counterCommand,
  counterDatabase,
  newAccount,
  newCounterId,
  servingCounterStore,
  untilSessionWaits,
} from './store-fixture';

const HOUR_MS = 3_600_000;
/** Long enough for a command to come to the append on a busy machine. */
const WAIT_MS = 1_500;

describe('the deadline of a command that waits for a lock of the database (F12)', () => {
  let database: TestDatabase;
  let other: Client;
  const stores: EventStore[] = [];
  const accountId = newAccount();
  beforeEach(async () => {
    database = await counterDatabase();
    other = new Client({ connectionString: database.url });
    await other.connect();
  });
  afterEach(async () => {
    await other.end();
    await Promise.all(stores.splice(0).map((store) => store.stop()));
    await database.drop();
  });

  /** A store whose clock is so far ahead of that of the database. */
  const serving = async (aheadMs = 0, more: Partial<EventStoreOptions> = {}): Promise<EventStore> => {
    const clock = { nowMs: () => Date.now() + aheadMs, monotonicMs: () => performance.now() };
    const store = await servingCounterStore(database.url, { clock, ...more });
    stores.push(store);
    return store;
  };
  const opening = (deadlineAtMs: number): Command =>
    counterCommand('counter.open', { accountId, streamId: newCounterId(accountId) }, { deadlineAtMs });
  const lockShard = (): Promise<unknown> =>
    other.query('SELECT pg_advisory_lock($1, $2)', [lockClass(SCHEMA, 'append'), shardOfAccount(accountId)]);
  const unlockShard = (): Promise<unknown> => other.query('SELECT pg_advisory_unlock_all()');
  const untilAppendWaits = (): Promise<void> => untilSessionWaits(database.url);
  const untilPast = (deadlineAtMs: number, aheadMs = 0): Promise<void> =>
    eventually(() => expect(Date.now() + aheadMs).toBeGreaterThan(deadlineAtMs));
  const eventsOf = ({ streamId }: Command): Promise<object[]> =>
    ask(database.url, `select from ${SCHEMA}.events where stream_id = $1`, [streamId]);
  const expired = { status: 503, refusal: { code: 'command_expired' } };

  it('refuses it after the wait, stores the refusal, and stores what shared its batch and has time', async () => {
    const store = await serving();
    await lockShard();
    const deadlineAtMs = Date.now() + WAIT_MS;
    const [late, early] = [opening(deadlineAtMs), opening(deadlineAtMs + 30_000)];
    const replies = Promise.all([store.submit(late), store.submit(early)]);
    await untilAppendWaits();
    await untilPast(deadlineAtMs);
    await unlockShard();
    const [refused, accepted] = await replies;
    expect(refused).toMatchObject(expired);
    expect(accepted).toMatchObject({ status: 201 });
    expect([await eventsOf(late), await eventsOf(early)].map((events) => events.length)).toEqual([0, 1]);
    expect(await store.submit({ ...late, deadlineAtMs: Date.now() + 30_000 })).toEqual(refused);
  });

  it('counts a wait for a row as well', async () => {
    const store = await serving();
    const open = opening(Date.now() + 30_000);
    await store.submit(open);
    await other.query('BEGIN');
    await other.query(`SELECT FROM ${SCHEMA}.streams WHERE stream_id = $1 FOR UPDATE`, [open.streamId]);
    const deadlineAtMs = Date.now() + WAIT_MS;
    const reply = store.submit(counterCommand('counter.add', { accountId, streamId: open.streamId }, { deadlineAtMs }));
    await untilAppendWaits();
    await untilPast(deadlineAtMs);
    await other.query('COMMIT');
    expect(await reply).toMatchObject(expired);
    expect(await eventsOf(open)).toHaveLength(1);
  });

  it('keeps the read position that was to be written with it', async () => {
    const store = await serving();
    await lockShard();
    store.ownership.settled('embedded', 3, 12n);
    const deadlineAtMs = Date.now() + WAIT_MS;
    const reply = store.submit(opening(deadlineAtMs));
    await untilAppendWaits();
    await untilPast(deadlineAtMs);
    await unlockShard();
    await reply;
    await eventually(async () =>
      expect(await ask(database.url, `select position from ${SCHEMA}.consumer_positions`)).toEqual([{ position: '12' }]),
    );
  });

  it.each([HOUR_MS, -HOUR_MS])('is that of the process, whose clock may be %d ms ahead of the database', async (aheadMs) => {
    const skews: number[] = [];
    const store = await serving(aheadMs, { observe: { databaseClock: (skewMs) => skews.push(skewMs) } });
    const submit = (deadlineAtMs: number): Promise<Reply> => store.submit(opening(deadlineAtMs));
    expect(await submit(Date.now() + aheadMs + 30_000)).toMatchObject({ status: 201 });
    await lockShard();
    const deadlineAtMs = Date.now() + aheadMs + WAIT_MS;
    const reply = submit(deadlineAtMs);
    await untilAppendWaits();
    await untilPast(deadlineAtMs, aheadMs);
    await unlockShard();
    expect(await reply).toMatchObject(expired);
    for (const skewMs of skews) expect(Math.abs(skewMs + aheadMs)).toBeLessThan(1_000);
  });
});
