import type { Pool } from 'pg';
import { BOUNDS_MS, FAILED_COLUMNS, LATENCY_COLUMNS, STATS_COLUMNS } from './stats-columns';

/** Beyond this pending deliveries are not counted on. */
const PENDING_MAX = 10_000;
const FAILED = FAILED_COLUMNS.join(' + ');

/** Attempts of a period. */
export interface AttemptCounts {
  ok: number;
  failed: number;
}

/** What is known of an endpoint's health beside its own record. Times in ms since the epoch. */
export interface EndpointHealth {
  hour: AttemptCounts;
  day: AttemptCounts;
  week: AttemptCounts;
  /** Attempts by hour, of those of the last 24 hours that had any, the one under way among them. */
  hours: (AttemptCounts & { startMs: number })[];
  /** Attempts of the last day by how long they took, class by class, with the upper bound of each; null for the slowest. */
  latencies: { boundMs: number | null; count: number }[];
  pending: number;
  oldestPendingMs: number | null;
  nextAttemptMs: number | null;
  endpointQueue: QueueHealth | null;
}

export interface QueueHealth {
  breaker: 'closed' | 'open' | 'half_open';
  failStreak: number;
  firstFailureMs: number | null;
  lastSuccessMs: number | null;
  lastFailureMs: number | null;
}

/** $1 is the endpoint, $2 the present in milliseconds. Hours are those of Unix time: those of a time zone may begin at the half. */
const AT = 'to_timestamp($2::float8 / 1000)';
const DAY_AGO = `${AT} - interval '24 hours'`;
/** The first whole hour of the last day. */
const DAY_FROM = `date_trunc('hour', ${DAY_AGO}, 'UTC') + interval '1 hour'`;
/** The first of 24 hours, of which the last one is under way. */
const FIRST_HOUR = `date_trunc('hour', ${AT}, 'UTC') - interval '23 hours'`;
const THROUGH = '(SELECT through FROM webhooks.stats_rolled_up)';
const COUNTS = STATS_COLUMNS.join(', ');
const PERIODS = ['hour', 'day', 'week'] as const;

/** Rows of a table that count for these periods, each a condition. */
function counting(table: '1h' | '1m', where: string, [hour, day, week]: readonly [string, string, string]): string {
  const since = table === '1h' ? 'hour' : 'minute';
  return `SELECT ${hour} AS in_hour, ${day} AS in_day, ${week} AS in_week, ${COUNTS}
    FROM webhooks.endpoint_stats_${table} WHERE endpoint_id = $1 AND ${since} ${where.replaceAll('SINCE', since)}`;
}

/**
 * The last hour and the last day to the minute, the last week to the hour: whole hours that are rolled up, the minutes after
 * them, and of those before the minutes of the last hour and of the hour in which the last day begins.
 */
const STATS = {
  name: 'health-stats',
  text: `WITH counted AS (
    ${counting('1h', `> ${AT} - interval '7 days' AND SINCE < ${THROUGH}`, ['false', `hour >= ${DAY_FROM}`, 'true'])}
    UNION ALL ${counting('1m', `>= ${THROUGH}`, [`minute > ${AT} - interval '1 hour'`, `minute > ${DAY_AGO}`, `minute > ${AT} - interval '7 days'`])}
    UNION ALL ${counting('1m', `> ${AT} - interval '1 hour' AND SINCE < ${THROUGH}`, ['true', 'false', 'false'])}
    UNION ALL ${counting('1m', `> ${DAY_AGO} AND SINCE < least(${THROUGH}, ${DAY_FROM})`, ['false', 'true', 'false'])}
  )
  SELECT ${PERIODS.map(
    (name) => `coalesce(sum(ok) FILTER (WHERE in_${name}), 0)::int AS ${name}_ok,
    coalesce(sum(${FAILED}) FILTER (WHERE in_${name}), 0)::int AS ${name}_failed`,
  ).join(', ')}, ARRAY[${LATENCY_COLUMNS.map((name) => `coalesce(sum(${name}) FILTER (WHERE in_day), 0)`).join(', ')}]::int[] AS latencies
  FROM counted`,
};
const HOURS = {
  name: 'health-hours',
  text: `SELECT (extract(epoch FROM since) * 1000)::bigint AS start_ms, sum(ok)::int AS ok, sum(failed)::int AS failed FROM (
    SELECT hour AS since, ok, ${FAILED} AS failed FROM webhooks.endpoint_stats_1h
      WHERE endpoint_id = $1 AND hour >= ${FIRST_HOUR} AND hour < ${THROUGH}
    UNION ALL SELECT date_trunc('hour', minute, 'UTC'), ok, ${FAILED} FROM webhooks.endpoint_stats_1m
      WHERE endpoint_id = $1 AND minute >= greatest(${THROUGH}, ${FIRST_HOUR})
  ) counted GROUP BY 1`,
};
const QUEUE = {
  name: 'health-queue',
  text: `SELECT (SELECT count(*)::int FROM (SELECT FROM webhooks.deliveries WHERE endpoint_id = $1 LIMIT ${PENDING_MAX}) p) AS pending,
    (SELECT (extract(epoch FROM created_at) * 1000)::bigint FROM webhooks.deliveries WHERE endpoint_id = $1
      ORDER BY delivery_id LIMIT 1) AS oldest_ms,
    (SELECT (extract(epoch FROM min(n)) * 1000)::bigint FROM (
      SELECT min(next_attempt_at) AS n FROM webhooks.deliveries WHERE endpoint_id = $1 AND state = 'ready' AND lease_token IS NULL AND class = 0
      UNION ALL SELECT min(next_attempt_at) FROM webhooks.deliveries WHERE endpoint_id = $1 AND state = 'ready' AND lease_token IS NULL AND class = 1
      UNION ALL SELECT min(next_attempt_at) FROM webhooks.deliveries WHERE endpoint_id = $1 AND state = 'ready' AND lease_token IS NULL AND class = 2
    ) next) AS next_ms`,
};
const ENDPOINT_QUEUE = {
  name: 'health-endpoint-queue',
  text: `SELECT breaker, fail_streak, ${['first_failure', 'last_success']
    .map((name) => `(extract(epoch FROM ${name}_at) * 1000)::bigint AS ${name}_ms`)
    .join(
      ', ',
    )}, (extract(epoch FROM greatest(last_failure_at, last_refused_at)) * 1000)::bigint AS last_failure_ms, (extract(epoch FROM open_until) * 1000)::bigint AS open_until_ms FROM webhooks.endpoint_queues WHERE endpoint_id = $1`,
};

