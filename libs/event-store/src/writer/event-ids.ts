import { newEventId, type Random } from '#contracts';

/**
 * Ids for the events that one process decides: each sorts behind all before it, also those of one commit and of one millisecond. What was
 * decided and not stored leaves a hole.
 */
export class EventIds {
  private lastMs = 0;
  private count = 0;

  constructor(private readonly random: Random) {}

  /** @param atMs milliseconds since the epoch; one that is not behind the last counts as the same. */
  next(shard: number, atMs: number): string {
    if (atMs > this.lastMs) [this.lastMs, this.count] = [atMs, 0];
    else if (++this.count > COUNT_MAX) [this.lastMs, this.count] = [this.lastMs + 1, 0];
    return newEventId(shard, { nowMs: this.lastMs, count: this.count }, this.random);
  }
}

/** What three base-62 digits hold. */
const COUNT_MAX = 62 ** 3 - 1;
