import { contentHash } from '#event-store';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Base 62 of the time with which an id begins. */
const time62 = Array.from({ length: 8 }, (_, index) => `substr('${DIGITS}', (ms / ${62 ** (7 - index)} % 62)::int + 1, 1)`).join(' || ');

/** What makes a copy of something another one: all of it follows from the original and from how many milliseconds later it happened. */
const FUNCTIONS = [
  `CREATE FUNCTION bench.time62(ms bigint) RETURNS text IMMUTABLE LANGUAGE sql RETURN ${time62}`,
  `CREATE FUNCTION bench.moved_id(id text, ms bigint) RETURNS text IMMUTABLE LANGUAGE sql RETURN left(id, 4) || bench.time62(ms) || substr(id, 13)`,
  `CREATE FUNCTION bench.moved_text(text text, id text, ms bigint) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN replace(text, substr(id, 5, 22), bench.time62(ms) || substr(id, 13, 14))`,
  `CREATE FUNCTION bench.moved_uuid(id uuid, shift bigint) RETURNS uuid IMMUTABLE LANGUAGE sql RETURN (lpad(to_hex(
    (extract(epoch FROM uuid_extract_timestamp(id)) * 1000)::bigint + shift), 12, '0') || substr(replace(id::text, '-', ''), 13))::uuid`,
  `CREATE FUNCTION bench.drawn_uuid(seed text, shift bigint) RETURNS uuid IMMUTABLE LANGUAGE sql RETURN md5(seed || shift)::uuid`,
  `CREATE FUNCTION bench.moved_at(at timestamptz, shift bigint) RETURNS timestamptz IMMUTABLE LANGUAGE sql RETURN at + shift * interval '1 ms'`,
];

/** The rows of all payments that are there, numbered by shard in the order of log and feed. */
const ORIGINALS = [
  `CREATE TABLE bench.streams AS SELECT s.*, (SELECT count(*) FROM payments.events e WHERE e.shard = s.shard AND e.position <= s.last_position) AS ordinal
    FROM payments.streams s`,
  `CREATE TABLE bench.events AS SELECT e.*, s.created_at AS stream_ms, row_number() OVER (PARTITION BY e.shard ORDER BY e.position) AS ordinal
    FROM payments.events e JOIN bench.streams s USING (shard, stream_id)`,
  `CREATE TABLE bench.commands AS SELECT c.*, s.created_at AS stream_ms, s.ordinal, dense_rank() OVER (ORDER BY c.pack) AS pack_ordinal
    FROM payments.commands c JOIN bench.streams s USING (shard, stream_id)`,
  `CREATE TABLE bench.answers AS SELECT a.*, dense_rank() OVER (ORDER BY a.pack) AS ordinal FROM payments.answers a
    WHERE a.pack IN (SELECT c.pack FROM bench.commands c)`,
  'CREATE TABLE bench.listed AS SELECT * FROM payments.payments_list',
  `CREATE TABLE bench.entries AS SELECT e.*, f.shard, s.created_at AS stream_ms, row_number() OVER (PARTITION BY f.shard ORDER BY e.position) AS ordinal
    FROM webhooks.feed_entries e JOIN webhooks.feeds f USING (feed) JOIN bench.streams s ON s.stream_id = e.resource_id`,
  `CREATE TABLE bench.packs AS SELECT b.*, row_number() OVER () AS ordinal FROM webhooks.event_bodies b
    WHERE b.pack IN (SELECT e.pack FROM bench.entries e)`,
  `CREATE TABLE bench.shards AS SELECT e.shard, count(*) AS events, (SELECT count(*) FROM bench.entries f WHERE f.shard = e.shard) AS entries,
      0::bigint AS position, 0::bigint AS feed_position, ''::bytea AS hash FROM bench.events e GROUP BY e.shard`,
  'CREATE TABLE bench.answer_head AS SELECT count(*) AS answers, 0::bigint AS pack FROM bench.answers',
];

/** Made once, when nothing but the payments to be copied is in the log of payments. */
export const PREPARE = [
  'CREATE SCHEMA bench',
  ...FUNCTIONS,
  ...ORIGINALS,
  ...[10, 20, 30].map((days) => `SELECT payments.maintain_command_partitions(now() - interval '${days} days')`),
  ...['feed_entries', 'event_bodies'].map(
    (table) => `SELECT webhooks.keep_partitions('${table}', 'taken_at', 'month', interval '90 days', now() - interval '1 month')`,
  ),
];

