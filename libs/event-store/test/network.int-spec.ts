import { LaneUnavailableError, verifyChain, verifyStreams, type EventStore } from '#event-store';
import type { Command } from '#contracts';
import { eventually, startFaultProxy, type FaultProxy, type TestDatabase } from '#testing';
import { counter } from './counter';
import { SCHEMA, Topic, ask, counterCommand, counterDatabase, newCounterIn, servingCounterStore } from './store-fixture';

const SHARDS = [2, 9, 30, 51];
const CLIENTS = 16;
/** A statement that is not answered is given up after 12 s (src/lane/connection.ts). */
const NOBODY_WAITS_LONGER_MS = 14_000;

/** Spec/quality.md F14: between the store and its Postgres lies a network. */
describe('a store behind a network', () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let store: EventStore;
  let topic: Topic;
  beforeEach(async () => {
    database = await counterDatabase();
    const url = new URL(database.url);
    proxy = await startFaultProxy({ target: url.host });
    url.host = proxy.address;
    store = await servingCounterStore(url.toString());
    topic = new Topic();
    store.startRelay(topic.publish);
  });
  afterEach(async () => {
    await store.stop();
    await proxy.stop();
    await database.drop();
  });

  /** A bus under load: each client brings a command again until it is answered, and then the next one, until it is told to end. */
  function startLoad() {
    const answered = new Map<string, number>();
    const errors = new Set<unknown>();
    let isBusy = true;
    const deliver = async (command: Command): Promise<void> => {
      const reply = await store.submit(command).catch((error: unknown) => {
        errors.add((error as Error).constructor);
        throw error;
      });
      answered.set(command.commandId, reply.status);
    };
    const client = async (_: unknown, number: number): Promise<void> => {
      while (isBusy) {
        const command = counterCommand('counter.open', newCounterIn(SHARDS[number % SHARDS.length] ?? 0), {
          deadlineAtMs: Number.MAX_SAFE_INTEGER,
        });
        await eventually(() => deliver(command), { withinMs: 40_000, everyMs: 20 });
      }
    };
    const running = Promise.all(Array.from({ length: CLIENTS }, client));
    return { answered, errors, end: () => ((isBusy = false), running) };
  }

  /** What was answered is stored once, published once and in order, and the log is whole. */
  async function expectWhole(answered: ReadonlyMap<string, number>): Promise<void> {
    expect(new Set(answered.values())).toEqual(new Set([201]));
    const stored = await ask<{ command_id: string; event_id: string }>(
      database.url,
      `SELECT command_id, event_id FROM ${SCHEMA}.events ORDER BY shard, position`,
    );
    expect(stored.map((row) => row.command_id).toSorted()).toEqual([...answered.keys()].toSorted());
    await eventually(() => expect(applied().size).toBe(stored.length));
    expect(applied()).toEqual(new Set(stored.map((row) => row.event_id)));
    expect(await verifyChain({ databaseUrl: database.url, schema: SCHEMA })).toEqual({ intact: true, events: stored.length });
    const { differences } = await verifyStreams({ databaseUrl: database.url, schema: SCHEMA, aggregates: [counter] });
    expect(differences).toEqual([]);
  }

  /** The events that a consumer applies which keeps the position rule. @throws at a gap. */
  function applied(): Set<string> {
    const marks = new Map<number, bigint>();
    const ids = new Set<string>();
    for (const { shard, position, prev, cloudEvent } of topic.messages) {
      const mark = marks.get(shard) ?? 0n;
      if (position <= mark) continue;
      if (prev !== mark) throw new Error(`shard ${shard}: ${position} follows ${prev}, not ${mark}`);
      marks.set(shard, position);
      ids.add(cloudEvent.id);
    }
    return ids;
  }

  it('loses nothing and doubles nothing when every connection is reset again and again, late as they are', async () => {
    const { answered, errors, end } = startLoad();
    for (let reset = 1; reset <= 10; reset++) {
      proxy.delayMs(reset % 3);
      const before = answered.size;
      await eventually(() => expect(answered.size).toBeGreaterThan(before + 50));
      proxy.reset();
    }
    proxy.heal();
    await end();
    expect([...errors]).toEqual([LaneUnavailableError]);
    await expectWhole(answered);
  }, 60_000);

  it('keeps nobody waiting when every byte is lost, the answer to a commit too, and goes on when they arrive again', async () => {
    const { answered, errors, end } = startLoad();
    await eventually(() => expect(answered.size).toBeGreaterThan(200));
    proxy.blackHole();
    const lostAtMs = performance.now();
    await eventually(() => expect([...errors]).toEqual([LaneUnavailableError]), { withinMs: NOBODY_WAITS_LONGER_MS });
    const before = answered.size;
    proxy.heal();
    await eventually(() => expect(answered.size).toBeGreaterThan(before + 200), { withinMs: 10_000 });
    expect(performance.now() - lostAtMs).toBeLessThan(NOBODY_WAITS_LONGER_MS + 10_000);
    await end();
    await expectWhole(answered);
  }, 90_000);
});
