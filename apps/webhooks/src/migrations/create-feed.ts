import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SHARD_COUNT } from '#contracts';

/**
 * Makes and drops the partitions of a table that is partitioned by a time. Names end in the first day, `_YYYYMMDD`, UTC.
 * It gives up after two seconds of waiting for a lock (the next run tries again), so that housekeeping never holds up the
 * work; a row that found no partition rests in `<table>_default`, and a partition that rows of the default one would belong
 * to is not made.
 *
 * Instances take turns, or two would make the same partition.
 *
 * `step` is `day` or `month`: the present one and the next two are there. `keep` is how long a row is kept at least.
 *
 * @param storage SQL for the `WITH (…)` of a new partition of `parent`, or for null.
 */
export const keepPartitions = (storage: string): string => `
CREATE OR REPLACE FUNCTION webhooks.keep_partitions(parent text, time_column text, step text, keep interval, at timestamptz DEFAULT now())
RETURNS integer LANGUAGE plpgsql SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
DECLARE
  width interval := ('1 ' || step)::interval;
  lower_bound timestamptz;
  part record;
  changed integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('webhooks.keep_partitions ' || parent, 0));
  FOR ahead IN 0..2 LOOP
    lower_bound := date_trunc(step, at) + ahead * width;
    IF to_regclass(format('webhooks.%I', parent || to_char(lower_bound, '_YYYYMMDD'))) IS NULL THEN
      BEGIN
        EXECUTE format('CREATE TABLE webhooks.%I PARTITION OF webhooks.%I FOR VALUES FROM (%L) TO (%L)%s',
          parent || to_char(lower_bound, '_YYYYMMDD'), parent, lower_bound, lower_bound + width, ${storage});
        changed := changed + 1;
      EXCEPTION WHEN check_violation THEN
        NULL;
      END;
    END IF;
  END LOOP;
  FOR part IN
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = format('webhooks.%I', parent)::regclass AND c.relname ~ '_[0-9]{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD')::timestamptz + width + keep <= at
  LOOP
    EXECUTE format('DROP TABLE webhooks.%I', part.name);
    changed := changed + 1;
  END LOOP;
  EXECUTE format('DELETE FROM webhooks.%I WHERE %I < %L', parent || '_default', time_column, at - keep);
  RETURN changed;
END $$`;

/**
 * The events feed: every public event of payments, kyc and webhooks, once. `position` is dense in a shard, and so rises for
 * each account in the order of the commits: it is given under the lock of the row in `feed_positions`.
 */
const FEED = `
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

/** Tables of the events feed, and what makes and drops the partitions of every partitioned table of this service. */
export class CreateFeed1795262400000 implements MigrationInterface {
  readonly name = 'CreateFeed1795262400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(keepPartitions('NULL'));
    await runner.query(FEED);
    await runner.query(`SELECT webhooks.keep_partitions('feed_events', 'taken_at', 'month', interval '90 days')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhooks.feed_events, webhooks.feed_positions');
    await runner.query('DROP FUNCTION webhooks.keep_partitions');
  }
}
