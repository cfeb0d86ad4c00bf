import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#event-store';
import { unavailabilityOf, type Random } from '#contracts';
import type { EventBodies } from './event-bodies';
import type { FeedEvent } from './feed-event';
import { FeedNames } from './feed-names';
import { packed } from './pack-bodies';
import { takeEvents, type BatchVerdict, type EventBatch } from './take-events';

/** An event in the feed, at its place. */
export interface PlacedEvent extends FeedEvent {
  shard: number;
  position: bigint;
}

/**
 * What else has to happen in the transaction that takes events of accounts with an endpoint.
 *
 * @returns the number of deliveries that were queued.
 */
export type Effect = (client: PoolClient, events: readonly PlacedEvent[]) => Promise<number>;

/** What a batch became in the feed. */
export interface Committed {
  events: readonly PlacedEvent[];
  /** Deliveries queued for them and for what was committed with them, reported once. */
  queued: number;
}

/** Events in one commit; a batch that is larger goes alone. */
const EVENTS_MAX = 500;
/** Commits under way at once: one with much to queue does not hold up everybody. */
const COMMITS_MAX = 2;

export interface FeedCommitParts {
  pool: Pool;
  /** The name under which the marks are kept. */
  consumer: string;
  effect: Effect;
  bodies: Pick<EventBodies, 'remember'>;
  random: Random;
}

interface Waiting {
  batch: EventBatch;
  resolve: (committed: Committed | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Commits batches of many shards together, as the queues of the event store do: what comes while a commit is in flight forms
 * the next one; there is no timer. Events without an endpoint take one statement. For the rest, mark, feed and
 * deliveries are one transaction.
 */
export class FeedCommits {
  private waiting: Waiting[] = [];
  private underWay = 0;
  /** Sources and shards with an account that had an endpoint lately: a guess that spares a question; the statement knows. */
  private readonly wanted = new Set<string>();

  private readonly names: FeedNames;

  constructor(private readonly parts: FeedCommitParts) {
    this.names = new FeedNames(parts.pool);
  }

  /**
   * Takes a batch, together with others.
   *
   * @returns null when the stored mark is another one: nothing was done.
   * @throws Error of pg; whether it was committed is not known.
   */
  take(batch: EventBatch): Promise<Committed | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ batch, resolve, reject });
      if (this.underWay < COMMITS_MAX) void this.run();
    });
  }

  /** Never rejects: each batch gets a result of its own. */
  private async run(): Promise<void> {
    this.underWay++;
    // Those that come together share the first commit.
    await endOfTurn();
    while (this.waiting.length > 0) {
      const group = this.nextGroup();
      const isWanted = ({ batch }: Waiting): boolean => this.wanted.has(nameOf(batch));
      await Promise.all([
        this.takeWanted(group.filter(isWanted)),
        this.takeUnwanted(group.filter((waiting) => !isWanted(waiting))).then((left) => this.takeWanted(left)),
      ]);
    }
    this.underWay--;
  }

  /** Each source and shard once, for the next of it follows this one. */
  private nextGroup(): Waiting[] {
    const group = new Map<string, Waiting>();
    const rest: Waiting[] = [];
    let events = 0;
    for (const waiting of this.waiting) {
      const { batch } = waiting;
      const fits = events === 0 || events + batch.events.length <= EVENTS_MAX;
      if (!fits || group.has(nameOf(batch))) {
        rest.push(waiting);
        continue;
      }
      group.set(nameOf(batch), waiting);
      events += Math.max(1, batch.events.length);
    }
    this.waiting = rest;
    return [...group.values()];
  }

  /** @returns those left out because an endpoint wants deliveries of them. */
  private async takeUnwanted(group: readonly Waiting[]): Promise<Waiting[]> {
    const left: Waiting[] = [];
    await this.settle(group, async (some) => {
      const verdicts = await this.ask(this.parts.pool, some, true);
      for (const [index, waiting] of some.entries()) {
        const verdict = verdicts[index];
        if (verdict?.isWanted) left.push(waiting);
        else waiting.resolve(committedOf(waiting.batch, verdict));
      }
    });
    return left;
  }

  private takeWanted(group: readonly Waiting[]): Promise<void> {
    return this.settle(group, async (some) => {
      const outcomes = await inTransaction(this.parts.pool, (client) => this.takeWithEffect(client, some));
      for (const [index, waiting] of some.entries()) waiting.resolve(outcomes[index] ?? null);
    });
  }

  private async takeWithEffect(client: PoolClient, group: readonly Waiting[]): Promise<(Committed | null)[]> {
    const verdicts = await this.ask(client, group, false);
    const outcomes = group.map(({ batch }, index) => committedOf(batch, verdicts[index]));
    const events = outcomes.flatMap((committed) => committed?.events ?? []);
    const queued = events.length > 0 ? await this.parts.effect(client, events) : 0;
    const first = outcomes.find((committed) => committed !== null);
    if (first) first.queued = queued;
    return outcomes;
  }

  private async ask(connection: Pool | PoolClient, group: readonly Waiting[], leavesWanted: boolean): Promise<BatchVerdict[]> {
    const batches = group.map(({ batch }) => batch);
    const events = batches.flatMap((batch) => batch.events);
    const { consumer, bodies, random } = this.parts;
    const packs = packed(events, random);
    await this.names.ensure(events);
    const verdicts = await takeEvents(connection, { consumer, batches, packs, leavesWanted });
    // The others were left out: what an endpoint wants is asked for at once.
    if (!leavesWanted) bodies.remember(packs.packs);
    for (const [index, batch] of batches.entries()) {
      if (verdicts[index]?.isWanted) this.wanted.add(nameOf(batch));
      else this.wanted.delete(nameOf(batch));
    }
    return verdicts;
  }

  /** A fault of ours in one batch is no fault of the others: each alone, so that only the culprit fails. */
  private async settle(group: readonly Waiting[], work: (some: readonly Waiting[]) => Promise<void>): Promise<void> {
    if (group.length === 0) return;
    try {
      await work(group);
    } catch (error) {
      this.names.forget();
      if (group.length > 1 && !unavailabilityOf(error)) for (const waiting of group) await this.settle([waiting], work);
      else for (const { reject } of group) reject(error);
    }
  }
}

function nameOf({ source, shard }: EventBatch): string {
  return `${source}/${shard}`;
}

function committedOf({ shard, events }: EventBatch, verdict: BatchVerdict | undefined): Committed | null {
  const base = verdict?.base ?? null;
  if (base === null) return null;
  return { events: events.map((event, index) => ({ ...event, shard, position: base + BigInt(index + 1) })), queued: 0 };
}
