/** Attempts have no primary key: they are read by their delivery only, and an index costs as much as the row. */
const ATTEMPTS = [
  `CREATE TABLE webhooks.attempts (
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
  ) PARTITION BY RANGE (started_at)`,
  'CREATE INDEX attempts_by_delivery ON webhooks.attempts (delivery_id, attempt_id)',
  'CREATE TABLE webhooks.attempts_default PARTITION OF webhooks.attempts DEFAULT',
];

/** One row for each endpoint and time in which something was sent. `ms_…` count attempts up to that duration, each once. */
const statsTable = (table: string, timeColumn: string): string[] => [
  `CREATE TABLE webhooks.${table} (
    endpoint_id text NOT NULL,
    ${timeColumn} timestamptz NOT NULL,
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
    PRIMARY KEY (endpoint_id, ${timeColumn})
  ) PARTITION BY RANGE (${timeColumn})`,
  `CREATE TABLE webhooks.${table}_default PARTITION OF webhooks.${table} DEFAULT`,
];

/** Minutes before `through`, an hour of Unix time, have been rolled up into `endpoint_stats_1h`. */
const ROLL_UP = [
  'CREATE INDEX endpoint_stats_1m_by_minute ON webhooks.endpoint_stats_1m USING brin (minute) WITH (pages_per_range = 32, autosummarize = on)',
  `CREATE TABLE webhooks.stats_rolled_up (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    through timestamptz NOT NULL
  )`,
  `INSERT INTO webhooks.stats_rolled_up (through) VALUES (date_trunc('hour', now(), 'UTC'))`,
];

export const ATTEMPT_STATEMENTS = [
  ...ATTEMPTS,
  ...statsTable('endpoint_stats_1m', 'minute'),
  ...statsTable('endpoint_stats_1h', 'hour'),
  ...ROLL_UP,
];
