import type { FeedEvent } from '../events/feed-event';

/**
 * Moves the mark of a source and shard only from where we believe it is, so that two instances with the same messages cannot
 * both win; gives the events the next positions of the shard; and puts them into the feed. No row comes back when the mark
 * was elsewhere: then nothing was done.
 *
 * The row of the shard in `feed_positions` stays locked to the end of the transaction: positions rise in the order of the
 * commits, over all sources, and whoever reads position n has seen every one below it.
 */
export const TAKE_EVENTS = {
  name: 'take-events',
  text: `
WITH moved AS (
  UPDATE webhooks.consumer_positions SET position = $5, updated_at = now()
  WHERE consumer = $1 AND source = $2 AND partition = $3 AND position = $4 RETURNING 1
), place AS (
  UPDATE webhooks.feed_positions SET position = position + $6::integer
  WHERE shard = $3 AND EXISTS (SELECT FROM moved) RETURNING position - $6::integer AS base
), kept AS (
  INSERT INTO webhooks.feed_events (shard, position, event_id, account_id, livemode, type, resource_type, resource_id, sequence,
    correlation_id, causation_id, occurred_at, body)
  SELECT $3, place.base + e.i, e.event_id, e.account_id, e.livemode, e.type, e.resource_type, e.resource_id, e.sequence,
    e.correlation_id, e.causation_id, e.occurred_at, e.body
  FROM place, unnest($7::text[], $8::text[], $9::boolean[], $10::text[], $11::text[], $12::text[], $13::integer[], $14::text[],
    $15::text[], $16::bigint[], $17::text[]) WITH ORDINALITY
    AS e (event_id, account_id, livemode, type, resource_type, resource_id, sequence, correlation_id, causation_id, occurred_at, body, i)
)
SELECT base::text FROM place`,
};

/** The events as the arrays of `TAKE_EVENTS`, column by column. */
export function columnsOf(events: readonly FeedEvent[]): unknown[][] {
  const column = <TValue>(read: (event: FeedEvent) => TValue): TValue[] => events.map(read);
  return [
    column((event) => event.eventId),
    column((event) => event.accountId),
    column((event) => event.livemode),
    column((event) => event.type),
    column((event) => event.resourceType),
    column((event) => event.resourceId),
    column((event) => event.sequence),
    column((event) => event.correlationId),
    column((event) => event.causationId),
    column((event) => event.occurredAtMs),
    column((event) => event.body),
  ];
}
