import type { Pool, QueryConfig } from 'pg';
import type { Logger } from '#service';

/** How a partitioned table is kept: which column says the time, how wide a partition is, how many days a row stays. */
interface KeptTable {
  table: string;
  timeColumn: string;
  step: 'day' | 'month';
  keepDays: number;
  /** A table whose rows point into this one: while it could not be kept, nothing is dropped here. */
  pointedToBy?: string;
}

/** Days for which the events feed goes back (docs/reference/webhooks.md, Retention). */
const FEED_RETENTION_DAYS = 90;

/** Days for which attempts are shown; the health of an endpoint looks back seven days. */
const ATTEMPT_RETENTION_DAYS = 30;
const STATS_RETENTION_DAYS = 8;

const KEPT: readonly KeptTable[] = [
  // Entries before bodies: what is found has a body.
  { table: 'feed_entries', timeColumn: 'taken_at', step: 'month', keepDays: FEED_RETENTION_DAYS },
  { table: 'event_bodies', timeColumn: 'taken_at', step: 'month', keepDays: FEED_RETENTION_DAYS, pointedToBy: 'feed_entries' },
  { table: 'deliveries_done', timeColumn: 'ended_at', step: 'day', keepDays: FEED_RETENTION_DAYS },
  { table: 'attempts', timeColumn: 'started_at', step: 'day', keepDays: ATTEMPT_RETENTION_DAYS },
  { table: 'endpoint_stats_1h', timeColumn: 'hour', step: 'day', keepDays: STATS_RETENTION_DAYS },
];
/** What a receiver answered is kept for less time than that it answered (docs/reference/webhooks.md, Retention). */
const REPLY_RETENTION_DAYS = 7;
const FORGET_REPLIES = {
  name: 'webhooks-forget-replies',
  text: `UPDATE webhooks.attempts SET response_body = NULL, response_headers = NULL
    WHERE started_at >= to_timestamp($1::float8 / 1000) - make_interval(days => ${REPLY_RETENTION_DAYS + 3})
      AND started_at < to_timestamp($1::float8 / 1000) - make_interval(days => ${REPLY_RETENTION_DAYS})
      AND (response_body IS NOT NULL OR response_headers IS NOT NULL)`,
};

const KEEP = {
  name: 'webhooks-keep-partitions',
  text: 'SELECT webhooks.keep_partitions($1, $2, $3, make_interval(days => $4), to_timestamp($5::float8 / 1000))',
};

/**
 * Keeps the partitions of every partitioned table but the figures by minute, which stats-roll-up.ts keeps: those to come are made
 * in time, those that are too old are dropped. A table that is busy is no failure: what finds no partition rests in the default one.
 */
export async function keepPartitions(pool: Pool, logger: Logger, nowMs: number): Promise<void> {
  const failed = new Set<string>();
  const attempt = async (table: string, statement: QueryConfig): Promise<void> => {
    try {
      await pool.query(statement);
    } catch (error) {
      failed.add(table);
      logger.warn({ table, error: String(error) }, 'partition maintenance failed, retrying on the next run');
    }
  };
  for (const { table, timeColumn, step, keepDays, pointedToBy } of KEPT) {
    if (pointedToBy !== undefined && failed.has(pointedToBy)) continue;
    await attempt(table, { ...KEEP, values: [table, timeColumn, step, keepDays, nowMs] });
  }
  await attempt('attempts', { ...FORGET_REPLIES, values: [nowMs] });
}
