import type { ClientBase } from 'pg';
import { queryOn, SEPARATOR } from '#event-store';
import { feedKeyOf } from './feed-subscribers';
import type { FeedEvent } from './feed-event';
import type { Packs } from './pack-bodies';

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
 * Columns of text travel as one string that the statement splits, and packs as one text of bytes that it cuts: in an array
 * literal each quote would be escaped and read back, and each byte be two digits.
 */
const TAKE_EVENTS = {
  name: 'take-events',
  text: `
WITH batch AS MATERIALIZED (
  SELECT * FROM unnest(${TEXT(3)}, $4::smallint[], $5::bigint[], $6::bigint[], $7::integer[], $8::bigint[]) WITH ORDINALITY
    AS b (source, shard, mark, next_mark, count, next_epoch, number)
), owner AS MATERIALIZED (
  SELECT o.number, o.batch, f.feed FROM unnest($9::integer[], ${TEXT(10)}, $11::boolean[]) WITH ORDINALITY AS o (batch, account_id, livemode, number)
  LEFT JOIN webhooks.feeds f ON f.account_id = o.account_id AND f.livemode = o.livemode
), wanted AS MATERIALIZED (
  SELECT DISTINCT o.batch AS number FROM owner o JOIN webhooks.feeds f ON f.feed = o.feed
  JOIN webhooks.streams s ON s.account_id = f.account_id AND s.livemode = f.livemode
  WHERE s.stream_type = 'webhook_endpoint' AND s.status = 'enabled'
), held AS MATERIALIZED (
  SELECT b.number, b.source, b.shard, b.next_mark, b.next_epoch, b.count FROM batch b
  JOIN webhooks.consumer_positions c ON c.consumer = $1 AND c.source = b.source AND c.partition = b.shard AND c.position = b.mark
  WHERE NOT ($2::boolean AND EXISTS (SELECT FROM wanted w WHERE w.number = b.number))
  ORDER BY b.source, b.shard FOR UPDATE OF c
), moved AS (
  UPDATE webhooks.consumer_positions c SET position = h.next_mark, epoch = h.next_epoch, updated_at = now() FROM held h
  WHERE c.consumer = $1 AND c.source = h.source AND c.partition = h.shard RETURNING h.number, h.shard, h.count
), locked AS MATERIALIZED (
  SELECT f.shard, m.count FROM (SELECT shard, sum(count) AS count FROM moved GROUP BY shard) m
  JOIN webhooks.feed_positions f ON f.shard = m.shard ORDER BY f.shard FOR UPDATE OF f
), advanced AS (
  UPDATE webhooks.feed_positions f SET position = f.position + l.count FROM locked l
  WHERE f.shard = l.shard RETURNING f.shard, f.position - l.count AS base
), based AS MATERIALIZED (
  SELECT m.number, a.base + sum(m.count) OVER (PARTITION BY m.shard ORDER BY m.number) - m.count AS base
  FROM moved m JOIN advanced a ON a.shard = m.shard
), known AS MATERIALIZED (
  SELECT ARRAY(SELECT p.base FROM batch b LEFT JOIN based p ON p.number = b.number ORDER BY b.number) AS bases,
    ARRAY(SELECT o.feed FROM owner o ORDER BY o.number) AS feeds,
    ARRAY(SELECT t.number FROM unnest(${TEXT(12)}) WITH ORDINALITY AS n (type, i) LEFT JOIN webhooks.event_types t ON t.type = n.type ORDER BY n.i) AS types
), stored AS (
  INSERT INTO webhooks.event_bodies (pack, bodies)
  SELECT p.pack, substr($13::bytea, p.start, p.length) FROM unnest($14::uuid[], $15::integer[], $16::integer[]) AS p (pack, start, length)
  WHERE EXISTS (SELECT FROM based)
), kept AS (
  INSERT INTO webhooks.feed_entries (feed, type, body_at, position, occurred_at, pack, correlation_id, sequence, event_id, resource_id, test_clock_id)
  SELECT k.feeds[e.owner], k.types[e.type], e.body_at, k.bases[e.batch] + e.i, e.occurred_at, ($14::uuid[])[e.pack], e.correlation_id, e.sequence,
    e.event_id, e.resource_id, e.test_clock_id
  FROM known k, unnest($17::integer[], $18::integer[], $19::integer[], $20::integer[], $21::integer[], $22::smallint[], $23::bigint[],
    $24::uuid[], $25::integer[], ${TEXT(26)}, ${TEXT(27)}, ${TEXT(28)})
    AS e (batch, i, owner, type, pack, body_at, occurred_at, correlation_id, sequence, event_id, resource_id, test_clock_id)
  WHERE k.bases[e.batch] IS NOT NULL
)
SELECT p.base::text, EXISTS (SELECT FROM wanted w WHERE w.number = b.number) AS is_wanted
FROM batch b LEFT JOIN based p ON p.number = b.number ORDER BY b.number`,
};

