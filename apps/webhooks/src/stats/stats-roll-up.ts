import type { Pool } from 'pg';
import { STATS_COLUMNS } from './stats-columns';

/** Days for which figures by minute are kept: health tells the last day to the minute. */
const MINUTES_RETENTION_DAYS = 2;
/** Results are written for up to a minute, by clocks that agree within seconds: an hour is over for certain this long after its end. */
const SETTLED_AFTER = '5 minutes';

/**
 * One hour, and the next call takes the next one: no transaction is long, however much there is. Instances take turns at the
 * row of `stats_rolled_up`; a process that had to wait sees that the hour is done.
 */
const ROLL_UP_HOUR = {
  name: 'roll-up-stats',
  text: `WITH edge AS (
    SELECT through AS since, through + interval '1 hour' AS until FROM webhooks.stats_rolled_up
    WHERE through + interval '1 hour' <= to_timestamp($1::float8 / 1000) - interval '${SETTLED_AFTER}' FOR UPDATE
  ), rolled AS (
    INSERT INTO webhooks.endpoint_stats_1h (endpoint_id, hour, ${STATS_COLUMNS.join(', ')})
    SELECT m.endpoint_id, e.since, ${STATS_COLUMNS.map((name) => `sum(m.${name})`).join(', ')}
    FROM edge e JOIN webhooks.endpoint_stats_1m m ON m.minute >= e.since AND m.minute < e.until GROUP BY m.endpoint_id, e.since
    ON CONFLICT (endpoint_id, hour) DO NOTHING
  )
  UPDATE webhooks.stats_rolled_up r SET through = e.until FROM edge e`,
};
const DROP_MINUTES = {
  name: 'drop-minute-stats',
  text: `SELECT webhooks.keep_partitions('endpoint_stats_1m', 'minute', 'day', interval '${MINUTES_RETENTION_DAYS} days', to_timestamp($1::float8 / 1000))`,
};

/** Brings the figures of every hour that is over together, and drops minutes after the time that is shown: those are rolled up before. */
export async function rollUpStats(pool: Pool, nowMs: number): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query({ ...ROLL_UP_HOUR, values: [nowMs] });
    if (rowCount === 0) break;
  }
  await pool.query({ ...DROP_MINUTES, values: [nowMs] });
}
