import type { EventStore } from '#event-store';
import { FixedClock, eventually, type TestDatabase } from '#testing';
import { derivedUuid } from '../src/writer/pending';
import { accept } from '#decider';
import { counter, type CounterEvent } from './counter';
import { SCHEMA, ask, counterCommand, counterDatabase, newAccount, newCounterId, servingCounterStore, systemClock } from './store-fixture';

describe('a timer', () => {
  let database: TestDatabase;
  let clock: FixedClock;
  let store: EventStore;
  const accountId = newAccount();
  beforeEach(async () => {
    database = await counterDatabase();
    clock = new FixedClock();
    store = await servingCounterStore(database.url, { clock });
  });
  afterEach(async () => {
    await store.stop();
    await database.drop();
  });

  const openUntil = async (wakeAtMs: number): Promise<string> => {
    const streamId = newCounterId(accountId);
    const deadlineAtMs = clock.nowMs() + 30_000;
    await store.submit(counterCommand('counter.open', { accountId, streamId }, { payload: { wakeAtMs }, deadlineAtMs }));
    return streamId;
  };
  const statusOf = async (streamId: string): Promise<string | undefined> =>
    (await ask<{ status: string }>(database.url, `select status from ${SCHEMA}.streams where stream_id = $1`, [streamId]))[0]?.status;

  it('wakes a stream when its time has come, and not before', async () => {
    const soon = await openUntil(clock.nowMs() + 10_000);
    const later = await openUntil(clock.nowMs() + 60_000);
    clock.advanceMs(10_001);
    await eventually(async () => expect(await statusOf(soon)).toBe('closed'));
    expect(await statusOf(later)).toBe('open');
    const [event] = await ask<{ meta: { actor: object } }>(database.url, `select meta from ${SCHEMA}.events where type = 'counter.closed'`);
    expect(event?.meta.actor).toEqual({ kind: 'system', id: 'waker', address: null });
  });

  it('comes in time after others that came before it, although nothing else happens', async () => {
    await store.stop();
    store = await servingCounterStore(database.url);
    const startedAtMs = systemClock.nowMs();
    const opened = [600, 2_500].map(async (afterMs) => {
      const streamId = newCounterId(accountId);
      const wakeAtMs = startedAtMs + afterMs;
      await store.submit(counterCommand('counter.open', { accountId, streamId }, { payload: { wakeAtMs } }));
      return streamId;
    });
    const [, last = ''] = await Promise.all(opened);
    // While nothing is due, a look that knows of nothing comes ten seconds later.
    await eventually(async () => expect(await statusOf(last)).toBe('closed'), { withinMs: 7_000 });
  });

  it('survives a restart, and fires once when two processes see it', async () => {
    const streamId = await openUntil(clock.nowMs() + 10_000);
    await store.stop();
    clock.advanceMs(10_001);
    store = await servingCounterStore(database.url, { clock });
    await eventually(async () => expect(await statusOf(streamId)).toBe('closed'));
    expect(await ask(database.url, `select from ${SCHEMA}.commands where operation = 'counter.close'`)).toHaveLength(1);
  });

  it('comes again under another id when a wake-up was stored as expired', async () => {
    const streamId = await openUntil(clock.nowMs() + 10_000);
    const expired = { commandId: derivedUuid(`wake ${streamId} 1 ${clock.nowMs() + 10_000} 0`), deadlineAtMs: clock.nowMs() - 1 };
    expect(await store.submit(counterCommand('counter.close', { accountId, streamId }, expired))).toMatchObject({ status: 503 });
    clock.advanceMs(10_001);
    await eventually(async () => expect(await statusOf(streamId)).toBe('closed'));
  });

  /** A counter that closes no sooner than so long after it asked to be woken: as where a setting made it ask. */
  const closingAfter = (ms: number, onLoad: () => void = () => undefined): typeof counter => ({
    ...counter,
    timer: { ...counter.timer!, dueAtMs: ({ wakeAtMs }) => (wakeAtMs === null ? null : wakeAtMs + ms) },
    decide(command, state, context) {
      const isEarly = command.type === 'counter.close' && context.nowMs < (state.wakeAtMs ?? 0) + ms;
      return isEarly ? accept<CounterEvent>([]) : counter.decide(command, state, context);
    },
    relatedStreams(command) {
      if (command.type === 'counter.close') onLoad();
      return counter.relatedStreams!(command);
    },
  });
  const serve = async (aggregate: typeof counter): Promise<void> => {
    await store.stop();
    store = await servingCounterStore(database.url, { clock, aggregates: [aggregate] });
  };

  it('comes when its time has come by the settings of now, where they put it off since it was set', async () => {
    const streamId = await openUntil(clock.nowMs() + 10_000);
    await serve(closingAfter(60_000));
    clock.advanceMs(10_001);
    await eventually(async () =>
      expect(await ask(database.url, `select from ${SCHEMA}.commands where operation = 'counter.close'`)).toHaveLength(1),
    );
    // Another process knows nothing of that.
    await serve(closingAfter(60_000));
    expect(await statusOf(streamId)).toBe('open');
    clock.advanceMs(60_000);
    await eventually(async () => expect(await statusOf(streamId)).toBe('closed'));
  });

  it('is not lost where the clock of the machine goes back while it is woken', async () => {
    const back = jest.fn(() => clock.advanceMs(-5_000));
    await serve(closingAfter(0, back));
    const streamId = await openUntil(clock.nowMs() + 10_000);
    clock.advanceMs(10_001);
    await eventually(() => expect(back).toHaveBeenCalled());
    clock.advanceMs(60_000);
    await eventually(async () => expect(await statusOf(streamId)).toBe('closed'));
  });

  it('wakes each of many that are due at one instant once, in one shard and in several', async () => {
    const wakeAtMs = clock.nowMs() + 10_000;
    const accounts = [accountId, ...Array.from({ length: 20 }, newAccount)];
    // More than two pages of one shard, and some of each other.
    const owners = [...Array.from({ length: 450 }, () => accountId), ...accounts, ...accounts];
    const deadlineAtMs = clock.nowMs() + 30_000;
    await Promise.all(
      owners.map((owner) =>
        store.submit(
          counterCommand('counter.open', { accountId: owner, streamId: newCounterId(owner) }, { payload: { wakeAtMs }, deadlineAtMs }),
        ),
      ),
    );
    clock.advanceMs(10_001);
    const counts = `select count(*)::int as events, count(distinct stream_id)::int as streams from ${SCHEMA}.events where type = 'counter.closed'`;
    await eventually(async () => expect((await ask(database.url, counts))[0]).toEqual({ events: owners.length, streams: owners.length }));
  });

  it('is not held up by any number of others whose aggregate throws', async () => {
    await store.stop();
    const poisoned: typeof counter = {
      ...counter,
      decide(command, state, context) {
        if (command.type === 'counter.close' && state.labels.poisoned) throw new Error('a bug of the aggregate');
        return counter.decide(command, state, context);
      },
    };
    store = await servingCounterStore(database.url, { clock, aggregates: [poisoned] });
    const payload = { wakeAtMs: clock.nowMs() + 1_000, labels: { poisoned: 'yes' } };
    const deadlineAtMs = clock.nowMs() + 30_000;
    const open = () =>
      store.submit(counterCommand('counter.open', { accountId, streamId: newCounterId(accountId) }, { payload, deadlineAtMs }));
    await Promise.all(Array.from({ length: 210 }, open));
    const streamId = await openUntil(clock.nowMs() + 2_000);
    clock.advanceMs(2_001);
    await eventually(async () => expect(await statusOf(streamId)).toBe('closed'));
  });
});