export interface TakeInput {
  /** The name under which the marks are kept. */
  consumer: string;
  /** Each source and shard at most once. */
  batches: readonly EventBatch[];
  /** The bodies of all their events. */
  packs: Packs;
  /** Leave out what an endpoint wants deliveries of: they have to be queued in the same transaction. */
  leavesWanted: boolean;
}

/**
 * Takes batches in one statement. Feeds and types of their events have numbers (feed-names.ts).
 *
 * @returns a verdict for each, in their order.
 */
export async function takeEvents(
  connection: Pick<ClientBase, 'query'>,
  { consumer, batches, packs, leavesWanted }: TakeInput,
): Promise<BatchVerdict[]> {
  const owners = ownersOf(batches);
  const types = [...new Set(batches.flatMap(({ events }) => events.map(({ type }) => type)))];
  const values = [
    ...[consumer, leavesWanted, ...batchColumns(batches), ...ownerColumns(owners), texts(types), ...packColumns(packs)],
    ...eventColumns(batches, { owners, types, packs }),
  ];
  const rows = await queryOn(connection)<{ base: string | null; is_wanted: boolean }>(TAKE_EVENTS, values);
  return rows.map(({ base, is_wanted: isWanted }) => ({ base: base === null ? null : BigInt(base), isWanted }));
}

/** Whose events a batch has; each account and mode of a batch once. */
interface BatchOwner {
  /** Numbers of batches count from 1, as arrays do in Postgres. */
  batch: number;
  event: FeedEvent;
}

function ownersOf(batches: readonly EventBatch[]): ReadonlyMap<string, BatchOwner> {
  const owners = new Map<string, BatchOwner>();
  for (const [index, { events }] of batches.entries()) {
    for (const event of events) owners.set(ownerKey(index + 1, event), { batch: index + 1, event });
  }
  return owners;
}

function ownerKey(batch: number, event: FeedEvent): string {
  return `${batch} ${feedKeyOf(event)}`;
}

function batchColumns(batches: readonly EventBatch[]): unknown[] {
  return [
    texts(batches.map(({ source }) => source)),
    list(batches.map(({ shard }) => shard)),
    list(batches.map(({ from }) => from)),
    list(batches.map(({ to }) => to)),
    list(batches.map(({ events }) => events.length)),
    list(batches.map(({ epoch }) => epoch)),
  ];
}

function ownerColumns(owners: ReadonlyMap<string, BatchOwner>): unknown[] {
  const all = [...owners.values()];
  return [
    list(all.map(({ batch }) => batch)),
    texts(all.map(({ event }) => event.accountId)),
    list(all.map(({ event }) => event.livemode)),
  ];
}

/** Where each pack begins and how long it is, in all of their bytes. */
function packColumns({ packs }: Packs): unknown[] {
  let start = 1;
  const starts = packs.map(({ bytes }) => {
    start += bytes.length;
    return start - bytes.length;
  });
  return [
    Buffer.concat(packs.map(({ bytes }) => bytes)),
    list(packs.map(({ id }) => id)),
    list(starts),
    list(packs.map(({ bytes }) => bytes.length)),
  ];
}

interface NumberedNames {
  owners: ReadonlyMap<string, BatchOwner>;
  types: readonly string[];
  packs: Packs;
}

function eventColumns(batches: readonly EventBatch[], { owners, types, packs }: NumberedNames): unknown[] {
  const events = batches.flatMap((batch, index) => batch.events.map((event, at) => ({ event, batch: index + 1, at: at + 1 })));
  const ownerNumbers = new Map([...owners.keys()].map((key, index) => [key, index + 1]));
  const typeNumbers = new Map(types.map((type, index) => [type, index + 1]));
  return [
    list(events.map(({ batch }) => batch)),
    list(events.map(({ at }) => at)),
    list(events.map(({ batch, event }) => ownerNumbers.get(ownerKey(batch, event)) ?? 0)),
    list(events.map(({ event }) => typeNumbers.get(event.type) ?? 0)),
    list(events.map(({ event }) => (packs.places.get(event)?.pack ?? 0) + 1)),
    list(events.map(({ event }) => packs.places.get(event)?.at ?? 0)),
    list(events.map(({ event }) => event.occurredAtMs)),
    list(events.map(({ event }) => event.correlationId)),
    list(events.map(({ event }) => event.sequence)),
    texts(events.map(({ event }) => event.eventId)),
    texts(events.map(({ event }) => event.resourceId)),
    texts(events.map(({ event }) => event.testClockId)),
  ];
}

/** No text of an event holds the separator (feed-event.ts). */
function texts(values: readonly (string | null)[]): string {
  return values.map((value) => value ?? '').join(SEPARATOR);
}

function list(values: readonly (number | bigint | boolean | string)[]): string {
  return `{${values.join(',')}}`;
}
