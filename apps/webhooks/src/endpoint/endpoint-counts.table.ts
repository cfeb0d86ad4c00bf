import type { Pool } from 'pg';
import type { LastDelivery } from '#contracts';

/** Beyond this pending deliveries are not counted on. */
const PENDING_COUNTED_MAX = 10_000;

/** What was cancelled or became too old ended later than its last attempt, which failed: of that the queue knows the time. */
const LAST_ENDED_AT = `CASE WHEN done.final_state IN ('cancelled', 'expired')
        THEN least(done.ended_at, greatest(l.last_failure_at, l.last_refused_at)) ELSE done.ended_at END`;

/**
 * While an endpoint fails, the last answer is that of a delivery that is to be tried again, or is being so; otherwise that of
 * the newest delivery that ended. Each is one step in an index, however long the queue is. Which of several failed last is not
 * known: attempts are in no index by endpoint, and the queue keeps times and no codes.
 */
const COUNTS = {
  name: 'endpoint-counts',
  text: `SELECT e.id,
      (SELECT count(*)::int FROM (SELECT FROM webhooks.deliveries d WHERE d.endpoint_id = e.id LIMIT ${PENDING_COUNTED_MAX}) p) AS pending,
      floor(extract(epoch FROM CASE WHEN retry.is_there THEN greatest(l.last_failure_at, l.last_refused_at) ELSE ${LAST_ENDED_AT} END))::bigint AS last_at,
      CASE WHEN retry.is_there THEN retry.last_code ELSE done.last_code END AS last_code,
      l.endpoint_id IS NOT NULL AS has_queue, floor(extract(epoch FROM l.first_failure_at))::bigint AS failing_since
    FROM unnest($1::text[]) AS e (id)
    LEFT JOIN webhooks.endpoint_queues l ON l.endpoint_id = e.id
    LEFT JOIN LATERAL (
      SELECT true AS is_there, d.last_code FROM webhooks.deliveries d
      WHERE d.endpoint_id = e.id AND d.state = 'ready' AND d.class = 1 AND greatest(l.last_failure_at, l.last_refused_at) > coalesce(l.last_success_at, '-infinity')
      ORDER BY d.next_attempt_at DESC LIMIT 1
    ) retry ON true
    LEFT JOIN LATERAL (
      SELECT d.ended_at, d.last_code, d.final_state FROM webhooks.deliveries_done d
      WHERE d.endpoint_id = e.id AND d.first_attempt_at IS NOT NULL
      ORDER BY d.delivery_id DESC LIMIT 1
    ) done ON true`,
};

interface CountsRow {
  id: string;
  pending: number;
  last_at: string | null;
  last_code: number | null;
  has_queue: boolean;
  failing_since: string | null;
}

/** What is counted about an endpoint. */
export interface CountedDeliveries {
  pending_deliveries: number;
  last_delivery: LastDelivery | null;
  /** As its queue knows it, which is before the first notice is in the log; absent when there is no queue yet. */
  failing_since_at?: number | null;
}

/** Counts what waits for endpoints and finds what they answered last. Whose they are was checked before. */
export class EndpointCounts {
  constructor(private readonly pool: Pool) {}

  /** In one round trip, by the id of the endpoint. */
  async of(endpointIds: readonly string[]): Promise<Map<string, CountedDeliveries>> {
    if (endpointIds.length === 0) return new Map();
    const { rows } = await this.pool.query<CountsRow>({ ...COUNTS, values: [endpointIds] });
    return new Map(rows.map((row) => [row.id, countedOf(row)]));
  }
}

function countedOf({ pending, last_at: at, last_code: code, has_queue: hasQueue, failing_since: since }: CountsRow): CountedDeliveries {
  return {
    pending_deliveries: pending,
    last_delivery: at === null ? null : { at: Number(at), status_code: code },
    ...(hasQueue && { failing_since_at: since === null ? null : Number(since) }),
  };
}
