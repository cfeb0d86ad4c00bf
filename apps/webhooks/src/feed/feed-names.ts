import QuickLRU from 'quick-lru';
import type { Pool } from 'pg';
import { shardOfAccount } from '#contracts';
import type { FeedEvent } from './feed-event';
import { feedKeyOf } from './feed-subscribers';

/** Feeds that are known to have a number; for any other the database is asked once more. */
const KNOWN_MAX = 10_000;

/** Two instances may name the same at once: then one of them waits and finds it done. */
const NAME_FEEDS = {
  name: 'name-feeds',
  text: `INSERT INTO webhooks.feeds (account_id, livemode, shard)
    SELECT n.account_id, n.livemode, n.shard FROM unnest($1::text[], $2::boolean[], $3::smallint[]) AS n (account_id, livemode, shard)
    WHERE NOT EXISTS (SELECT FROM webhooks.feeds f WHERE f.account_id = n.account_id AND f.livemode = n.livemode)
    ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
};
const NAME_TYPES = {
  name: 'name-event-types',
  text: `INSERT INTO webhooks.event_types (type, resource_type)
    SELECT n.type, n.resource_type FROM unnest($1::text[], $2::text[]) AS n (type, resource_type)
    WHERE NOT EXISTS (SELECT FROM webhooks.event_types t WHERE t.type = n.type)
    ORDER BY 1 ON CONFLICT DO NOTHING`,
};

/** Sees to it that feeds and types have a number before an event of theirs is taken. A number is given once and stays. */
export class FeedNames {
  private readonly known = new QuickLRU<string, true>({ maxSize: KNOWN_MAX });

  constructor(private readonly pool: Pool) {}

  /** @throws Error of pg: nothing is known to be named. */
  async ensure(events: readonly FeedEvent[]): Promise<void> {
    const feeds = this.unknown(events, feedKeyOf);
    const types = this.unknown(events, ({ type }) => type);
    if (feeds.size > 0) await this.nameFeeds([...feeds.values()]);
    if (types.size > 0) await this.nameTypes([...types.values()]);
    for (const key of [...feeds.keys(), ...types.keys()]) this.known.set(key, true);
  }

  /** A database that was restored may know less. */
  forget(): void {
    this.known.clear();
  }

  private unknown(events: readonly FeedEvent[], keyOf: (event: FeedEvent) => string): Map<string, FeedEvent> {
    const found = new Map<string, FeedEvent>();
    for (const event of events) {
      const key = keyOf(event);
      if (this.known.get(key) === undefined) found.set(key, event);
    }
    return found;
  }

  private async nameFeeds(events: readonly FeedEvent[]): Promise<void> {
    const accounts = events.map(({ accountId }) => accountId);
    await this.pool.query({ ...NAME_FEEDS, values: [accounts, events.map(({ livemode }) => livemode), accounts.map(shardOfAccount)] });
  }

  private async nameTypes(events: readonly FeedEvent[]): Promise<void> {
    await this.pool.query({ ...NAME_TYPES, values: [events.map(({ type }) => type), events.map(({ resourceType }) => resourceType)] });
  }
}
