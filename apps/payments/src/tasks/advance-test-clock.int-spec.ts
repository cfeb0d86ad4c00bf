import { newId, shardOfAccount, type Command, type Reply, type TestClockResource } from '#contracts';
import { EventStore, eventStoreMigration, runMigrations, verifyStreams, type AggregateDefinition } from '#event-store';
import { createLogger, SystemClock, SystemRandom } from '#service';
import { askDatabase, eventually, testDatabase, type TestDatabase } from '#testing';
import { timedObject, type OnWake } from '../../test/timed-objects';
import { defineRegistry } from '../registry/aggregate';
import { ADVANCE_TASK, defineTestClock } from '../test-clock/aggregate';
import { advanceTestClock } from './advance-test-clock';

const SCHEMA = 'clocks';
const HOUR_MS = 3_600_000;
const BEGAN = Date.UTC(2031, 0, 1);

describe('an advance of a test clock', () => {
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  const accountId = newId('account', 0, clock.nowMs(), random);
  let database: TestDatabase;
  const stores: EventStore[] = [];
  let store: EventStore;

  const started = async (timed: AggregateDefinition = timedObject): Promise<EventStore> => {
    const one = new EventStore({
      schema: SCHEMA,
      databaseUrl: database.url,
      aggregates: [defineTestClock(), defineRegistry('testClock'), timed],
      ...{ clock, random },
      logger: createLogger({ service: 'payments', level: 'silent' }),
      // What is under way is not waited for: it ends in the middle.
      tasks: { graceMs: 0 },
    });
    stores.push(one);
    one.runTasks({ [ADVANCE_TASK]: advanceTestClock({ store: one, clock }) });
    await one.start();
    return one;
  };
  const restart = async (timed?: AggregateDefinition): Promise<void> => {
    await Promise.all(stores.splice(0).map((one) => one.stop()));
    store = await started(timed);
    await store.takeAll();
  };
  beforeEach(async () => {
    database = await testDatabase('test_clocks', async (databaseUrl) => {
      await runMigrations({ databaseUrl, schema: SCHEMA, migrations: [eventStoreMigration(SCHEMA)] });
    });
    await restart();
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((one) => one.stop()));
    await database.drop();
  });

  const idOf = (kind: 'testClock' | 'debit'): string => newId(kind, shardOfAccount(accountId), clock.nowMs(), random);
  const send = (type: string, streamId: string, payload: object): Promise<Reply> => {
    const commandId = random.uuid();
    const nowMs = clock.nowMs();
    const command: Command = {
      ...{ commandId, type, streamId, accountId, payload },
      livemode: false,
      idempotency: null,
      actor: { kind: 'api_key', id: 'key_1', address: null },
      requestId: null,
      correlationId: commandId,
      causationId: null,
      issuedAtMs: nowMs,
      deadlineAtMs: nowMs + 30_000,
    };
    return store.submit(command);
  };
  const newClock = async (): Promise<string> => {
    const clockId = idOf('testClock');
    expect(await send('test_clocks.create', clockId, { nowAtMs: BEGAN })).toMatchObject({ status: 201 });
    return clockId;
  };
  const timed = async (clockId: string, hours: number, onWake: OnWake = 'rings'): Promise<string> => {
    const streamId = idOf('debit');
    expect(await send('timed.set', streamId, { clockId, dueAtMs: BEGAN + hours * HOUR_MS, onWake })).toMatchObject({ status: 201 });
    return streamId;
  };
  const advance = async (clockId: string, hours: number): Promise<void> => {
    expect(await send('test_clocks.advance', clockId, { by: { months: 0, ms: hours * HOUR_MS } })).toMatchObject({ status: 202 });
  };
  const shown = async (clockId: string): Promise<TestClockResource> => {
    const found = await store.reads.findStream(clockId, accountId, false);
    return defineTestClock().render(found as never) as TestClockResource;
  };
  const untilReady = (clockId: string): Promise<void> =>
    eventually(async () => expect(await shown(clockId)).toMatchObject({ status: 'ready' }));
  /** What rang, in order, with the hour of the clock at which it did. */
  const rung = async (): Promise<[string, number][]> => {
    const rows = await askDatabase<{ stream_id: string; occurred_at: string }>(
      database.url,
      `select stream_id, occurred_at from ${SCHEMA}.events where type = 'timed.rang' order by position`,
    );
    return rows.map(({ stream_id: id, occurred_at: at }) => [id, (Number(at) - BEGAN) / HOUR_MS]);
  };

  it('wakes what is due by time, and then in the order in which it began', async () => {
    const clockId = await newClock();
    const [late, first, second] = [await timed(clockId, 3), await timed(clockId, 1), await timed(clockId, 1)];
    const repeating = await timed(clockId, 2, 'repeats');
    await timed(clockId, 9);
    await advance(clockId, 4);
    await untilReady(clockId);
    expect(await rung()).toEqual([
      [first, 1],
      [second, 1],
      [repeating, 2],
      [late, 3],
      [repeating, 3],
      [repeating, 4],
    ]);
    expect(await shown(clockId)).toMatchObject({ steps_done: 6, now_at: (BEGAN + 4 * HOUR_MS) / 1_000, stopped_reason: null });
    const { differences } = await verifyStreams({
      databaseUrl: database.url,
      schema: SCHEMA,
      aggregates: [defineTestClock(), defineRegistry('testClock'), timedObject],
    });
    expect(differences).toEqual([]);
  });

  it('goes on where the log stands when its process ends in the middle', async () => {
    const clockId = await newClock();
    const repeating = await timed(clockId, 1, 'repeats');
    await advance(clockId, 500);
    for (let ends = 0; ends < 3; ends++) {
      const before = (await shown(clockId)).steps_done;
      await eventually(async () => expect((await shown(clockId)).steps_done).toBeGreaterThan(before), { everyMs: 1 });
      await restart();
    }
    await untilReady(clockId);
    expect(await rung()).toEqual(Array.from({ length: 500 }, (_, index) => [repeating, index + 1]));
    expect((await shown(clockId)).steps_done).toBe(500);
  }, 60_000);

  it('makes every step once, however many work it off', async () => {
    const clockId = await newClock();
    const repeating = await timed(clockId, 1, 'repeats');
    const found = async () => {
      const snapshot = await store.reads.findStream(clockId, accountId, false);
      return snapshot as never;
    };
    await advance(clockId, 100);
    const run = advanceTestClock({ store, clock });
    const task = { name: ADVANCE_TASK, dueAtMs: 0, key: 'k', snapshot: await found(), attempt: 0, nowMs: 0, guard: undefined as never };
    // Whoever comes second to a step ends its run.
    await Promise.allSettled([run(task, new AbortController().signal), run(task, new AbortController().signal)]);
    await untilReady(clockId);
    expect(await rung()).toEqual(Array.from({ length: 100 }, (_, index) => [repeating, index + 1]));
  });

  it.each<[OnWake, string, string]>([
    ['throws', 'internal_error', 'Something went wrong on our side.'],
    ['refuses', 'state_conflict', 'It cannot ring.'],
  ])('fails at an object that %s, with its name, and may be asked again', async (onWake, code, message) => {
    const clockId = await newClock();
    const [good, bad] = [await timed(clockId, 1), await timed(clockId, 2, onWake)];
    await advance(clockId, 4);
    await eventually(async () => expect(await shown(clockId)).toMatchObject({ status: 'failed' }));
    expect(await shown(clockId)).toMatchObject({
      now_at: (BEGAN + HOUR_MS) / 1_000,
      stopped_reason: 'error',
      last_error: { object_id: bad, code, message },
    });
    // As after a release that mends it.
    await restart({
      ...timedObject,
      decide: (command, state, context) => timedObject.decide(command, { ...state, onWake: 'rings' }, context),
    });
    await advance(clockId, 4);
    await untilReady(clockId);
    expect(await rung()).toEqual([
      [good, 1],
      [bad, 2],
    ]);
  });

  it('passes by what has nothing to do when it is woken', async () => {
    const clockId = await newClock();
    await timed(clockId, 1, 'nothing');
    const after = await timed(clockId, 2);
    await advance(clockId, 4);
    await untilReady(clockId);
    expect(await rung()).toEqual([[after, 2]]);
  });

  it('does 1,000 steps in a few seconds', async () => {
    const clockId = await newClock();
    await timed(clockId, 1, 'repeats');
    await advance(clockId, 1_000);
    const startedMs = performance.now();
    await eventually(async () => expect(await shown(clockId)).toMatchObject({ status: 'ready', steps_done: 1_000 }), { withinMs: 60_000 });
    expect(performance.now() - startedMs).toBeLessThan(30_000);
  }, 70_000);
});
