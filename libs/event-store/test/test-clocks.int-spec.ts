import { newId, shardOfAccount, type Command, type Reply } from '#contracts';
import { keyOfDue, rebuildStreams, verifyChain, verifyStreams, type EventStore, type TaskRunner } from '#event-store';
import { FixedClock, eventually, type TestDatabase } from '#testing';
import { caller } from './caller';
import { counter, type CounterPayload } from './counter';
import { SCHEMA, Topic, ask, counterCommand, counterDatabase, newAccount, servingCounterStore, systemRandom } from './store-fixture';
import { answer } from './task-fixture';
import { toyClock } from './toy-clock';

const HOUR_MS = 3_600_000;
const BEGAN_MS = Date.UTC(2030, 0, 1);
const aggregates = [counter, caller, toyClock];

interface Row {
  stream_id: string;
  wake_at: string | null;
  clock_id: string | null;
  clock_wake_at: string | null;
  clock_ordinal: string | null;
  status: string;
}

describe('streams on a test clock', () => {
  let database: TestDatabase;
  let real: FixedClock;
  let store: EventStore;
  let accountId: string;
  beforeEach(async () => {
    database = await counterDatabase();
    real = new FixedClock();
    accountId = newAccount();
    store = await servingCounterStore(database.url, { clock: real, aggregates });
  });
  afterEach(async () => {
    await store.stop();
    await database.drop();
  });

  const idOf = (kind: 'payment' | 'refund' | 'customer'): string => newId(kind, shardOfAccount(accountId), real.nowMs(), systemRandom);
  const send = (type: string, streamId: string, payload: object, more: Partial<Command<string, CounterPayload>> = {}): Promise<Reply> => {
    const deadlineAtMs = real.nowMs() + 30_000;
    return store.submit({ ...counterCommand(type, { accountId, streamId }, { deadlineAtMs, ...more }), payload });
  };
  const system = { actor: { kind: 'system', id: 'clock', address: null } } as const;
  const newClock = async (nowMs = BEGAN_MS): Promise<string> => {
    const clockId = idOf('customer');
    await send('clock.begin', clockId, { nowMs });
    return clockId;
  };
  /** A counter on a clock that closes after so many hours; without a clock in real time. */
  const openFor = async (hours: number, clockId?: string, labels: Record<string, string> = {}): Promise<string> => {
    const streamId = idOf('payment');
    const wakeAtMs = (clockId === undefined ? real.nowMs() : BEGAN_MS) + hours * HOUR_MS;
    expect(await send('counter.open', streamId, { wakeAtMs, labels, other: clockId })).toMatchObject({ status: 201 });
    return streamId;
  };
  const rowOf = async (streamId: string): Promise<Row> => {
    const [row] = await ask<Row & object>(database.url, `select * from ${SCHEMA}.streams where stream_id = $1`, [streamId]);
    if (row === undefined) throw new Error('no such stream');
    return row;
  };
  /** One step: what is due first, and the clock at its time. @returns the stream that was woken. */
  const step = async (clockId: string, throughMs: number): Promise<string | undefined> => {
    const due = await store.clockStreams.findFirst({ accountId, clockId, throughMs });
    if (due === null) return undefined;
    const payload = { nowMs: due.dueAtMs, streamId: due.streamId, wakeType: due.wakeType };
    expect(await send('clock.step', clockId, payload, { ...system, correlationId: 'advance' })).toMatchObject({ status: 200 });
    return due.streamId;
  };

  it('happen at its time, and the log says when they were stored', async () => {
    const topic = new Topic();
    store.startRelay(topic.publish);
    const clockId = await newClock();
    const streamId = await openFor(1, clockId);
    const found = await store.reads.findStream(streamId, accountId, false);
    expect(found?.head).toMatchObject({ clockId, createdAtMs: BEGAN_MS, updatedAtMs: BEGAN_MS });
    const [event] = await ask<{ occurred_at: string; meta: object }>(database.url, `select * from ${SCHEMA}.events where stream_id = $1`, [
      streamId,
    ]);
    expect(event).toMatchObject({
      occurred_at: String(BEGAN_MS),
      meta: { clock: { id: clockId, recordedAtMs: real.nowMs() }, sequence: 1 },
    });
    await eventually(() => expect(topic.messages).toHaveLength(1));
    expect(topic.messages[0]).toMatchObject({ cloudEvent: { time: '2030-01-01T00:00:00.000Z' }, event: { test_clock_id: clockId } });
  });

  it('are left alone by the waker, whatever the time is', async () => {
    const clockId = await newClock(real.nowMs() - HOUR_MS);
    const onClock = idOf('payment');
    await send('counter.open', onClock, { wakeAtMs: real.nowMs() - HOUR_MS, other: clockId });
    const beside = await openFor(1);
    expect(await rowOf(onClock)).toMatchObject({ wake_at: null, clock_id: clockId, clock_wake_at: String(real.nowMs() - HOUR_MS) });
    expect(await rowOf(beside)).toMatchObject({ clock_id: null, clock_wake_at: null, clock_ordinal: null });
    real.advanceMs(2 * HOUR_MS);
    await eventually(async () => expect((await rowOf(beside)).status).toBe('closed'));
    expect((await rowOf(onClock)).status).toBe('open');
  });

  it('are woken by their clock, by time and then in the order in which they began', async () => {
    const clockId = await newClock();
    const [third, first, second, later] = [
      await openFor(2, clockId),
      await openFor(1, clockId),
      await openFor(1, clockId),
      await openFor(9, clockId),
    ];
    await send('counter.add', first, { amount: 5 });
    const throughMs = BEGAN_MS + 8 * HOUR_MS;
    expect(await store.clockStreams.countDue({ accountId, clockId, throughMs })).toBe(3);
    await send('clock.leave', clockId, {});
    const order = [await step(clockId, throughMs), await step(clockId, throughMs), await step(clockId, throughMs)];
    expect(order).toEqual([first, second, third]);
    expect(await step(clockId, throughMs)).toBeUndefined();
    expect((await rowOf(later)).status).toBe('open');
    const events = await ask<object>(
      database.url,
      `select stream_id, type, occurred_at, correlation_id from ${SCHEMA}.events where type in ('clock.moved', 'counter.closed') order by position`,
    );
    expect(events.slice(0, 2)).toEqual([
      { stream_id: clockId, type: 'clock.moved', occurred_at: String(real.nowMs()), correlation_id: 'advance' },
      { stream_id: first, type: 'counter.closed', occurred_at: String(BEGAN_MS + HOUR_MS), correlation_id: 'advance' },
    ]);
  });

  it('are woken once for each of their versions', async () => {
    const clockId = await newClock();
    const streamId = await openFor(1, clockId);
    const time = { accountId, clockId, throughMs: BEGAN_MS + HOUR_MS };
    expect(await store.clockStreams.findFirst(time, [keyOfDue({ streamId, version: 1 })])).toBeNull();
    await send('counter.add', streamId, {});
    expect(await store.clockStreams.findFirst(time, [keyOfDue({ streamId, version: 1 })])).toMatchObject({ streamId, version: 2 });
  });

  it('take no change of a caller while it advances, and are read meanwhile', async () => {
    const clockId = await newClock();
    const streamId = await openFor(1, clockId);
    const beside = await openFor(1);
    await send('clock.leave', clockId, {});
    const busy = { status: 409, refusal: { code: 'clock_advancing' } };
    expect(await send('counter.add', streamId, {})).toMatchObject(busy);
    expect(await send('counter.open', idOf('payment'), { other: clockId })).toMatchObject(busy);
    for (const kind of ['app', 'user'] as const) {
      const actor = { kind, id: 'other', address: null };
      expect(await send('counter.add', streamId, {}, { actor })).toMatchObject(busy);
      expect(await send('counter.open', idOf('payment'), { other: clockId }, { actor })).toMatchObject(busy);
    }
    expect(await send('counter.add', beside, {})).toMatchObject({ status: 200 });
    expect(await send('counter.add', streamId, {}, system)).toMatchObject({ status: 200 });
    expect(await store.reads.findStream(streamId, accountId, false)).toMatchObject({ state: { total: 1 } });
    await send('clock.arrive', clockId, { nowMs: BEGAN_MS + 1 }, system);
    expect(await send('counter.add', streamId, {})).toMatchObject({ status: 200 });
  });

  it('begin on the clock of what caused them', async () => {
    const clockId = await newClock();
    const streamId = await openFor(1, clockId);
    const next = idOf('payment');
    const followUps = [{ streamId: next, type: 'counter.open', payload: { wakeAtMs: BEGAN_MS + 1 } }];
    expect(await send('counter.share', streamId, { followUps })).toMatchObject({ status: 200 });
    expect(await rowOf(next)).toMatchObject({ clock_id: clockId, clock_wake_at: String(BEGAN_MS + 1) });
  });

  it('are called about in real time', async () => {
    const run: TaskRunner = ({ nowMs }) => Promise.resolve(answer(`at ${nowMs - BEGAN_MS}`));
    const clockId = await newClock();
    const streamId = idOf('refund');
    const onClock = { ...caller, relatedStreams: () => [clockId] };
    await store.stop();
    store = await servingCounterStore(database.url, { clock: real, aggregates: [counter, onClock, toyClock] });
    await send('caller.begin', streamId, { dueAtMs: BEGAN_MS + HOUR_MS, wakeAtMs: BEGAN_MS + 2 * HOUR_MS });
    expect(await rowOf(streamId)).toMatchObject({
      wake_at: String(real.nowMs() + HOUR_MS),
      clock_id: clockId,
      clock_wake_at: String(BEGAN_MS + 2 * HOUR_MS),
    });
    store.runTasks({ call: run });
    real.advanceMs(HOUR_MS);
    await eventually(async () =>
      expect(await rowOf(streamId)).toMatchObject({ wake_at: null, clock_wake_at: String(BEGAN_MS + 2 * HOUR_MS) }),
    );
    expect(await store.reads.findStream(streamId, accountId, false)).toMatchObject({ state: { answers: [`at ${HOUR_MS}`] } });
  });

  it('go on where they stood in another process, and are the same when they are made anew from the log', async () => {
    const clockId = await newClock();
    const streams = [await openFor(3, clockId), await openFor(1, clockId), await openFor(2, clockId)];
    await send('clock.leave', clockId, {});
    const throughMs = BEGAN_MS + 9 * HOUR_MS;
    const order = [await step(clockId, throughMs)];
    await store.stop();
    store = await servingCounterStore(database.url, { clock: real, aggregates });
    order.push(await step(clockId, throughMs), await step(clockId, throughMs));
    expect(order).toEqual([streams[1], streams[2], streams[0]]);
    const input = { databaseUrl: database.url, schema: SCHEMA, aggregates };
    expect((await verifyStreams(input)).differences).toEqual([]);
    await rebuildStreams(input);
    expect((await verifyStreams(input)).differences).toEqual([]);
    expect(await verifyChain(input)).toMatchObject({ intact: true });
  });
});
