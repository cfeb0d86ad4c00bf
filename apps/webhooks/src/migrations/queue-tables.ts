/** Columns of open and ended deliveries. Ids sort by their bytes, in the order of creation, under every collation of the database. */
const DELIVERY_COLUMNS = `
  delivery_id text COLLATE "C" NOT NULL,
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
 * Open deliveries. Claim, flush and sweep lock the row of the queue before they touch a delivery of it, so no delivery is
 * skipped because another process has locked it. The table is vacuumed early, because dead rows slow down every claim, and pages
 * are half empty, because a lease writes the row again on the same page.
 */
const DELIVERIES = [
  `CREATE TABLE webhooks.deliveries (${DELIVERY_COLUMNS},
    state text NOT NULL,
    next_attempt_at timestamptz NOT NULL,
    expires_at timestamptz,
    lease_token uuid,
    enabled_since timestamptz,
    test_clock_id text,
    PRIMARY KEY (delivery_id),
    UNIQUE (event_id, endpoint_id),
    CONSTRAINT deliveries_state_check CHECK (state = 'ready' OR state = 'held' AND lease_token IS NULL)
  ) WITH (fillfactor = 55, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)`,
  `CREATE INDEX deliveries_due ON webhooks.deliveries (endpoint_id, class, next_attempt_at) WHERE state = 'ready'`,
  'CREATE INDEX deliveries_in_order ON webhooks.deliveries (endpoint_id, resource_id, feed_position) WHERE ordered',
  'CREATE INDEX deliveries_by_endpoint ON webhooks.deliveries (endpoint_id, delivery_id)',
  'CREATE INDEX deliveries_by_clock ON webhooks.deliveries (test_clock_id) WHERE test_clock_id IS NOT NULL',
  `COMMENT ON COLUMN webhooks.deliveries.class IS '0 first attempt, 1 retry, 2 resend or replay'`,
  `COMMENT ON COLUMN webhooks.deliveries.attempt_no IS 'attempts made'`,
  `COMMENT ON COLUMN webhooks.deliveries.lease_token IS 'the claim that has leased a ready delivery, see leases; in no index, so that a claim updates none'`,
  `COMMENT ON COLUMN webhooks.deliveries.enabled_since IS 'of the endpoint when the delivery was queued; null for an endpoint that was never disabled'`,
  `COMMENT ON COLUMN webhooks.deliveries.test_clock_id IS 'of the event: an advance may bring a retry forward; null in real time'`,
];

const DELIVERIES_DONE = [
  `CREATE TABLE webhooks.deliveries_done (${DELIVERY_COLUMNS},
    final_state text NOT NULL,
    reason text,
    ended_at timestamptz NOT NULL,
    PRIMARY KEY (delivery_id, ended_at),
    CHECK (final_state IN ('succeeded', 'exhausted', 'expired', 'cancelled'))
  ) PARTITION BY RANGE (ended_at)`,
  'CREATE INDEX deliveries_done_by_endpoint ON webhooks.deliveries_done (endpoint_id, delivery_id)',
  'CREATE INDEX deliveries_done_by_event ON webhooks.deliveries_done (event_id)',
  'CREATE TABLE webhooks.deliveries_done_default PARTITION OF webhooks.deliveries_done DEFAULT',
];

const NAMES =
  'delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type, resource_id, sequence, ordered, ' +
  'class, trigger, replay_id, attempt_no, created_at, first_attempt_at, last_code, last_error';

/**
 * One row for each claim until its lease ends, written once and deleted once, without an index: the table holds the claims of
 * about a minute. STORAGE EXTERNAL, because to compress the ids costs more than to store them.
 */
const LEASES = [
  `CREATE TABLE webhooks.leases (
    lease_token uuid NOT NULL,
    lease_until timestamptz NOT NULL,
    delivery_ids text[] STORAGE EXTERNAL NOT NULL
  ) WITH (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0)`,
  `COMMENT ON TABLE webhooks.leases IS 'deliveries of each claim and the end of its lease; a delivery is leased while its lease_token is the same'`,
];

/** `state` is held, ready or leased while the delivery is open; then succeeded, exhausted, expired or cancelled. */
const ALL_DELIVERIES = `CREATE VIEW webhooks.all_deliveries AS
  SELECT ${NAMES}, CASE WHEN lease_token IS NULL THEN state ELSE 'leased' END AS state, NULL::text AS reason, next_attempt_at, NULL::timestamptz AS ended_at FROM webhooks.deliveries
  UNION ALL
  SELECT ${NAMES}, final_state, reason, NULL::timestamptz, ended_at FROM webhooks.deliveries_done`;

/**
 * Queues of endpoints: when a delivery is due, how many requests may be in flight, and the results so far.
 * `pending_transition` is a change that the dispatcher found and that the log of the endpoint does not have yet.
 */
const ENDPOINT_QUEUES = [
  `CREATE TABLE webhooks.endpoint_queues (
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
    last_refused_at timestamptz,
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
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_cost_delay = 0)`,
  'CREATE INDEX queues_due ON webhooks.endpoint_queues (next_due_at)',
  'CREATE INDEX queues_failing ON webhooks.endpoint_queues (first_failure_at) WHERE first_failure_at IS NOT NULL',
  'CREATE INDEX queues_pending ON webhooks.endpoint_queues (endpoint_id) WHERE pending_transition IS NOT NULL',
  'CREATE INDEX queues_cancelling ON webhooks.endpoint_queues (endpoint_id) WHERE cancel_before IS NOT NULL',
  `COMMENT ON COLUMN webhooks.endpoint_queues.last_refused_at IS 'of an answer 429 or 410: neither counts as a failure, health shows both'`,
  `COMMENT ON COLUMN webhooks.endpoint_queues.cancel_before IS 'open deliveries from before this time, or all, are to be cancelled; nothing is sent until they are'`,
  `COMMENT ON COLUMN webhooks.endpoint_queues.probe_token IS 'the lease whose result decides about a half-open breaker'`,
  `COMMENT ON COLUMN webhooks.endpoint_queues.ramp IS 'upper bound of in_flight after the breaker closed; null when the cap alone counts'`,
  `COMMENT ON COLUMN webhooks.endpoint_queues.slowed_rate IS 'requests a second since a 429; null when only rate_per_second counts'`,
];

/** Objects of ordered endpoints whose cancelled delivery may still have an attempt in flight. Nearly always empty. */
const CANCELLED_ATTEMPTS = [
  `CREATE TABLE webhooks.cancelled_attempts (
    endpoint_id text NOT NULL,
    resource_id text NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (endpoint_id, resource_id)
  )`,
  `COMMENT ON TABLE webhooks.cancelled_attempts IS
    'until this time an attempt of a cancelled delivery may be under way: no other delivery of its object is sent before'`,
];

export const QUEUE_STATEMENTS = [...DELIVERIES, ...DELIVERIES_DONE, ...LEASES, ALL_DELIVERIES, ...ENDPOINT_QUEUES, ...CANCELLED_ATTEMPTS];
