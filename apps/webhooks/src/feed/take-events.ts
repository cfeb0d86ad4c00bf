import type { ClientBase } from 'pg';
import { SEPARATOR } from '#event-store';
import { feedKeyOf } from './feed-subscribers';
import type { FeedEvent } from './feed-event';

/** Events of one source and shard on their way into the feed. */
export interface EventBatch {
  /** The topic. */
  source: string;
  shard: number;
  /** The mark that they follow, and the one after them. */
  from: bigint;
  to: bigint;
  /** The epoch of the mark after them. */
  epoch: bigint;
  events: readonly FeedEvent[];
}

/** What became of one batch. */
export interface BatchVerdict {
  /** The position before its first event; null when nothing was done. */
  base: bigint | null;
  /** One of its accounts has an endpoint that is enabled. */
  isWanted: boolean;
}

/** A column of text; nothing between two separators is null. */
const TEXT = (number: number): string => `string_to_array($${number}, E'\\x1f', '')`;

/**
 * Takes batches of several sources and shards at once: moves the mark of each only from where we believe it is, so that two
 * instances with the same messages cannot both win; gives the events the next positions of their shards; and puts them into
 * the feed. A batch whose mark was elsewhere is left out. So is, on request, one that an endpoint wants deliveries of.
 *
 * The rows of the shards in `feed_positions` stay locked to the end of the transaction: positions rise in the order of the
 * commits, over all sources, and a reader of position n has seen every one below it. Marks are locked before shards, both
 * in ascending order, so that two instances never wait for each other in a circle; and what was moved while we waited for a
 * lock is read as it is then, so that a batch of two instances is taken by one of them.
 *
 * Columns of text travel as one string that the statement splits, as in the append: a body of JSON in an array literal would
 * have each of its quotes escaped and read back, which costs both sides more than everything else here.
 */
const TAKE_EVENTS = {
  name: 'take-events',
  text: `
WITH batch AS MATERIALIZED (
  SELECT * FROM unnest(${TEXT(3)}, $4::smallint[], $5::bigint[], $6::bigint[], $7::integer[], $24::bigint[]) WITH ORDINALITY
    AS b (source, shard, mark, next_mark, count, next_epoch, number)
), wanted AS MATERIALIZED (
  SELECT DISTINCT o.number FROM unnest($8::integer[], ${TEXT(9)}, $10::boolean[]) AS o (number, account_id, livemode)
  JOIN webhooks.streams s ON s.account_id = o.account_id AND s.livemode = o.livemode
  WHERE s.stream_type = 'webhook_endpoint' AND s.status = 'enabled'
), held AS MATERIALIZED (
  SELECT b.number, b.source, b.shard, b.next_mark, b.next_epoch, b.count FROM batch b
  JOIN webhooks.consumer_positions c ON c.consumer = $1 AND c.source = b.source AND c.partition = b.shard AND c.position = b.mark
  WHERE NOT ($2::boolean AND EXISTS (SELECT FROM wanted w WHERE w.number = b.number))
  ORDER BY b.source, b.shard FOR UPDATE OF c
), moved AS (
  UPDATE webhooks.consumer_positions c SET position = h.next_mark, epoch = h.next_epoch, updated_at = now() FROM held h
  WHERE c.consumer = $1 AND c.source = h.source AND c.partition = h.shard RETURNING h.number, h.shard, h.count
), feed AS MATERIALIZED (
  SELECT f.shard, m.count FROM (SELECT shard, sum(count) AS count FROM moved GROUP BY shard) m
  JOIN webhooks.feed_positions f ON f.shard = m.shard ORDER BY f.shard FOR UPDATE OF f
), advanced AS (
  UPDATE webhooks.feed_positions f SET position = f.position + r.count FROM feed r
  WHERE f.shard = r.shard RETURNING f.shard, f.position - r.count AS base
), based AS MATERIALIZED (
  SELECT m.number, a.base + sum(m.count) OVER (PARTITION BY m.shard ORDER BY m.number) - m.count AS base
  FROM moved m JOIN advanced a ON a.shard = m.shard
), places AS MATERIALIZED (
  SELECT array_agg(b.shard ORDER BY b.number) AS shards, array_agg(p.base ORDER BY b.number) AS bases
  FROM batch b LEFT JOIN based p ON p.number = b.number
), kept AS (
  INSERT INTO webhooks.feed_events (shard, position, event_id, account_id, livemode, type, resource_type, resource_id, sequence,
    correlation_id, causation_id, occurred_at, body)
  SELECT p.shards[e.batch], p.bases[e.batch] + e.i, e.event_id, e.account_id, e.livemode, e.type, e.resource_type, e.resource_id,
    e.sequence, e.correlation_id, e.causation_id, e.occurred_at, e.body
  FROM places p, unnest($11::integer[], $12::integer[], ${TEXT(13)}, ${TEXT(14)}, $15::boolean[], ${TEXT(16)}, ${TEXT(17)}, ${TEXT(18)},
    $19::integer[], ${TEXT(20)}, ${TEXT(21)}, $22::bigint[], ${TEXT(23)})
    AS e (batch, i, event_id, account_id, livemode, type, resource_type, resource_id, sequence, correlation_id, causation_id, occurred_at, body)
  WHERE p.bases[e.batch] IS NOT NULL
)
SELECT p.base::text, EXISTS (SELECT FROM wanted w WHERE w.number = b.number) AS is_wanted
FROM batch b LEFT JOIN based p ON p.number = b.number ORDER BY b.number`,
};