/** Nothing but payments that are done, with three events each, can be copied: no timer, no refund, no event that is not published. */
export const COUNT_UNLIKE = `
SELECT (SELECT count(*)::int FROM bench.streams WHERE stream_type <> 'payment' OR version <> 3 OR wake_at IS NOT NULL)
  + (SELECT count(*)::int FROM bench.events WHERE meta ->> 'sequence' IS NULL)
  + abs((SELECT count(*)::int FROM bench.events) - (SELECT count(*)::int FROM bench.entries)) AS unlike`;

/** Where the log, the feed and the answers end. */
export const READ_ENDS = [
  `UPDATE bench.shards s SET (position, hash) = (SELECT e.position, e.hash FROM payments.events e WHERE e.shard = s.shard ORDER BY e.position DESC LIMIT 1),
    feed_position = (SELECT f.position FROM webhooks.feed_positions f WHERE f.shard = s.shard)`,
  'UPDATE bench.answer_head SET pack = (SELECT coalesce(max(a.pack), 0) FROM payments.answers a)',
];

const EVENT_COLUMNS = `shard, position, stream_id, version, type, schema_version, account_id, livemode, event_id, command_id, correlation_id,
  causation_id, occurred_at, data, meta`;

/** One copy of all events of payments, `$1` ms later. The hash chain goes on. */
export const COPY_EVENTS = [
  `INSERT INTO payments.events (${EVENT_COLUMNS}, hash)
  SELECT ${EVENT_COLUMNS}, payments.hash_chain(${contentHash('m')}, m.head) OVER (PARTITION BY m.shard ORDER BY m.position ROWS UNBOUNDED PRECEDING)
  FROM (
    SELECT e.shard, h.position + e.ordinal AS position, bench.moved_id(e.stream_id, e.stream_ms + $1) AS stream_id, e.version, e.type, e.schema_version,
      e.account_id, e.livemode, bench.moved_id(e.event_id, e.occurred_at + $1) AS event_id, bench.moved_uuid(e.command_id, $1) AS command_id,
      bench.moved_uuid(e.correlation_id::uuid, $1)::text AS correlation_id, e.causation_id, e.occurred_at + $1 AS occurred_at,
      bench.moved_text(e.data::text, e.stream_id, e.stream_ms + $1)::json AS data, e.meta, h.hash AS head
    FROM bench.events e JOIN bench.shards h USING (shard)
  ) m`,
];

/** What else there is of that copy: states, answers, the list, and the public events, which the feed has behind all it had. */
export const COPY_OTHERS = [
  `INSERT INTO payments.streams (shard, stream_id, stream_type, account_id, livemode, version, sequence, last_position, status, state, state_schema,
    created_at, updated_at)
  SELECT s.shard, bench.moved_id(s.stream_id, s.created_at + $1), s.stream_type, s.account_id, s.livemode, s.version, s.sequence, h.position + s.ordinal,
    s.status, bench.moved_text(s.state::text, s.stream_id, s.created_at + $1)::json, s.state_schema, s.created_at + $1, s.updated_at + $1
  FROM bench.streams s JOIN bench.shards h USING (shard) ORDER BY s.ordinal`,
  `INSERT INTO payments.commands (shard, command_id, stream_id, operation, idempotency_id, idempotency_key, fingerprint, outcome, http_status, response,
    last_position, created_at, pack, answer_at)
  SELECT c.shard, bench.moved_uuid(c.command_id, $1), bench.moved_id(c.stream_id, c.stream_ms + $1), c.operation,
    bench.drawn_uuid(c.idempotency_id::text, $1), bench.drawn_uuid(c.idempotency_key, $1)::text, c.fingerprint, c.outcome, c.http_status,
    bench.moved_text(c.response, c.stream_id, c.stream_ms + $1), h.position + c.ordinal, bench.moved_at(c.created_at, $1),
    CASE WHEN c.pack IS NOT NULL THEN a.pack + c.pack_ordinal END, c.answer_at
  FROM bench.commands c JOIN bench.shards h USING (shard) CROSS JOIN bench.answer_head a ORDER BY c.ordinal`,
  `INSERT INTO payments.payments_list (account_id, livemode, created_at_ms, id, status, amount, currency, payment_method, customer_id, reference_id,
    metadata, filters, terms)
  SELECT account_id, livemode, created_at_ms + $1, bench.moved_id(id, created_at_ms + $1), status, amount, currency, payment_method, customer_id,
    reference_id, metadata, filters, terms FROM bench.listed ORDER BY created_at_ms`,
  `INSERT INTO webhooks.feed_entries (feed, type, body_at, position, occurred_at, taken_at, pack, correlation_id, sequence, event_id, resource_id)
  SELECT e.feed, e.type, e.body_at, h.feed_position + e.ordinal, e.occurred_at + $1, bench.moved_at(e.taken_at, $1), bench.moved_uuid(e.pack, $1),
    bench.moved_uuid(e.correlation_id, $1), e.sequence, bench.moved_id(e.event_id, e.occurred_at + $1), bench.moved_id(e.resource_id, e.stream_ms + $1)
  FROM bench.entries e JOIN bench.shards h USING (shard) ORDER BY e.ordinal`,
];

