/**
 * "The payment transaction" of bench/README.md: the tables, indexes and record sizes of the product's migrations,
 * without its decisions, locks, look-ups and hash chain. Three events, the stream row, the command row with its stored
 * answer. The sizes are those that the product stores for the bench request, read back from its tables, with the customer
 * as a sealed value. Ids rise as the product's do, and the hashes of Idempotency-Keys do not; positions come from a
 * sequence, because nothing here takes the shard's lock. Rows of lists and of the events feed are not in it: the product
 * writes them in later transactions of their own.
 */
const EVENTS: readonly (readonly [version: number, type: string, dataBytes: number])[] = [
  [1, 'payment.created', 347],
  [2, 'payment.authorized', 322],
  [3, 'payment.captured', 53],
];
const STATE_BYTES = 824;
const ANSWER_BYTES = 1_512;
const META_BYTES = 198;

/** Texts without a colon before a word: pgbench reads `:null` as one of its variables. */
const jsonOf = (bytes: number): string => `{"filler":"${'x'.repeat(bytes - 13)}"}`;

const eventValues = EVENTS.map(([version, type, bytes]) => `(${version}, '${type}', '${jsonOf(bytes)}'::json)`).join(', ');

/** One statement, hence one commit, for `count` payments. */
export function paymentTransaction(count: number): string {
  return `
WITH payment AS MATERIALIZED (
  SELECT nextval('payments.bench_payment') AS number, uuidv7() AS command_id, gen_random_uuid() AS key_id FROM generate_series(1, ${count})
), named AS MATERIALIZED (
  SELECT *, 'pay_' || lpad(number::text, 24, '0') AS stream_id, (number % 64)::smallint AS shard FROM payment
), event AS (
  INSERT INTO payments.events (shard, position, stream_id, version, type, schema_version, account_id, livemode, event_id, command_id,
    correlation_id, causation_id, occurred_at, data, meta, hash)
  SELECT shard, number * 3 + version, stream_id, version, type, 1, 'acct_000000000000000000000000', false,
    'evt_' || lpad((number * 3 + version)::text, 24, '0'), command_id, command_id::text, NULL, 1795251400000, data, '${jsonOf(META_BYTES)}'::json,
    '\\x0000000000000000000000000000000000000000000000000000000000000000'
  FROM named CROSS JOIN (VALUES ${eventValues}) AS kind (version, type, data)
), stream AS (
  INSERT INTO payments.streams (shard, stream_id, stream_type, account_id, livemode, version, sequence, last_position, status, state,
    state_schema, created_at, updated_at)
  SELECT shard, stream_id, 'payment', 'acct_000000000000000000000000', false, 3, 3, number * 3 + 3, 'captured', '${jsonOf(STATE_BYTES)}'::json, 1,
    1795251400000, 1795251400000
  FROM named
)
INSERT INTO payments.commands (shard, command_id, stream_id, operation, idempotency_id, idempotency_key, fingerprint, outcome, http_status,
  response, last_position)
SELECT shard, command_id, stream_id, 'payments.create', key_id, key_id::text,
  '0000000000000000000000000000000000000000000000000000000000000000', 'accepted', 201, '${jsonOf(ANSWER_BYTES)}', number * 3 + 3
FROM named`;
}

/** The same for one payment, as a statement that a connection prepares once. */
export function onePaymentTransaction(): { name: string; text: string } {
  return { name: 'one-payment', text: paymentTransaction(1) };
}

/** What the transaction needs beside the product's migrations. */
export const PREPARE_SQL = 'CREATE SEQUENCE IF NOT EXISTS payments.bench_payment CACHE 100';
/** The append-only trigger guards the product's log; a bench database is emptied between rounds all the same. */
export const TRUNCATE_SQL = `
ALTER TABLE payments.events DISABLE TRIGGER events_append_only;
TRUNCATE payments.events, payments.streams, payments.commands;
ALTER TABLE payments.events ENABLE TRIGGER events_append_only`;
export const COUNT_SQL = 'SELECT count(*)::int AS payments FROM payments.streams';