export interface TakeInput {
  /** The name under which the marks are kept. */
  consumer: string;
  /** Each source and shard at most once. */
  batches: readonly EventBatch[];
  /** Leave out what an endpoint wants deliveries of: they have to be queued in the same transaction. */
  leavesWanted: boolean;
}

/** Takes batches in one statement. @returns a verdict for each, in their order. */
export async function takeEvents(
  connection: Pick<ClientBase, 'query'>,
  { consumer, batches, leavesWanted }: TakeInput,
): Promise<BatchVerdict[]> {
  const values = [consumer, leavesWanted, ...batchColumns(batches), ...ownerColumns(batches), ...eventColumns(batches)];
  values.push(list(batches.map(({ epoch }) => epoch)));
  const { rows } = await connection.query<{ base: string | null; is_wanted: boolean }>({ ...TAKE_EVENTS, values });
  return rows.map(({ base, is_wanted: isWanted }) => ({ base: base === null ? null : BigInt(base), isWanted }));
}

/** Numbers of batches count from 1, as arrays do in Postgres. */
function batchColumns(batches: readonly EventBatch[]): unknown[] {
  return [
    texts(batches.map(({ source }) => source)),
    list(batches.map(({ shard }) => shard)),
    list(batches.map(({ from }) => from)),
    list(batches.map(({ to }) => to)),
    list(batches.map(({ events }) => events.length)),
  ];
}

/** Whose events they are, each account and mode of a batch once. */
function ownerColumns(batches: readonly EventBatch[]): unknown[] {
  const owners = batches.flatMap(({ events }, index) =>
    [...new Map(events.map((event) => [feedKeyOf(event), event])).values()].map((event) => ({ number: index + 1, event })),
  );
  return [
    list(owners.map(({ number }) => number)),
    texts(owners.map(({ event }) => event.accountId)),
    list(owners.map(({ event }) => event.livemode)),
  ];
}

function eventColumns(batches: readonly EventBatch[]): unknown[] {
  const events = batches.flatMap((batch) => batch.events);
  return [
    list(batches.flatMap((batch, index) => batch.events.map(() => index + 1))),
    list(batches.flatMap((batch) => batch.events.map((_event, index) => index + 1))),
    texts(events.map((event) => event.eventId)),
    texts(events.map((event) => event.accountId)),
    list(events.map((event) => event.livemode)),
    texts(events.map((event) => event.type)),
    texts(events.map((event) => event.resourceType)),
    texts(events.map((event) => event.resourceId)),
    list(events.map((event) => event.sequence)),
    texts(events.map((event) => event.correlationId)),
    texts(events.map((event) => event.causationId)),
    list(events.map((event) => event.occurredAtMs)),
    texts(events.map((event) => event.body)),
  ];
}

/** No text of an event holds the separator (feed-event.ts). */
function texts(values: readonly (string | null)[]): string {
  return values.map((value) => value ?? '').join(SEPARATOR);
}

function list(values: readonly (number | bigint | boolean)[]): string {
  return `{${values.join(',')}}`;
}