/** `$1` bytes of all packs one after the other, `$2` where each starts, `$3` its length, `$4` the shift. */
export const COPY_PACKS = `
INSERT INTO webhooks.event_bodies (pack, taken_at, bodies)
SELECT bench.moved_uuid(p.pack, $4), bench.moved_at(p.taken_at, $4), substr($1::bytea, c.start, c.length)
FROM unnest($2::int[], $3::int[]) WITH ORDINALITY AS c (start, length, ordinal) JOIN bench.packs p USING (ordinal)`;
export const COPY_ANSWERS = `
INSERT INTO payments.answers (pack, created_at, bodies) OVERRIDING SYSTEM VALUE
SELECT h.pack + a.ordinal, bench.moved_at(a.created_at, $4), convert_from(substr($1::bytea, c.start, c.length), 'UTF8')
FROM unnest($2::int[], $3::int[]) WITH ORDINALITY AS c (start, length, ordinal) JOIN bench.answers a USING (ordinal) CROSS JOIN bench.answer_head h`;

/** After each copy. */
export const MOVE_ENDS = [
  `UPDATE bench.shards s SET (position, hash) = (SELECT e.position, e.hash FROM payments.events e WHERE e.shard = s.shard AND e.position = s.position + s.events),
    feed_position = s.feed_position + s.entries`,
  'UPDATE bench.answer_head SET pack = pack + answers',
];

/** Who follows the log of payments has done with the copies what it would have done; the feed goes on behind them. */
export const MOVE_FOLLOWERS = [
  `UPDATE payments.relay_cursors c SET position = s.position, public_position = s.position FROM bench.shards s WHERE s.shard = c.shard`,
  `UPDATE payments.projection_checkpoints c SET position = s.position FROM bench.shards s WHERE s.shard = c.shard`,
  ...['webhooks', 'kyc', 'accounts'].map(
    (schema) => `UPDATE ${schema}.consumer_positions c SET position = s.position FROM bench.shards s
      WHERE s.shard = c.partition AND c.source IN ('payments', 'payments.events')`,
  ),
  `UPDATE webhooks.feed_positions f SET position = s.feed_position FROM bench.shards s WHERE s.shard = f.shard`,
  `SELECT setval(pg_get_serial_sequence('payments.answers', 'pack'), greatest(pack, 1)) FROM bench.answer_head`,
];

/** As autovacuum would have done over the weeks. */
export const TIDY_EVENTS = 'VACUUM (ANALYZE) payments.events, payments.commands, payments.answers';
export const TIDY_OTHERS = 'VACUUM (ANALYZE) payments.streams, webhooks.feed_entries, webhooks.event_bodies';

/** Once the ends are read: positions are dense, and only these shards have events. */
export const COUNT_EVENTS = 'SELECT sum(position)::int AS count FROM bench.shards';
export const COUNT_ORIGINALS = 'SELECT count(*)::int AS count FROM bench.events';
/** The tables of views, and what is small. */
export const TIDY_REST = 'VACUUM (ANALYZE)';

export const READ_PACKS = 'SELECT pack::text, bodies FROM bench.packs ORDER BY ordinal';
export const READ_ANSWERS = `SELECT pack::text, convert_to(bodies, 'UTF8') AS bodies FROM bench.answers ORDER BY ordinal`;
/** What is named in the texts, by pack: ids with the time in them. */
export const READ_PACK_NAMES = `SELECT pack::text, resource_id AS id, stream_ms AS ms, event_id, occurred_at AS event_ms, correlation_id::text FROM bench.entries`;
export const READ_ANSWER_NAMES = `SELECT pack::text, stream_id AS id, stream_ms AS ms FROM bench.commands WHERE pack IS NOT NULL`;