interface StatsRow {
  hour_ok: number;
  hour_failed: number;
  day_ok: number;
  day_failed: number;
  week_ok: number;
  week_failed: number;
  latencies: number[];
}
interface HourRow {
  start_ms: string;
  ok: number;
  failed: number;
}
interface QueueRow {
  pending: number;
  oldest_ms: string | null;
  next_ms: string | null;
}
interface EndpointQueueRow {
  breaker: QueueHealth['breaker'];
  fail_streak: number;
  first_failure_ms: string | null;
  last_success_ms: string | null;
  last_failure_ms: string | null;
  open_until_ms: string | null;
}

/** Reads how an endpoint does. Whose endpoint it is was checked before. */
export class HealthReader {
  constructor(private readonly pool: Pool) {}

  /** @param nowMs the present, in milliseconds since the epoch. */
  async read(endpointId: string, nowMs: number): Promise<EndpointHealth> {
    const values = [endpointId];
    const [stats, hours, queue, endpointQueues] = await Promise.all([
      this.pool.query<StatsRow>({ ...STATS, values: [endpointId, nowMs] }),
      this.pool.query<HourRow>({ ...HOURS, values: [endpointId, nowMs] }),
      this.pool.query<QueueRow>({ ...QUEUE, values }),
      this.pool.query<EndpointQueueRow>({ ...ENDPOINT_QUEUE, values }),
    ]);
    const [s, q, endpointQueue] = [stats.rows[0], queue.rows[0], endpointQueues.rows[0]];
    if (s === undefined || q === undefined) throw new Error('an aggregate without a row');
    return {
      hour: { ok: s.hour_ok, failed: s.hour_failed },
      day: { ok: s.day_ok, failed: s.day_failed },
      week: { ok: s.week_ok, failed: s.week_failed },
      hours: hours.rows.map(({ start_ms, ok, failed }) => ({ startMs: Number(start_ms), ok, failed })),
      latencies: s.latencies.map((count, index) => ({ boundMs: BOUNDS_MS[index] ?? null, count })),
      pending: q.pending,
      oldestPendingMs: numberOrNull(q.oldest_ms),
      nextAttemptMs: nextAttemptOf(q, endpointQueue),
      endpointQueue: endpointQueue === undefined ? null : queueHealthOf(endpointQueue),
    };
  }
}

/** An open breaker holds up whatever is due. */
function nextAttemptOf({ next_ms }: QueueRow, endpointQueue: EndpointQueueRow | undefined): number | null {
  const nextMs = numberOrNull(next_ms);
  const openUntilMs = endpointQueue?.breaker === 'open' ? numberOrNull(endpointQueue.open_until_ms) : null;
  return nextMs === null ? null : Math.max(nextMs, openUntilMs ?? 0);
}

function queueHealthOf(row: EndpointQueueRow): QueueHealth {
  return {
    breaker: row.breaker,
    failStreak: row.fail_streak,
    firstFailureMs: numberOrNull(row.first_failure_ms),
    lastSuccessMs: numberOrNull(row.last_success_ms),
    lastFailureMs: numberOrNull(row.last_failure_ms),
  };
}

function numberOrNull(value: string | null): number | null {
  return value === null ? null : Number(value);
}
