import type { PoolClient } from 'pg';
import type { DeliveryStatus } from '#contracts';

/** A delivery that is not to be sent any more. */
export interface CancellationInput {
  accountId: string;
  livemode: boolean;
  deliveryId: string;
  /** Milliseconds since the epoch. */
  nowMs: number;
}

const FIND = {
  name: 'cancel-find',
  text: `SELECT endpoint_id, state FROM webhooks.all_deliveries
    WHERE delivery_id = $1 AND account_id = $2 AND livemode = $3 LIMIT 1`,
};
/** Before its rows change, as everywhere: no dispatcher claims or ends a delivery of the queue meanwhile. */
const LOCK_QUEUE = { name: 'cancel-lock-queue', text: 'SELECT FROM webhooks.endpoint_queues WHERE endpoint_id = $1 FOR UPDATE' };

/**
 * Ends the delivery, whether it waits or is leased: without its row there is no lease, so what comes of an
 * attempt that is under way is only logged.
 *
 * - The one that is held behind it is released; after the end of the lease when there is one, so that a receiver never has two
 *   of a resource at once. What is put in later waits as long (enqueue.ts). One that was held itself releases no other.
 * - The slot of the one in hand is free. A cancelled probe is inconclusive: the next one may be sent at once.
 */
const CANCEL = {
  name: 'cancel-open-delivery',
  text: `WITH gone AS (
      DELETE FROM webhooks.deliveries WHERE delivery_id = $1 RETURNING *
    ), done AS (
      INSERT INTO webhooks.deliveries_done (delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id,
        event_type, resource_id, sequence, ordered, class, trigger, replay_id, attempt_no, created_at, first_attempt_at, last_code,
        last_error, final_state, reason, ended_at)
      SELECT delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type, resource_id, sequence,
        ordered, class, trigger, replay_id, attempt_no, created_at, first_attempt_at, last_code, last_error, 'cancelled', 'requested',
        to_timestamp($2::float8 / 1000)
      FROM gone
    ), under_way AS (
      INSERT INTO webhooks.cancelled_attempts AS c (endpoint_id, resource_id, until)
      SELECT g.endpoint_id, g.resource_id, k.lease_until FROM gone g JOIN webhooks.leases k ON k.lease_token = g.lease_token
      WHERE g.ordered
      ON CONFLICT (endpoint_id, resource_id) DO UPDATE SET until = greatest(c.until, excluded.until)
    ), released AS (
      UPDATE webhooks.deliveries h SET state = 'ready', next_attempt_at = greatest(to_timestamp($2::float8 / 1000),
        (SELECT k.lease_until FROM webhooks.leases k WHERE k.lease_token = g.lease_token))
      FROM gone g CROSS JOIN LATERAL (
        SELECT n.delivery_id FROM webhooks.deliveries n
        WHERE n.ordered AND n.endpoint_id = g.endpoint_id AND n.resource_id = g.resource_id AND n.state = 'held'
        ORDER BY n.feed_position LIMIT 1
      ) n
      WHERE h.delivery_id = n.delivery_id AND g.ordered AND g.state = 'ready'
      RETURNING h.endpoint_id, h.next_attempt_at
    ), moved AS (
      UPDATE webhooks.endpoint_queues l SET
        in_flight = greatest(0, l.in_flight - CASE WHEN g.lease_token IS NULL THEN 0 ELSE 1 END),
        breaker = CASE WHEN g.is_probe THEN 'open' ELSE l.breaker END,
        open_until = CASE WHEN g.is_probe THEN to_timestamp($2::float8 / 1000) ELSE l.open_until END,
        probe_token = CASE WHEN g.is_probe THEN NULL ELSE l.probe_token END,
        next_due_at = CASE WHEN l.status = 'enabled' AND g.due_at IS NOT NULL
          THEN least(l.next_due_at, CASE WHEN g.is_probe THEN g.due_at ELSE greatest(g.due_at, l.open_until) END) ELSE l.next_due_at END
      FROM (
        SELECT d.endpoint_id, d.lease_token, coalesce(p.breaker = 'half_open' AND d.lease_token = p.probe_token, false) AS is_probe,
          r.next_attempt_at AS due_at
        FROM gone d JOIN webhooks.endpoint_queues p ON p.endpoint_id = d.endpoint_id LEFT JOIN released r ON r.endpoint_id = d.endpoint_id
      ) g
      WHERE l.endpoint_id = g.endpoint_id
    )
    SELECT FROM gone`,
};
const ANNOUNCE = { name: 'cancel-announce', text: `SELECT pg_notify('webhooks_due', '')` };

interface Row {
  endpoint_id: string;
  state: string;
}

/**
 * Ends a delivery that is still open because its account asked for it: it is never sent again.
 *
 * @returns how it had ended before when it is not open, `missing` when it is not kept.
 */
export async function cancelDelivery(
  client: PoolClient,
  input: CancellationInput,
): Promise<'cancelled' | 'missing' | { endedAs: DeliveryStatus }> {
  const seen = await find(client, input);
  if (seen === undefined) return 'missing';
  await client.query({ ...LOCK_QUEUE, values: [seen.endpoint_id] });
  const { rowCount } = await client.query({ ...CANCEL, values: [input.deliveryId, input.nowMs] });
  if (rowCount === 1) {
    await client.query(ANNOUNCE);
    return 'cancelled';
  }
  const ended = await find(client, input);
  return ended === undefined ? 'missing' : { endedAs: ended.state as DeliveryStatus };
}

async function find(client: PoolClient, { deliveryId, accountId, livemode }: CancellationInput): Promise<Row | undefined> {
  const { rows } = await client.query<Row>({ ...FIND, values: [deliveryId, accountId, livemode] });
  return rows[0];
}
