import type { TailQuery } from '#contracts';
import type { Metrics } from '#service';
import type { FeedReader, FeedRow } from './feed-reader';
import type { FeedSubscribers, FeedOwner } from './feed-subscribers';

/** Events in one part of a stream: with bodies of a kilobyte or two this is what a socket takes at once. */
const PART_MAX = 100;
/** How often the feed is polled without notifications: a notification may be lost, an event is not. */
const LOOK_EVERY_MS = 5_000;

export interface FeedTailParts {
  reader: FeedReader;
  subscribers: FeedSubscribers;
  metrics: Metrics;
  nowMs: () => number;
}

/** Answers what follows a position of a feed, part by part, and waits at its end until there is more. */
export class FeedTail {
  private isStopped = false;
  private readonly waiting;

  constructor(private readonly parts: FeedTailParts) {
    this.waiting = parts.metrics.gauge({ name: 'hundi_webhooks_feed_waiting', help: 'Streams that wait at the end of their feed.' });
  }

  /** @returns the part as server-sent events, and from where the next one goes on. Empty when nothing came in time. */
  async read(owner: FeedOwner, { after, types, waitMs }: TailQuery): Promise<{ text: string; position: bigint }> {
    const until = this.parts.nowMs() + waitMs;
    const subscription = this.parts.subscribers.listen(owner);
    try {
      let position = BigInt(after ?? (await this.parts.reader.head(owner)));
      for (;;) {
        const { rows, head, through } = await this.parts.reader.tail(owner, { after: position, types, limit: PART_MAX });
        if (rows.length > 0) return { text: rows.map(frame).join(''), position: through };
        position = through;
        if (position < head) continue;
        const leftMs = until - this.parts.nowMs();
        if (leftMs <= 0 || this.isStopped) return { text: '', position };
        this.waiting.inc();
        await subscription.next(Math.min(leftMs, LOOK_EVERY_MS)).finally(() => this.waiting.dec());
      }
    } finally {
      subscription.end();
    }
  }

  /** Ends all waits now. */
  stop(): void {
    this.isStopped = true;
    this.parts.subscribers.wake(null);
  }
}

/** One server-sent event. A body is one line: JSON without line breaks. */
function frame({ position, type, body }: FeedRow): string {
  return `id: ${position}\nevent: ${type}\ndata: ${body}\n\n`;
}
