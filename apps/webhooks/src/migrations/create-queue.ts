import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a delivery is, whether it is open or done: the same columns in both tables. */
const DELIVERY_COLUMNS = `
  delivery_id text NOT NULL,
  endpoint_id text NOT NULL,
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  feed_shard smallint NOT NULL,
  feed_position bigint NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  resource_id text NOT NULL,
  sequence integer NOT NULL,
  ordered boolean NOT NULL,
  class smallint NOT NULL,
  trigger text NOT NULL,
  replay_id text,
  attempt_no smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  first_attempt_at timestamptz,
  last_code integer,
  last_error text`;

/**
 * Open rows only. Claim, flush and sweep hold the row of the queue before they touch a row of it, so that no row is ever
 * skipped because somebody else had it locked. Vacuumed early: a queue table is as fast as its dead rows are few.
 */
const DELIVERIES = `
CREATE TABLE webhooks.deliveries (${DELIVERY_COLUMNS},
  state text NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  expires_at timestamptz,
  lease_until timestamptz,
  lease_token uuid,
  PRIMARY KEY (delivery_id),
  UNIQUE (event_id, endpoint_id),
  CHECK (state IN ('held', 'ready', 'leased'))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX deliveries_due ON webhooks.deliveries (endpoint_id, class, next_attempt_at) WHERE state = 'ready';
CREATE INDEX deliveries_leased ON webhooks.deliveries (lease_until) WHERE state = 'leased';
CREATE INDEX deliveries_in_order ON webhooks.deliveries (endpoint_id, resource_id, feed_position) WHERE ordered;
CREATE INDEX deliveries_by_endpoint ON webhooks.deliveries (endpoint_id, delivery_id);
COMMENT ON COLUMN webhooks.deliveries.class IS '0 first attempt, 1 retry, 2 resend or replay';
COMMENT ON COLUMN webhooks.deliveries.attempt_no IS 'attempts made'`;

const DELIVERIES_DONE = `
CREATE TABLE webhooks.deliveries_done (${DELIVERY_COLUMNS},
  final_state text NOT NULL,
  reason text,
  ended_at timestamptz NOT NULL,
  PRIMARY KEY (delivery_id, ended_at),
  CHECK (final_state IN ('succeeded', 'exhausted', 'expired', 'cancelled'))
) PARTITION BY RANGE (ended_at);
CREATE INDEX deliveries_done_by_endpoint ON webhooks.deliveries_done (endpoint_id, delivery_id);
CREATE INDEX deliveries_done_by_event ON webhooks.deliveries_done (event_id);
CREATE TABLE webhooks.deliveries_done_default PARTITION OF webhooks.deliveries_done DEFAULT`;

const NAMES =
  'delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type, resource_id, sequence, ordered, ' +
  'class, trigger, replay_id, attempt_no, created_at, first_attempt_at, last_code, last_error';

/**
 * Open and ended ones in one. `state` is held, ready or leased while open; then succeeded, exhausted, expired or cancelled.
 *
 * @param state of an open one, as SQL.
 */
export const allDeliveries = (state: string): string => `
CREATE OR REPLACE VIEW webhooks.all_deliveries AS
  SELECT ${NAMES}, ${state} AS state, NULL::text AS reason, next_attempt_at, NULL::timestamptz AS ended_at FROM webhooks.deliveries
  UNION ALL
  SELECT ${NAMES}, final_state, reason, NULL::timestamptz, ended_at FROM webhooks.deliveries_done`;

/**
 * One row for each endpoint: when it is due, how much it may have in flight, how it has done.
 * `pending_transition` is what the endpoint has still to be told: a change that the dispatcher found out and that is not stored yet.
 */
const QUEUES = `
CREATE TABLE webhooks.endpoint_queues (
  endpoint_id text PRIMARY KEY,
  shard smallint NOT NULL,
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  endpoint_version integer NOT NULL,
  status text NOT NULL DEFAULT 'enabled',
  cap smallint NOT NULL,
  rate_per_second double precision,
  burst double precision,
  next_due_at timestamptz NOT NULL DEFAULT 'infinity',
  last_served_at timestamptz,
  in_flight integer NOT NULL DEFAULT 0,
  breaker text NOT NULL DEFAULT 'closed',
  open_count smallint NOT NULL DEFAULT 0,
  open_until timestamptz,
  probe_token uuid,
  ramp smallint,
  fail_streak integer NOT NULL DEFAULT 0,
  blocked_streak integer NOT NULL DEFAULT 0,
  first_failure_at timestamptz,
  last_failure_at timestamptz,
  last_success_at timestamptz,
  failed_count integer NOT NULL DEFAULT 0,
  failed_days integer NOT NULL DEFAULT 0,
  notified_level smallint NOT NULL DEFAULT 0,
  tokens double precision,
  tokens_at timestamptz,
  slowed_rate double precision,
  slowed_from double precision,
  slowed_at timestamptz,
  pending_transition text,
  cancel_before timestamptz,
  enabled_since timestamptz,
  url_digest text,
  CHECK (status IN ('enabled', 'disabled', 'deleted')),
  CHECK (breaker IN ('closed', 'open', 'half_open')),
  CHECK (pending_transition IN ('gone', 'url_blocked', 'recovered'))
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX queues_due ON webhooks.endpoint_queues (next_due_at);
CREATE INDEX queues_failing ON webhooks.endpoint_queues (first_failure_at) WHERE first_failure_at IS NOT NULL;
CREATE INDEX queues_pending ON webhooks.endpoint_queues (endpoint_id) WHERE pending_transition IS NOT NULL;
CREATE INDEX queues_cancelling ON webhooks.endpoint_queues (endpoint_id) WHERE cancel_before IS NOT NULL;
COMMENT ON COLUMN webhooks.endpoint_queues.cancel_before IS 'open deliveries made up to then are to be cancelled; nothing is sent until they are';
COMMENT ON COLUMN webhooks.endpoint_queues.probe_token IS 'the lease whose result decides about a half-open breaker';
COMMENT ON COLUMN webhooks.endpoint_queues.ramp IS 'in flight at most after the breaker closed; null when the cap alone counts';
COMMENT ON COLUMN webhooks.endpoint_queues.slowed_rate IS 'requests a second since a 429; null when only rate_per_second counts'`;

