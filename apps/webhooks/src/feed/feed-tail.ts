import type { Metrics } from '#service';
import type { FeedReader, FeedRow } from './feed-reader';
import type { FeedSubscribers, FeedOwner } from './feed-subscribers';

/** Events in one part of a stream: with bodies of a kilobyte or two this is what a socket takes at once. */
const PART_MAX = 100;
/** A part without events is answered after this at the latest, so that no socket looks dead. */
const WAIT_MS_MAX = 25_000;
/** How often the feed is polled without notifications: a notification may be lost, an event is not. */
const LOOK_EVERY_MS = 5_000;

/** Where a reader continues. */
export interface TailQuery {
  /** A position, or null for the end of the feed: what comes from now on. */
  after: bigint | null;
  /** Filters of the catalog; all events when empty. */
  types: readonly string[];
  /** How long an answer may wait for the first event, in milliseconds. */
  waitMs: number;
}

/** The question in a query string. Only the gateway writes it. @throws Error when it does not fit. */
export function readTailQuery(text: string): TailQuery {
  const parameters = new URLSearchParams(text);
  const after = parameters.get('after');
  const waitMs = Number(parameters.get('wait_ms') ?? 0);
  if (!Number.isInteger(waitMs) || waitMs < 0 || waitMs > WAIT_MS_MAX) throw new Error('tail: wait_ms does not fit');
  if (after !== null && !/^\d{1,19}$/.test(after)) throw new Error('tail: after does not fit');
  const types = parameters.get('types');
  return { after: after === null ? null : BigInt(after), types: types === null ? [] : types.split(','), waitMs };
}

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
      let position = after ?? BigInt(await this.parts.reader.head(owner));
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
