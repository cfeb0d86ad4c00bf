import { InFlightMap } from '#collections';
import type { Snapshot } from '../aggregate';
import type { Place } from './changed-streams';
import type { ProjectedEvent } from './projection';

/** Streams kept for the views, in all shards together. Views that are further behind read the log itself. */
const STREAMS_MAX = 4_000;

interface Recent {
  /** Everything after this position is here … */
  after: bigint;
  /** … up to and with this one. */
  through: bigint;
  /** The newest state of each stream, oldest first. */
  newest: InFlightMap<string, Newest>;
}

interface Newest {
  position: bigint;
  snapshot: Snapshot;
}

/**
 * What the writers of this process have just stored, as the newest state of each stream: a shortcut past the database for
 * views that are caught up. Positions are dense, so it shows by the number whether something is missing; then, and
 * after a restart, the log is asked.
 */
export class RecentStates {
  private readonly shards = new InFlightMap<number, Recent>();
  private count = 0;

  constructor(private readonly countMax = STREAMS_MAX) {}

  /** Events of one shard in order, committed. When there is no room, what is known of the shard is forgotten instead. */
  offer(shard: number, events: readonly ProjectedEvent[]): void {
    const [first, last] = [events[0]?.event.position, events.at(-1)?.event.position];
    if (first === undefined || last === undefined) return;
    if (!this.makesWay(shard, first)) return;
    const recent = this.shards.get(shard) ?? { after: first - 1n, through: last, newest: new InFlightMap<string, Newest>() };
    this.count -= recent.newest.size;
    for (const { event, after } of events) {
      recent.newest.delete(event.streamId);
      recent.newest.set(event.streamId, { position: event.position, snapshot: after });
    }
    this.count += recent.newest.size;
    recent.through = last;
    this.shards.set(shard, recent);
    if (this.count > this.countMax) this.forget(shard);
  }

  /**
   * What is here goes when it is not followed by this. False when this is older: two commits were announced in the other order, what is
   * newer was announced already, and the log has both.
   */
  private makesWay(shard: number, first: bigint): boolean {
    const known = this.shards.get(shard);
    if (known === undefined || known.through + 1n === first) return true;
    this.forget(shard);
    return first > known.through;
  }

  /** Everything that came after a place, or undefined when not all of it is here. */
  findAfter({ shard, position }: Place): { through: bigint; snapshots: Snapshot[] } | undefined {
    const recent = this.shards.get(shard);
    if (recent === undefined || position < recent.after || position >= recent.through) return undefined;
    const snapshots: Snapshot[] = [];
    for (const newest of recent.newest.values()) if (newest.position > position) snapshots.push(newest.snapshot);
    return { through: recent.through, snapshots };
  }

  /** Every view has come this far: what has not changed since is of no use to anybody. */
  seen(shard: number, position: bigint): void {
    const recent = this.shards.get(shard);
    if (recent === undefined) return;
    if (recent.through <= position) return this.forget(shard);
    this.count -= recent.newest.size;
    for (const newest of recent.newest.values()) {
      if (newest.position > position) break;
      recent.newest.delete(newest.snapshot.head.streamId);
    }
    this.count += recent.newest.size;
    if (position > recent.after) recent.after = position;
  }

  /** The shard changed its owner: another process may have appended to it. */
  forget(shard: number): void {
    this.count -= this.shards.get(shard)?.newest.size ?? 0;
    this.shards.delete(shard);
  }
}
