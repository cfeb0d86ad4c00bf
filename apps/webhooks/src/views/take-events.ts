import { SEPARATOR } from '#event-store';
import type { FeedEvent } from '../events/feed-event';

/** A column of text; nothing between two separators is null. */
const TEXT = (number: number): string => `string_to_array($${number}, E'\\x1f', '')`;

/**
 * Moves the mark of a source and shard only from where we believe it is, so that two instances with the same messages cannot
 * both win; gives the events the next positions of the shard; and puts them into the feed. No row comes back when the mark
 * was elsewhere: then nothing was done.
 *
 * The row of the shard in `feed_positions` stays locked to the end of the transaction: positions rise in the order of the
 * commits, over all sources, and whoever reads position n has seen every one below it.
 *
 * Columns of text travel as one string that the statement splits, as in the append: a body of JSON in an array literal would
 * have each of its quotes escaped and read back, which costs both sides more than everything else here.
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
  FROM place, unnest(${TEXT(7)}, ${TEXT(8)}, $9::boolean[], ${TEXT(10)}, ${TEXT(11)}, ${TEXT(12)}, $13::integer[], ${TEXT(14)},
    ${TEXT(15)}, $16::bigint[], ${TEXT(17)}) WITH ORDINALITY
    AS e (event_id, account_id, livemode, type, resource_type, resource_id, sequence, correlation_id, causation_id, occurred_at, body, i)
)
SELECT base::text FROM place`,
};

/** The events as the parameters of `TAKE_EVENTS`, column by column. No text holds the separator (feed-event.ts). */
export function columnsOf(events: readonly FeedEvent[]): unknown[] {
  const texts = (read: (event: FeedEvent) => string | null): string => events.map((event) => read(event) ?? '').join(SEPARATOR);
  const column = <TValue>(read: (event: FeedEvent) => TValue): TValue[] => events.map(read);
  return [
    texts((event) => event.eventId),
    texts((event) => event.accountId),
    column((event) => event.livemode),
    texts((event) => event.type),
    texts((event) => event.resourceType),
    texts((event) => event.resourceId),
    column((event) => event.sequence),
    texts((event) => event.correlationId),
    texts((event) => event.causationId),
    column((event) => event.occurredAtMs),
    texts((event) => event.body),
  ];
}
