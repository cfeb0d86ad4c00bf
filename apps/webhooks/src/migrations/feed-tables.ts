import { SHARD_COUNT } from '#contracts';

/**
 * The events feed: every public event of payments, kyc and webhooks, once. `position` is dense in a shard, and so rises for
 * each account in the order of the commits: it is given under the lock of the row in `feed_positions`.
 */
const FEED_EVENTS = `
CREATE TABLE webhooks.feed_positions (
  shard smallint PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
INSERT INTO webhooks.feed_positions (shard) SELECT generate_series(0, ${SHARD_COUNT - 1});

CREATE TABLE webhooks.feed_events (
  shard smallint NOT NULL,
  position bigint NOT NULL,
  event_id text NOT NULL,
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  type text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  sequence integer NOT NULL,
  correlation_id text NOT NULL,
  causation_id text,
  occurred_at bigint NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now(),
  body text NOT NULL,
  PRIMARY KEY (shard, position, taken_at)
) PARTITION BY RANGE (taken_at);
COMMENT ON COLUMN webhooks.feed_events.occurred_at IS 'milliseconds since the epoch';
COMMENT ON COLUMN webhooks.feed_events.body IS 'the event as it stands on its topic, to the byte: personal values are sealed tokens';
CREATE INDEX feed_events_by_id ON webhooks.feed_events (event_id);
CREATE INDEX feed_events_by_account ON webhooks.feed_events (account_id, livemode, position);
CREATE INDEX feed_events_by_type ON webhooks.feed_events (account_id, livemode, type, position);
CREATE INDEX feed_events_by_resource ON webhooks.feed_events (resource_id, position);
CREATE TABLE webhooks.feed_events_default PARTITION OF webhooks.feed_events DEFAULT`;

/** A row of a page and nothing else: what is larger is compressed as before. */
const INLINE_BYTES_MAX = 8_160;

/**
 * A body is about two kilobytes, just where Postgres begins to compress; with its own method, pglz, that takes longer than
 * everything else that is done for the row. LZ4 takes a tenth of it. A server built without LZ4 (as the embedded one is)
 * stores bodies as they are, up to the size of a page.
 */
const STORE_BODIES_CHEAPLY = `
DO $$
DECLARE
  part regclass;
BEGIN
  ALTER TABLE webhooks.feed_events ALTER COLUMN body SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'webhooks.feed_events'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (toast_tuple_target = ${INLINE_BYTES_MAX})', part);
  END LOOP;
END $$`;

/**
 * How far every replay has come, written in the transaction that puts its deliveries into the queue: a stretch that is worked
 * through again, because its report was lost, gets the result of the first time.
 */
const REPLAY_PROGRESS = `
CREATE TABLE webhooks.replay_progress (
  replay_id text PRIMARY KEY,
  from_position bigint NOT NULL,
  to_position bigint NOT NULL,
  up_to bigint NOT NULL,
  matched integer NOT NULL,
  enqueued integer NOT NULL,
  last_event_ms bigint,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX replay_progress_by_age ON webhooks.replay_progress (updated_at)`;

/** The fan-out reads the endpoints of an account, of the many streams there are, once for each batch of events. */
const ENDPOINTS_BY_ACCOUNT = `
CREATE INDEX webhook_endpoints_by_account ON webhooks.streams (account_id, livemode) WHERE stream_type = 'webhook_endpoint'`;

/** Open replays are counted for every scrape of the metrics, of the many streams there are. */
const OPEN_REPLAYS = `
CREATE INDEX webhook_replays_open ON webhooks.streams (status) WHERE stream_type = 'webhook_replay' AND status IN ('queued', 'running')`;

export const FEED_TABLES = [FEED_EVENTS, STORE_BODIES_CHEAPLY, REPLAY_PROGRESS, ENDPOINTS_BY_ACCOUNT, OPEN_REPLAYS];
