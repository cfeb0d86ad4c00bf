import { WriterUnavailableError, verifyChain, verifyStreams, type EventStore } from '#event-store';
import type { Command } from '#contracts';
import { eventually } from '#testing';
import { counter } from './counter';
import { SCHEMA, ask, counterCommand, newCounterIn, type Topic } from './store-fixture';

const SHARDS = [2, 9, 30, 51];
const CLIENTS = 16;
/** Longer than any fault of these suites. */
const ANSWERED_WITHIN_MS = 60_000;

/** Sixteen clients as a bus serves them: each brings its command again until it is answered, and then the next one. */
export class StoreLoad {
  /** Status by command id. */
  readonly answered = new Map<string, number>();
  private readonly errors = new Set<unknown>();
  private readonly running: Promise<unknown>;
  private isBusy = true;

  constructor(private readonly store: EventStore) {
    this.running = Promise.all(Array.from({ length: CLIENTS }, (_, number) => this.bring(SHARDS[number % SHARDS.length] ?? 0)));
    // Handled by `end`; a test that failed before must not fail another suite.
    this.running.catch(() => undefined);
  }

  /** Waits for so many answers more. */
  async goesOn(answers: number, withinMs?: number): Promise<void> {
    const before = this.answered.size;
    await eventually(() => expect(this.answered.size).toBeGreaterThan(before + answers), { withinMs });
  }

  /** Waits until the store cannot take commands. */
  async isRefused(withinMs?: number): Promise<void> {
    await eventually(() => expect(this.errors.size).toBeGreaterThan(0), { withinMs });
  }

  /** No new commands; resolves when all are answered. */
  async end(): Promise<void> {
    this.isBusy = false;
    await this.running;
  }

  /** What was answered is stored once, published once and in order, the log is whole, and nothing else went wrong. */
  async expectWhole(databaseUrl: string, topic: Topic): Promise<void> {
    expect([...this.errors]).toEqual([WriterUnavailableError]);
    expect(new Set(this.answered.values())).toEqual(new Set([201]));
    const stored = await ask<{ command_id: string; event_id: string }>(
      databaseUrl,
      `SELECT command_id, event_id FROM ${SCHEMA}.events ORDER BY shard, position`,
    );
    expect(stored.map((row) => row.command_id).toSorted()).toEqual([...this.answered.keys()].toSorted());
    await eventually(() => expect(appliedOf(topic).size).toBe(stored.length));
    expect(appliedOf(topic)).toEqual(new Set(stored.map((row) => row.event_id)));
    expect(await verifyChain({ databaseUrl, schema: SCHEMA })).toEqual({ intact: true, events: stored.length });
    const { differences } = await verifyStreams({ databaseUrl, schema: SCHEMA, aggregates: [counter] });
    expect(differences).toEqual([]);
  }

  private async bring(shard: number): Promise<void> {
    while (this.isBusy) {
      const command = counterCommand('counter.open', newCounterIn(shard), { deadlineAtMs: Number.MAX_SAFE_INTEGER });
      await eventually(() => this.deliver(command), { withinMs: ANSWERED_WITHIN_MS });
    }
  }

  private async deliver(command: Command): Promise<void> {
    const reply = await this.store.submit(command).catch((error: unknown) => {
      this.errors.add((error as Error).constructor);
      throw error;
    });
    this.answered.set(command.commandId, reply.status);
  }
}

/** The events that a consumer applies which keeps the position rule. @throws at a gap. */
function appliedOf({ messages }: Topic): Set<string> {
  const marks = new Map<number, bigint>();
  const ids = new Set<string>();
  for (const { shard, position, prev, cloudEvent } of messages) {
    const mark = marks.get(shard) ?? 0n;
    if (position <= mark) continue;
    if (prev !== mark) throw new Error(`shard ${shard}: ${position} follows ${prev}, not ${mark}`);
    marks.set(shard, position);
    ids.add(cloudEvent.id);
  }
  return ids;
}
