import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The figures of `endpoint_stats_1m` by the hour of Unix time, and up to which hour there are any: what lies before it is rolled up. */
const HOURS = `
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
  SELECT date_trunc('hour', coalesce(min(minute), now()), 'UTC') FROM webhooks.endpoint_stats_1m`;

/** Health over days reads hours, and figures by minute are kept for as long as minutes are asked for (spec/webhooks.md 4). */
export class RollUpStats1795279000000 implements MigrationInterface {
  readonly name = 'RollUpStats1795279000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(HOURS);
    await runner.query(`SELECT webhooks.keep_partitions('endpoint_stats_1h', 'hour', 'day', interval '8 days')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhooks.endpoint_stats_1h, webhooks.stats_rolled_up');
    await runner.query('DROP INDEX webhooks.endpoint_stats_1m_by_minute');
  }
}
