import type { Pool } from 'pg';

/** Where an event stands in the feed. */
export interface EventPlace {
  feed_shard: number;
  feed_position: string;
  event_id: string;
}

/** Reads the bodies of events by their place in the feed. */
export class EventBodies {
  constructor(private readonly pool: Pool) {}

  /** The event to the byte, personal values sealed; null when it is not kept any more. */
  async find({ feed_shard: shard, feed_position: position, event_id: eventId }: EventPlace): Promise<string | null> {
    const text = 'SELECT body FROM webhooks.feed_events WHERE shard = $1 AND position = $2 AND event_id = $3';
    const { rows } = await this.pool.query<{ body: string }>({ name: 'event-body', text, values: [shard, position, eventId] });
    return rows[0]?.body ?? null;
  }
}
