import { InFlightMap } from '#collections';
import type { ProjectedEvent } from '../projection/projection';

/** Events kept for the reader, in all shards together. A reader that is further behind reads the log itself. */
const EVENTS_MAX = 4_000;

/**
 * What the writers of this process have just appended, kept until the relay has read it: a shortcut past the database for
 * a reader that is caught up. The log is the truth. Positions are dense, so the reader sees by the number whether
 * what stands here follows what it has; when it does not, or nothing stands here, the reader asks the log.
 */
export class AppendedEvents {
  private readonly shards = new InFlightMap<number, ProjectedEvent[]>();
  private count = 0;

  constructor(private readonly countMax = EVENTS_MAX) {}

  /** Events of one shard in order, committed. When there is no room, what is known of the shard is forgotten instead. */
  offer(shard: number, events: readonly ProjectedEvent[]): void {
    if (this.count + events.length > this.countMax) return this.forget(shard);
    const known = this.shards.get(shard);
    if (known === undefined) this.shards.set(shard, [...events]);
    else known.push(...events);
    this.count += events.length;
  }

  /**
   * Up to `limit` events that follow the position without a hole; none when they are not all here. Each is given once. What lies behind a
   * hole came without what is before it, and the wake-up for both is the one of this reader: the log has them all.
   */
  take(shard: number, after: bigint, limit: number): ProjectedEvent[] {
    const known = this.shards.get(shard);
    if (known === undefined) return [];
    const start = known.findIndex(({ event }) => event.position > after);
    if (start === -1 || known[start]?.event.position !== after + 1n) {
      // Either read from the log meanwhile, or the log knows what is missing here.
      if (start === -1) this.forget(shard);
      return [];
    }
    const taken = known.slice(start, start + limit);
    const isWhole = taken.every(({ event }, index) => event.position === after + 1n + BigInt(index));
    this.replace(shard, known, isWhole ? known.slice(start + limit) : []);
    return isWhole ? taken : [];
  }

  /** The shard changed its owner: another process may have appended to it. */
  forget(shard: number): void {
    const known = this.shards.get(shard);
    if (known !== undefined) this.replace(shard, known, []);
  }

  private replace(shard: number, known: readonly ProjectedEvent[], rest: ProjectedEvent[]): void {
    this.count += rest.length - known.length;
    if (rest.length === 0) this.shards.delete(shard);
    else this.shards.set(shard, rest);
  }
}
