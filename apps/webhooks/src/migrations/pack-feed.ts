import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CLAIM_PLACES_FUNCTION, DROP_CLAIM_FUNCTION } from './claim-function';

/** A process of the release before that runs all the same would take events into a table that was copied already, and is dropped. */
const LOCK = 'LOCK TABLE webhooks.feed_events IN ACCESS EXCLUSIVE MODE';

/** Names that stand in every row and in its index entries, as numbers. */
const NAMES = [
  `CREATE TABLE webhooks.feeds (
    feed integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    livemode boolean NOT NULL,
    shard smallint NOT NULL,
    UNIQUE (account_id, livemode)
  )`,
  `CREATE TABLE webhooks.event_types (
    number smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    type text COLLATE "C" NOT NULL UNIQUE,
    resource_type text NOT NULL
  )`,
  `COMMENT ON TABLE webhooks.feeds IS 'the feed of an account in one mode'`,
];

/** An event as it is found: where it stands, and in which pack its body is. Columns in an order that needs no padding. */
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
    test_clock_id text COLLATE "C"
  ) PARTITION BY RANGE (taken_at)`,
  `COMMENT ON COLUMN webhooks.feed_entries.occurred_at IS 'milliseconds since the epoch'`,
  `COMMENT ON COLUMN webhooks.feed_entries.body_at IS 'which body of its pack, from 0'`,
  'CREATE TABLE webhooks.feed_entries_default PARTITION OF webhooks.feed_entries DEFAULT',
];

/** Bodies of events that were taken together, compressed together: they have most of their text in common. Postgres is not to try again. */
const BODIES = [
  `CREATE TABLE webhooks.event_bodies (
    pack uuid NOT NULL,
    taken_at timestamptz NOT NULL DEFAULT now(),
    bodies bytea STORAGE EXTERNAL NOT NULL
  ) PARTITION BY RANGE (taken_at)`,
  `COMMENT ON COLUMN webhooks.event_bodies.bodies IS
    'events as they stand on their topics, to the byte, separated by U+001F; compressed with Zstandard when it is long; personal values are sealed tokens'`,
  'CREATE TABLE webhooks.event_bodies_default PARTITION OF webhooks.event_bodies DEFAULT',
];

/** Where the schema is older than this migration, `keep_partitions` acts for the owner of the schema, who must then own the table. */
const ownedAsTheSchema = (table: string): string => `
DO $$ BEGIN
  EXECUTE format('ALTER TABLE webhooks.${table} OWNER TO %s', (SELECT nspowner::regrole FROM pg_namespace WHERE nspname = 'webhooks'));
END $$`;

/** Ninety days by month, as before; made before the rows come, so that these lie in them. */
const PARTITIONS = ['feed_entries', 'event_bodies'].flatMap((table) => [
  ...[table, `${table}_default`].map(ownedAsTheSchema),
  `SELECT webhooks.keep_partitions('${table}', 'taken_at', 'month', interval '90 days', now() - interval '3 months')
    WHERE EXISTS (SELECT FROM webhooks.feed_events)`,
  `SELECT webhooks.keep_partitions('${table}', 'taken_at', 'month', interval '90 days')`,
]);

/** Events of an account that were taken one after the other, twenty to a pack. */
const NUMBERED = `(SELECT e.*, row_number() OVER (ORDER BY account_id, livemode, position, taken_at) - 1 AS number FROM webhooks.feed_events e) n`;
const PACK_OF = `lpad(to_hex(n.number / 20), 32, '0')::uuid`;

/** NUL and half of a surrogate pair, as JSON writes them: a text with one of them is none that Postgres can read. */
const UNREADABLE = String.raw`'\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'gi'`;

/** What was taken before, one pass for each table. The clock of an event stands in its body only. */
const COPY = [
  `INSERT INTO webhooks.feeds (account_id, livemode, shard) SELECT DISTINCT account_id, livemode, shard FROM webhooks.feed_events ORDER BY 1, 2`,
  `INSERT INTO webhooks.event_types (type, resource_type) SELECT DISTINCT type, resource_type FROM webhooks.feed_events ORDER BY 1`,
  `INSERT INTO webhooks.event_bodies (pack, taken_at, bodies)
    SELECT ${PACK_OF}, max(n.taken_at), convert_to(string_agg(n.body, E'\\x1f' ORDER BY n.number), 'UTF8') FROM ${NUMBERED} GROUP BY n.number / 20`,
  `INSERT INTO webhooks.feed_entries (feed, type, body_at, position, occurred_at, taken_at, pack, correlation_id, sequence, event_id, resource_id, test_clock_id)
    SELECT f.feed, t.number, n.number % 20, n.position, n.occurred_at, n.taken_at, ${PACK_OF}, n.correlation_id::uuid, n.sequence, n.event_id, n.resource_id,
      CASE WHEN NOT n.livemode THEN regexp_replace(n.body, ${UNREADABLE})::json ->> 'test_clock_id' END
    FROM ${NUMBERED} JOIN webhooks.feeds f USING (account_id, livemode) JOIN webhooks.event_types t USING (type)`,
];

const INDEXES = [
  'ALTER TABLE webhooks.feed_entries ADD PRIMARY KEY (feed, position, taken_at)',
  'CREATE INDEX feed_entries_by_id ON webhooks.feed_entries (event_id)',
  'CREATE INDEX feed_entries_by_type ON webhooks.feed_entries (feed, type, position)',
  'CREATE INDEX feed_entries_by_resource ON webhooks.feed_entries (resource_id, position)',
  'ALTER TABLE webhooks.event_bodies ADD PRIMARY KEY (pack, taken_at)',
];

/** The feed in words, for people and for questions that come seldom. */
const VIEW = `
CREATE VIEW webhooks.feed_events AS
  SELECT f.shard, e.position, e.event_id, f.account_id, f.livemode, t.type, t.resource_type, e.resource_id, e.sequence, e.correlation_id,
    e.occurred_at, e.taken_at, e.test_clock_id, e.pack, e.body_at
  FROM webhooks.feed_entries e JOIN webhooks.feeds f USING (feed) JOIN webhooks.event_types t ON t.number = e.type`;

/**
 * The feed in an eighth of its bytes (docs/decisions/0040-the-feed-keeps-bodies-in-packs.md). It replaces the table of before, so no
 * process of the webhooks service should run meanwhile: one of the release before takes nothing any more (docs/how-to/operate.md,
 * Rolling upgrades).
 */
export class PackFeed1796040000000 implements MigrationInterface {
  readonly name = 'PackFeed1796040000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      LOCK,
      ...NAMES,
      ...ENTRIES,
      ...BODIES,
      ...PARTITIONS,
      ...COPY,
      'DROP TABLE webhooks.feed_events',
      ...INDEXES,
      VIEW,
    ]) {
      await runner.query(statement);
    }
    for (const statement of [DROP_CLAIM_FUNCTION, CLAIM_PLACES_FUNCTION]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('the feed is never dropped by a migration'));
  }
}