/** Without a key of its own: attempts are only ever read by their delivery, and an index costs as much as the row. */
const ATTEMPTS = `
CREATE TABLE webhooks.attempts (
  attempt_id bigint GENERATED ALWAYS AS IDENTITY,
  delivery_id text NOT NULL,
  event_id text NOT NULL,
  endpoint_id text NOT NULL,
  attempt_no smallint NOT NULL,
  trigger text NOT NULL,
  started_at timestamptz NOT NULL,
  total_ms integer NOT NULL,
  dns_ms integer,
  connect_ms integer,
  tls_ms integer,
  ttfb_ms integer,
  outcome text NOT NULL,
  status_code smallint,
  error_code text,
  response_headers json,
  response_body text,
  response_bytes integer,
  truncated boolean NOT NULL DEFAULT false,
  remote_ip text,
  key_fingerprints text[],
  retry_after_s integer,
  next_attempt_at timestamptz,
  worker text NOT NULL
) PARTITION BY RANGE (started_at);
CREATE INDEX attempts_by_delivery ON webhooks.attempts (delivery_id, attempt_id);
CREATE TABLE webhooks.attempts_default PARTITION OF webhooks.attempts DEFAULT`;

/** One row for each endpoint and minute in which something was sent. `ms_…` count attempts up to that time, each once. */
const STATS = `
CREATE TABLE webhooks.endpoint_stats_1m (
  endpoint_id text NOT NULL,
  minute timestamptz NOT NULL,
  ok integer NOT NULL DEFAULT 0,
  failed_3xx integer NOT NULL DEFAULT 0,
  failed_4xx integer NOT NULL DEFAULT 0,
  failed_5xx integer NOT NULL DEFAULT 0,
  failed_429 integer NOT NULL DEFAULT 0,
  failed_timeout integer NOT NULL DEFAULT 0,
  failed_network integer NOT NULL DEFAULT 0,
  failed_blocked integer NOT NULL DEFAULT 0,
  ms_50 integer NOT NULL DEFAULT 0,
  ms_100 integer NOT NULL DEFAULT 0,
  ms_250 integer NOT NULL DEFAULT 0,
  ms_500 integer NOT NULL DEFAULT 0,
  ms_1000 integer NOT NULL DEFAULT 0,
  ms_2500 integer NOT NULL DEFAULT 0,
  ms_5000 integer NOT NULL DEFAULT 0,
  ms_10000 integer NOT NULL DEFAULT 0,
  ms_more integer NOT NULL DEFAULT 0,
  PRIMARY KEY (endpoint_id, minute)
) PARTITION BY RANGE (minute);
CREATE TABLE webhooks.endpoint_stats_1m_default PARTITION OF webhooks.endpoint_stats_1m DEFAULT`;

/** The queue of deliveries, what became of them, and how every endpoint does (spec/webhooks.md 4). */
export class CreateQueue1795264000000 implements MigrationInterface {
  readonly name = 'CreateQueue1795264000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [DELIVERIES, DELIVERIES_DONE, allDeliveries('state'), QUEUES, ATTEMPTS, STATS]) await runner.query(statement);
    await runner.query(`SELECT webhooks.keep_partitions('deliveries_done', 'ended_at', 'day', interval '90 days')`);
    await runner.query(`SELECT webhooks.keep_partitions('attempts', 'started_at', 'day', interval '30 days')`);
    await runner.query(`SELECT webhooks.keep_partitions('endpoint_stats_1m', 'minute', 'day', interval '8 days')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW webhooks.all_deliveries');
    await runner.query(
      'DROP TABLE webhooks.deliveries, webhooks.deliveries_done, webhooks.endpoint_queues, webhooks.attempts, webhooks.endpoint_stats_1m',
    );
  }
}
