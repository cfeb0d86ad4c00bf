import type { FeedSignal } from './feed-signal';

/** Whose feed: the events of an account in one mode. */
export interface FeedOwner {
  accountId: string;
  livemode: boolean;
}

/** The key of a feed in notifications. */
export function feedKeyOf({ accountId, livemode }: FeedOwner): string {
  return `${accountId}/${livemode ? 'live' : 'test'}`;
}

/**
 * Tells those who wait at the end of a feed that it has grown: at once when this process took the events, by a signal of
 * Postgres when another did. A notification may be lost; a waiting reader polls after a while anyway.
 */
export class FeedSubscribers {
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor(private readonly signal: Pick<FeedSignal, 'send'>) {}

  /** These were committed to the feed by this process. */
  spread(events: readonly FeedOwner[]): void {
    const keys = new Set(events.map(feedKeyOf));
    if (keys.size === 0) return;
    this.wake(keys);
    this.signal.send(keys);
  }

  /** Feeds have new events. @param keys null when it is unknown which. */
  wake(keys: ReadonlySet<string> | null): void {
    for (const key of keys ?? [...this.waiting.keys()]) for (const wake of [...(this.waiting.get(key) ?? [])]) wake();
  }

  /**
   * From this call on notifications are remembered: read the feed after it, and wait only when nothing is there. Always `end` it.
   */
  listen(owner: FeedOwner): FeedSubscription {
    const key = feedKeyOf(owner);
    const subscriptions = this.waiting.get(key) ?? new Set();
    this.waiting.set(key, subscriptions);
    const subscription = new FeedSubscription((wake) => {
      subscriptions.delete(wake);
      if (subscriptions.size === 0 && this.waiting.get(key) === subscriptions) this.waiting.delete(key);
    });
    subscriptions.add(subscription.notify);
    return subscription;
  }
}

/** Waits for the next notification of one feed. */
class FeedSubscription {
  private isNotified = false;
  private report: (() => void) | null = null;

  constructor(private readonly forget: (notify: () => void) => void) {}

  readonly notify = (): void => {
    this.isNotified = true;
    this.report?.();
  };

  /** Resolves at the next notification, at once when there was one since the last wait, or when the time is up. */
  async next(withinMs: number): Promise<void> {
    if (!this.isNotified) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        this.report = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.report = null;
    this.isNotified = false;
  }

  end(): void {
    this.forget(this.notify);
  }
}
