import { shardOfAccount } from '#contracts';
import { RefusalError } from '#listing';
import type { Logger, PublishedEvents } from '#service';
import type { FanOut } from './fan-out';
import type { FeedOwner, FeedSubscribers } from './feed-subscribers';

/** As long as every list waits. */
const WAIT_MS = 2_000;
/** A notification may be lost, and events of others move the mark as well. */
const LOOK_EVERY_MS = 100;

export interface FeedCatchUpParts {
  fanOut: Pick<FanOut, 'storedMarks'>;
  /** Who publishes, by topic. */
  owners: Readonly<Record<string, PublishedEvents>>;
  subscribers: Pick<FeedSubscribers, 'listen'>;
  nowMs: () => number;
  logger: Logger;
}

/** Waits until the feed has what was written before. */
export class FeedCatchUp {
  constructor(private readonly parts: FeedCatchUpParts) {}

  /**
   * The `Event-Position` of a write counts the log of one service and does not say of which. So the feed must have every public
   * event up to it of each of them; those that are not meant have theirs in it already, or a moment later.
   *
   * @throws RefusalError projection_behind when it has not after two seconds.
   */
  async reach(owner: FeedOwner, position: bigint): Promise<void> {
    const until = this.parts.nowMs() + WAIT_MS;
    const subscription = this.parts.subscribers.listen(owner);
    try {
      let behind = Object.keys(this.parts.owners);
      for (;;) {
        behind = await this.stillBehind(behind, shardOfAccount(owner.accountId), position);
        const leftMs = until - this.parts.nowMs();
        if (behind.length === 0) return;
        if (leftMs <= 0) throw new RefusalError('projection_behind');
        await subscription.next(Math.min(leftMs, LOOK_EVERY_MS));
      }
    } finally {
      subscription.end();
    }
  }

  private async stillBehind(topics: readonly string[], shard: number, position: bigint): Promise<string[]> {
    const found = await Promise.all(topics.map((topic) => this.isBehind(topic, shard, position)));
    return topics.filter((_topic, index) => found[index]);
  }

  /** Events that it does not have lie between its mark and the position. */
  private async isBehind(topic: string, shard: number, position: bigint): Promise<boolean> {
    const mark = (await this.parts.fanOut.storedMarks(topic)).get(shard) ?? 0n;
    if (mark >= position) return false;
    try {
      const missing = await this.parts.owners[topic]?.read({ shard, after: mark, before: position + 1n });
      return missing !== undefined && missing.length > 0;
    } catch (error) {
      this.parts.logger.warn({ topic, reason: String(error) }, 'published events not read, retrying');
      return true;
    }
  }
}
