import { SHARD_COUNT } from '#contracts';

/** Positions are dense in a shard, and rise for each account in the order of commits: they are assigned under the lock of this row. */
const POSITIONS = [
  `CREATE TABLE webhooks.feed_positions (
    shard smallint PRIMARY KEY,
    position bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50)`,
  `INSERT INTO webhooks.feed_positions (shard) SELECT generate_series(0, ${SHARD_COUNT - 1})`,
];

/** Numbers of accounts and types, which every entry and its index entries repeat. */
const NUMBERS = [
  `CREATE TABLE webhooks.feeds (
    feed integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    shard smallint NOT NULL,
    UNIQUE (account_id, livemode)
  )`,
  `COMMENT ON TABLE webhooks.feeds IS 'the feed of an account in one mode'`,
  `CREATE TABLE webhooks.event_types (
    number smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    type text COLLATE "C" NOT NULL UNIQUE,
    resource_type text NOT NULL
  )`,
];

/**
 * The events feed: every public event, once, with the place of its body (docs/decisions/0040-the-feed-keeps-bodies-in-packs.md). The
 * order of the columns needs no padding.
 */
const ENTRIES = [
  `CREATE TABLE webhooks.feed_entries (
    feed integer NOT NULL,
    type smallint NOT NULL,
    body_at smallint NOT NULL,
    position bigint NOT NULL,
    occurred_at bigint NOT NULL,
    taken_at timestamptz NOT NULL DEFAULT now(),
    pack uuid NOT NULL,
    correlation_id uuid NOT NULL,
    sequence integer NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    resource_id text COLLATE "C" NOT NULL,
    test_clock_id text COLLATE "C",
    PRIMARY KEY (feed, position, taken_at)
  ) PARTITION BY RANGE (taken_at)`,
  `COMMENT ON COLUMN webhooks.feed_entries.occurred_at IS 'milliseconds since the epoch'`,
  `COMMENT ON COLUMN webhooks.feed_entries.body_at IS 'which body of its pack, from 0'`,
  'CREATE INDEX feed_entries_by_id ON webhooks.feed_entries (event_id)',
  'CREATE INDEX feed_entries_by_type ON webhooks.feed_entries (feed, type, position)',
  'CREATE INDEX feed_entries_by_resource ON webhooks.feed_entries (resource_id, position)',
  'CREATE TABLE webhooks.feed_entries_default PARTITION OF webhooks.feed_entries DEFAULT',
];

/**
 * Bodies of events that were taken together are compressed together, because most of their text is the same. STORAGE EXTERNAL:
 * Postgres does not compress them again.
 */
const BODIES = [
  `CREATE TABLE webhooks.event_bodies (
    pack uuid NOT NULL,
    taken_at timestamptz NOT NULL DEFAULT now(),
    bodies bytea STORAGE EXTERNAL NOT NULL,
    PRIMARY KEY (pack, taken_at)
  ) PARTITION BY RANGE (taken_at)`,
  `COMMENT ON COLUMN webhooks.event_bodies.bodies IS
    'events as they stand on their topics, to the byte, separated by U+001F; compressed with Zstandard when it is long; personal values are sealed tokens'`,
  'CREATE TABLE webhooks.event_bodies_default PARTITION OF webhooks.event_bodies DEFAULT',
];

/** The feed with names in place of numbers, for people and rare queries. */
const FEED_VIEW = `CREATE VIEW webhooks.feed_events AS
  SELECT f.shard, e.position, e.event_id, f.account_id, f.livemode, t.type, t.resource_type, e.resource_id, e.sequence, e.correlation_id,
    e.occurred_at, e.taken_at, e.test_clock_id, e.pack, e.body_at
  FROM webhooks.feed_entries e JOIN webhooks.feeds f USING (feed) JOIN webhooks.event_types t ON t.number = e.type`;

/**
 * The progress of every replay, written in the transaction that queues its deliveries: a chunk that is repeated, because its
 * report was lost, gets the first result.
 */
const REPLAY_PROGRESS = [
  `CREATE TABLE webhooks.replay_progress (
    replay_id text PRIMARY KEY,
    from_position bigint NOT NULL,
    to_position bigint NOT NULL,
    up_to bigint NOT NULL,
    matched integer NOT NULL,
    enqueued integer NOT NULL,
    last_event_ms bigint,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX replay_progress_by_age ON webhooks.replay_progress (updated_at)',
];

/** The fan-out reads the endpoints of an account for each batch of events, and every scrape of the metrics counts open replays. */
const STREAM_INDEXES = [
  `CREATE INDEX webhook_endpoints_by_account ON webhooks.streams (account_id, livemode) WHERE stream_type = 'webhook_endpoint'`,
  `CREATE INDEX webhook_replays_open ON webhooks.streams (status) WHERE stream_type = 'webhook_replay' AND status IN ('queued', 'running')`,
];

export const FEED_STATEMENTS = [...POSITIONS, ...NUMBERS, ...ENTRIES, ...BODIES, FEED_VIEW, ...REPLAY_PROGRESS, ...STREAM_INDEXES];
