import type { Pool } from 'pg';

/** Beyond this pending deliveries are not counted on. */
const PENDING_MAX = 10_000;
const BOUNDS_MS = [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;
const LATENCY_COLUMNS = [...BOUNDS_MS.map((bound) => `ms_${bound}`), 'ms_more'] as const;
const FAILED = ['failed_3xx', 'failed_4xx', 'failed_5xx', 'failed_429', 'failed_timeout', 'failed_network', 'failed_blocked'].join(' + ');

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
  /** Attempts by hour, of those hours of the last day that had any. */
  hours: (AttemptCounts & { startMs: number })[];
  /** Attempts of the last day by how long they took, class by class, with the upper bound of each; null for the slowest. */
  latencies: { boundMs: number | null; count: number }[];
  pending: number;
  oldestPendingMs: number | null;
  nextAttemptMs: number | null;
  lane: LaneHealth | null;
}

export interface LaneHealth {
  breaker: 'closed' | 'open' | 'half_open';
  failStreak: number;
  firstFailureMs: number | null;
  lastSuccessMs: number | null;
  lastFailureMs: number | null;
}

const STATS = {
  name: 'health-stats',
  text: `SELECT ${[['hour', '1 hour'] as const, ['day', '24 hours'] as const, ['week', '7 days'] as const]
    .map(([name, span]) => {
      const within = `FILTER (WHERE minute > now() - interval '${span}')`;
      return `coalesce(sum(ok) ${within}, 0)::int AS ${name}_ok, coalesce(sum(${FAILED}) ${within}, 0)::int AS ${name}_failed`;
    })
    .join(', ')}, ARRAY[${LATENCY_COLUMNS.map(
    (name) => `coalesce(sum(${name}) FILTER (WHERE minute > now() - interval '24 hours'), 0)`,
  ).join(', ')}]::int[] AS latencies
    FROM webhooks.endpoint_stats_1m WHERE endpoint_id = $1 AND minute > now() - interval '7 days'`,
};
/** Whole hours of Unix time: those of a time zone may begin at the half. */
const HOURS = {
  name: 'health-hours',
  text: `SELECT (floor(extract(epoch FROM minute) / 3600) * 3600000)::bigint AS start_ms, sum(ok)::int AS ok, sum(${FAILED})::int AS failed
    FROM webhooks.endpoint_stats_1m WHERE endpoint_id = $1 AND minute > now() - interval '25 hours' GROUP BY 1`,
};
const QUEUE = {
  name: 'health-queue',
  text: `SELECT (SELECT count(*)::int FROM (SELECT FROM webhooks.deliveries WHERE endpoint_id = $1 LIMIT ${PENDING_MAX}) p) AS pending,
    (SELECT (extract(epoch FROM created_at) * 1000)::bigint FROM webhooks.deliveries WHERE endpoint_id = $1
      ORDER BY delivery_id LIMIT 1) AS oldest_ms,
    (SELECT (extract(epoch FROM min(n)) * 1000)::bigint FROM (
      SELECT min(next_attempt_at) AS n FROM webhooks.deliveries WHERE endpoint_id = $1 AND state = 'ready' AND class = 0
      UNION ALL SELECT min(next_attempt_at) FROM webhooks.deliveries WHERE endpoint_id = $1 AND state = 'ready' AND class = 1
      UNION ALL SELECT min(next_attempt_at) FROM webhooks.deliveries WHERE endpoint_id = $1 AND state = 'ready' AND class = 2
    ) next) AS next_ms`,
};
const LANE = {
  name: 'health-lane',
  text: `SELECT breaker, fail_streak, ${['first_failure', 'last_success', 'last_failure']
    .map((name) => `(extract(epoch FROM ${name}_at) * 1000)::bigint AS ${name}_ms`)
    .join(', ')}, (extract(epoch FROM open_until) * 1000)::bigint AS open_until_ms FROM webhooks.lanes WHERE endpoint_id = $1`,
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
interface LaneRow {
  breaker: LaneHealth['breaker'];
  fail_streak: number;
  first_failure_ms: string | null;
  last_success_ms: string | null;
  last_failure_ms: string | null;
  open_until_ms: string | null;
}

/** Reads how an endpoint does. Whose endpoint it is was checked before. */
export class HealthReader {
  constructor(private readonly pool: Pool) {}

  async read(endpointId: string): Promise<EndpointHealth> {
    const values = [endpointId];
    const [stats, hours, queue, lanes] = await Promise.all([
      this.pool.query<StatsRow>({ ...STATS, values }),
      this.pool.query<HourRow>({ ...HOURS, values }),
      this.pool.query<QueueRow>({ ...QUEUE, values }),
      this.pool.query<LaneRow>({ ...LANE, values }),
    ]);
    const [s, q, lane] = [stats.rows[0], queue.rows[0], lanes.rows[0]];
    if (s === undefined || q === undefined) throw new Error('an aggregate without a row');
    return {
      hour: { ok: s.hour_ok, failed: s.hour_failed },
      day: { ok: s.day_ok, failed: s.day_failed },
      week: { ok: s.week_ok, failed: s.week_failed },
      hours: hours.rows.map(({ start_ms, ok, failed }) => ({ startMs: Number(start_ms), ok, failed })),
      latencies: s.latencies.map((count, index) => ({ boundMs: BOUNDS_MS[index] ?? null, count })),
      pending: q.pending,
      oldestPendingMs: numberOrNull(q.oldest_ms),
      nextAttemptMs: nextAttemptOf(q, lane),
      lane: lane === undefined ? null : laneHealthOf(lane),
    };
  }
}

/** An open breaker holds up whatever is due. */
function nextAttemptOf({ next_ms }: QueueRow, lane: LaneRow | undefined): number | null {
  const nextMs = numberOrNull(next_ms);
  const openUntilMs = lane?.breaker === 'open' ? numberOrNull(lane.open_until_ms) : null;
  return nextMs === null ? null : Math.max(nextMs, openUntilMs ?? 0);
}

function laneHealthOf(row: LaneRow): LaneHealth {
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
