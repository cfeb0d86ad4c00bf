import type { Socket } from 'node:net';
import type { Clock, Reply } from '#contracts';
import { WriterUnavailableError, type Alongside, type EventStore } from '#event-store';
import { eventually, type TestDatabase } from '#testing';
import { counterTotals } from './counter-totals';
import {
  SCHEMA,
  Topic,
  accountInShard,
  ask,
  counterCommand,
  counterDatabase,
  counterStore,
  newCounterId,
  servingCounterStore,
  type CounterTarget,
} from './store-fixture';

/** What a process got no notice of it looks for after ten seconds. */
const SOON = { withinMs: 5_000 };
/** Shards of the first writer, which listens, and of the second one. */
const SHARDS = [2, 3];

describe('a process that serves every partition of a store to which others append', () => {
  let database: TestDatabase;
  let [serving, other]: EventStore[] = [];
  let topic: Topic;
  beforeEach(async () => {
    database = await counterDatabase();
    serving = await servingCounterStore(database.url, { othersAppend: true });
    other = counterStore(database.url, { othersAppend: true });
    topic = new Topic();
    serving.startRelay(topic.publish);
  });
  afterEach(async () => {
    await Promise.all([serving?.stop(), other?.stop()]);
    await database.drop();
  });

  const targetIn = (shard: number): CounterTarget => {
    const accountId = accountInShard(shard);
    return { accountId, streamId: newCounterId(accountId) };
  };
  const append = (type: string, target: CounterTarget, payload: object = {}): Promise<Reply> =>
    other!.decideHere(counterCommand(type, target, { payload }));
  const published = ({ streamId }: CounterTarget): string[] =>
    topic.messages.filter(({ cloudEvent }) => cloudEvent.subject === streamId).map(({ cloudEvent }) => cloudEvent.type);
  const sessions = `FROM pg_stat_activity WHERE application_name = 'hundi ${SCHEMA} writer 0' AND datname = current_database()`;

  it.each(SHARDS)('publishes and shows it at once, in shard %i', async (shard) => {
    const target = targetIn(shard);
    await serving!.startProjection(counterTotals());
    await serving!.submit(counterCommand('counter.open', target));
    await eventually(() => expect(published(target)).toEqual(['counter.opened']), SOON);
    await append('counter.add', target, { amount: 5 });
    await eventually(() => expect(published(target)).toEqual(['counter.opened', 'counter.added']), SOON);
    const shown = `SELECT total FROM ${SCHEMA}.counter_totals WHERE stream_id = $1`;
    await eventually(async () => expect(await ask(database.url, shown, [target.streamId])).toEqual([{ total: 5 }]), SOON);
  });

  it('publishes it behind what it has just stored itself', async () => {
    const target = targetIn(SHARDS[0]!);
    const types = ['counter.opened', ...Array<string>(20).fill('counter.added')];
    await serving!.submit(counterCommand('counter.open', target));
    for (let times = 0; times < 10; times++) {
      await serving!.submit(counterCommand('counter.add', target));
      await append('counter.add', target);
    }
    await eventually(() => expect(published(target)).toEqual(types), SOON);
  });

  it('wakes it in time', async () => {
    const target = targetIn(SHARDS[1]!);
    await append('counter.open', target, { wakeAtMs: Date.now() + 600 });
    await eventually(() => expect(published(target)).toEqual(['counter.opened', 'counter.closed']), SOON);
  });

  it('publishes at once what it decided itself, though the answer to its commit was lost', async () => {
    const target = targetIn(SHARDS[1]!);
    let socket: Socket | undefined;
    const loseAnswers: Alongside = async (client) => {
      socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
      socket.removeAllListeners('data');
    };
    const decided = serving!.decideHere(counterCommand('counter.open', target), loseAnswers);
    const unknown = expect(decided).rejects.toThrow(WriterUnavailableError);
    const stored = `SELECT type FROM ${SCHEMA}.events WHERE stream_id = $1`;
    await eventually(async () => expect(await ask(database.url, stored, [target.streamId])).toHaveLength(1));
    socket?.destroy();
    await unknown;
    await eventually(() => expect(published(target)).toEqual(['counter.opened']), SOON);
  });

  it('alone counts as behind what is not published yet, and not the one that decided it', async () => {
    let [aheadMs, lagMs] = [0, (): number => NaN];
    const clock: Clock = { monotonicMs: () => performance.now(), nowMs: () => Date.now() + aheadMs };
    const deciding = counterStore(database.url, { othersAppend: true, clock, observe: { relayStarted: (ask) => void (lagMs = ask) } });
    deciding.startRelay(new Topic().publish);
    await deciding.decideHere(counterCommand('counter.open', targetIn(SHARDS[0]!)));
    aheadMs = 60_000;
    const laggedMs = lagMs();
    await deciding.stop();
    expect(laggedMs).toBe(0);
  });

  it.each(SHARDS)('gets notices with a new session when the one that listened is lost, in shard %i', async (shard) => {
    const [{ pid: former } = { pid: 0 }] = await ask<{ pid: number }>(database.url, `SELECT pid ${sessions}`);
    await ask(database.url, `SELECT pg_terminate_backend(pid) ${sessions}`);
    await eventually(async () => {
      const now = await ask<{ pid: number }>(database.url, `SELECT pid ${sessions}`);
      expect([now.length, now[0]?.pid === former, serving!.ownership.ownsAll()]).toEqual([1, false, true]);
    });
    const target = targetIn(shard);
    await append('counter.open', target);
    await eventually(() => expect(published(target)).toEqual(['counter.opened']), SOON);
  });

  it.each(SHARDS)('finds what came while no session listened, in shard %i', async (shard) => {
    const target = targetIn(shard);
    await ask(database.url, `SELECT pg_terminate_backend(pid) ${sessions}`);
    expect(await append('counter.open', target)).toMatchObject({ status: 201 });
    await eventually(() => expect(published(target)).toEqual(['counter.opened']), SOON);
  });
});
