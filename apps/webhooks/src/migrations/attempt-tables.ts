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
const STATS_BY_MINUTE = `
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

/** The figures of `endpoint_stats_1m` by the hour of Unix time, and up to which hour there are any: what lies before it is rolled up. */
const STATS_BY_HOUR = `
CREATE TABLE webhooks.endpoint_stats_1h (
  LIKE webhooks.endpoint_stats_1m INCLUDING DEFAULTS,
  PRIMARY KEY (endpoint_id, minute)
) PARTITION BY RANGE (minute);
ALTER TABLE webhooks.endpoint_stats_1h RENAME COLUMN minute TO hour;
CREATE TABLE webhooks.endpoint_stats_1h_default PARTITION OF webhooks.endpoint_stats_1h DEFAULT;
CREATE INDEX endpoint_stats_1m_by_minute ON webhooks.endpoint_stats_1m USING brin (minute) WITH (pages_per_range = 32, autosummarize = on);
CREATE TABLE webhooks.stats_rolled_up (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  through timestamptz NOT NULL
);
INSERT INTO webhooks.stats_rolled_up (through)
  SELECT date_trunc('hour', now(), 'UTC')`;

export const ATTEMPT_TABLES = [ATTEMPTS, STATS_BY_MINUTE, STATS_BY_HOUR];
