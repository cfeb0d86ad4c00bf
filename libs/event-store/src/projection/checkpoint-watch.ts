import { WakeableLoop } from '#loops';
import type { Query } from '../writer/load';
import { Checkpoints, type ViewProgress } from './checkpoints';

/** Net under the wake-ups of this process, and the only way to hear of another one that owns the shard. */
const POLL_EVERY_MS = 100;
const WAITING_MAX = 1_000;

/** A wait: until readers of a view see everything up to a position of a shard. */
export interface Awaited {
  name: string;
  shard: number;
  position: bigint;
  timeoutMs: number;
}

interface Waiting extends Awaited {
  settle: (isThere: boolean) => void;
}

export interface CheckpointWatchParts {
  schema: string;
  query: Query;
  /** There is a wait: apply the next page without a pause. */
  runNow: (shards: readonly number[]) => void;
}

/** Lets readers wait until a view has caught up. All who wait share one question to the database. */
export class CheckpointWatch {
  private readonly checkpoints: Checkpoints;
  private readonly waiting = new Set<Waiting>();
  private readonly loop = new WakeableLoop({ run: () => this.ask() });

  constructor(private readonly parts: CheckpointWatchParts) {
    this.checkpoints = new Checkpoints(parts.schema);
  }

  /** True when the view has come that far within the time; at once when it has already. False also when too many wait, and after the stop. */
  waitFor(awaited: Awaited): Promise<boolean> {
    if (this.waiting.size >= WAITING_MAX || this.loop.isStopped) return Promise.resolve(false);
    return new Promise((resolve) => {
      const deadline = setTimeout(() => waiting.settle(false), awaited.timeoutMs);
      const waiting: Waiting = {
        ...awaited,
        settle: (isThere) => {
          clearTimeout(deadline);
          this.waiting.delete(waiting);
          resolve(isThere);
        },
      };
      this.waiting.add(waiting);
      this.loop.wake();
    });
  }

  /** How far a view has come, against the log at the same moment. */
  progressOf(view: Pick<Awaited, 'name' | 'shard'>): Promise<ViewProgress> {
    return this.checkpoints.readProgress(this.parts.query, view);
  }

  /** A view has moved on. */
  progressed(): void {
    if (this.waiting.size > 0) this.loop.wake();
  }

  /** Ends the remaining waits with false. */
  stop(): void {
    for (const waiting of [...this.waiting]) waiting.settle(false);
    void this.loop.stop();
  }

  private async ask(): Promise<void> {
    if (this.waiting.size === 0) return;
    await this.look().catch(() => undefined); // The database is away: the next round, or the deadline of each.
    if (this.waiting.size > 0) this.loop.wakeWithin(POLL_EVERY_MS);
  }

  private async look(): Promise<void> {
    const asked = [...this.waiting];
    const seen = await this.checkpoints.readLive(this.parts.query, distinct(asked));
    const positions = new Map(seen.map(({ name, shard, position }) => [`${name} ${shard}`, position]));
    for (const waiting of asked) if ((positions.get(keyOf(waiting)) ?? -1n) >= waiting.position) waiting.settle(true);
    if (this.waiting.size > 0) this.parts.runNow([...new Set([...this.waiting].map(({ shard }) => shard))]);
  }
}

function keyOf({ name, shard }: Pick<Awaited, 'name' | 'shard'>): string {
  return `${name} ${shard}`;
}

function distinct(asked: readonly Awaited[]): Awaited[] {
  return [...new Map(asked.map((awaited) => [keyOf(awaited), awaited])).values()];
}
