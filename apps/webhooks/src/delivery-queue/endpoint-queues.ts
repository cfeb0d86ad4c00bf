import type { ClientBase, Pool } from 'pg';
import { ALL_SHARDS } from '#contracts';
import { inTransaction, type Projection } from '#event-store';
import { QUEUES_CHANGED } from './due-notices';

/** It was disabled in between, or is enabled anew: what is known of its failures no longer counts (docs/reference/state-machines.md). */
const IS_REENABLED = `excluded.status = 'enabled' AND (l.status <> 'enabled' OR l.enabled_since IS DISTINCT FROM excluded.enabled_since)`;
/** A queue that a delivery was put into before it followed its endpoint knows no URL, and takes the first for its own. */
const HAS_OTHER_URL = `(l.url_digest <> excluded.url_digest OR l.url_digest IS NULL AND excluded.endpoint_version > l.endpoint_version)`;
/** Another address may be well: it is tried at once. */
const IS_FRESH = `(${IS_REENABLED} OR ${HAS_OTHER_URL})`;
/** That an address is gone or refused is no reason to disable the endpoint once it has another one. That it recovered stays true. */
const IS_OF_BEFORE = `(${IS_REENABLED} OR ${IS_FRESH} AND l.pending_transition <> 'recovered')`;
const whenReenabled = (column: string, value: string): string => `${column} = CASE WHEN ${IS_REENABLED} THEN ${value} ELSE l.${column} END`;
const whenFresh = (column: string, value: string): string => `${column} = CASE WHEN ${IS_FRESH} THEN ${value} ELSE l.${column} END`;

/**
 * Brings queues up to their endpoints as these stand in `webhooks.streams` (endpoint/state.ts). Repeating it
 * changes nothing; of an endpoint that is not enabled it cancels what is open every time.
 * `cancel_before` says that there is something to cancel; the deliveries say what (CANCEL).
 */
const FOLLOW_ENDPOINTS = {
  name: 'webhooks-follow-endpoints',
  text: `INSERT INTO webhooks.endpoint_queues AS l (endpoint_id, shard, account_id, livemode, endpoint_version, status, cap, rate_per_second, burst,
      url_digest, enabled_since)
    SELECT s.stream_id, s.shard, s.account_id, s.livemode, s.version, s.status, (s.state ->> 'maxInFlight')::smallint,
      (s.state ->> 'ratePerSecond')::float8, (s.state ->> 'burst')::float8, md5(s.state ->> 'url'),
      to_timestamp((s.state #>> '{reenabled,atMs}')::float8 / 1000)
    FROM webhooks.streams s
    WHERE s.shard = ANY ($1) AND s.stream_id = ANY ($2) AND s.stream_type = 'webhook_endpoint' AND s.status <> 'none'
    ORDER BY s.stream_id
    ON CONFLICT (endpoint_id) DO UPDATE SET
      endpoint_version = excluded.endpoint_version, status = excluded.status, cap = excluded.cap,
      rate_per_second = excluded.rate_per_second, burst = excluded.burst, url_digest = excluded.url_digest,
      enabled_since = excluded.enabled_since,
      cancel_before = CASE WHEN excluded.status <> 'enabled' THEN 'infinity'
        WHEN ${IS_REENABLED} THEN least(excluded.enabled_since, to_timestamp($3::float8 / 1000)) ELSE l.cancel_before END,
      next_due_at = CASE WHEN excluded.status = 'enabled' THEN least(l.next_due_at, to_timestamp($3::float8 / 1000)) ELSE 'infinity' END,
      ${whenFresh('breaker', `'closed'`)}, ${whenFresh('open_count', '0')}, ${whenFresh('open_until', 'NULL')},
      ${whenFresh('probe_token', 'NULL')}, ${whenFresh('ramp', 'NULL')}, ${whenFresh('fail_streak', '0')},
      ${whenFresh('blocked_streak', '0')}, ${whenFresh('slowed_rate', 'NULL')}, ${whenFresh('slowed_from', 'NULL')},
      ${whenReenabled('first_failure_at', 'NULL')}, ${whenReenabled('failed_count', '0')}, ${whenReenabled('failed_days', '0')},
      ${whenReenabled('notified_level', '0')},
      pending_transition = CASE WHEN ${IS_OF_BEFORE} THEN NULL ELSE l.pending_transition END
    WHERE excluded.endpoint_version > l.endpoint_version OR excluded.status <> 'enabled' OR l.url_digest IS NULL`,
};

const NEXT_CANCELLING = {
  name: 'webhooks-next-cancelling',
  text: 'SELECT endpoint_id FROM webhooks.endpoint_queues WHERE cancel_before IS NOT NULL AND endpoint_id > $1 ORDER BY endpoint_id LIMIT 1',
};
const LOCK_QUEUE = {
  name: 'webhooks-lock-queue',
  text: 'SELECT status, enabled_since FROM webhooks.endpoint_queues WHERE endpoint_id = $1 AND cancel_before IS NOT NULL FOR UPDATE',
};
/** Rows cancelled in one transaction. */
const CANCELLED_MAX = 5_000;
/**
 * For an endpoint that is enabled again: the deliveries made before, recognized by the number of the enabling that they were
 * made under. The time of making would not do: clocks differ, and a delivery may be made in the millisecond of the enabling.
 */
const CANCEL = {
  name: 'webhooks-cancel',
  text: `WITH gone AS (
      DELETE FROM webhooks.deliveries WHERE delivery_id IN (
        SELECT delivery_id FROM webhooks.deliveries WHERE endpoint_id = $1
          AND ($2 <> 'enabled' OR enabled_since IS DISTINCT FROM $5::timestamptz) LIMIT ${CANCELLED_MAX})
      RETURNING *
    ), under_way AS (
      INSERT INTO webhooks.cancelled_attempts AS c (endpoint_id, resource_id, until)
      SELECT g.endpoint_id, g.resource_id, max(k.lease_until) FROM gone g JOIN webhooks.leases k ON k.lease_token = g.lease_token
      WHERE g.ordered GROUP BY 1, 2
      ON CONFLICT (endpoint_id, resource_id) DO UPDATE SET until = greatest(c.until, excluded.until)
    )
    INSERT INTO webhooks.deliveries_done (delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type,
      resource_id, sequence, ordered, class, trigger, replay_id, attempt_no, created_at, first_attempt_at, last_code, last_error,
      final_state, reason, ended_at)
    SELECT delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id, event_type, resource_id, sequence, ordered,
      class, trigger, replay_id, attempt_no, created_at, first_attempt_at, last_code, last_error, 'cancelled', $3,
      to_timestamp($4::float8 / 1000)
    FROM gone`,
};
const RELEASE_HELD = {
  name: 'webhooks-release-held',
  text: `UPDATE webhooks.deliveries h SET state = 'ready', next_attempt_at = greatest(to_timestamp($2::float8 / 1000),
      (SELECT c.until FROM webhooks.cancelled_attempts c WHERE c.endpoint_id = h.endpoint_id AND c.resource_id = h.resource_id))
    WHERE h.endpoint_id = $1 AND h.state = 'held' AND NOT EXISTS (SELECT FROM webhooks.deliveries o
      WHERE o.ordered AND o.endpoint_id = h.endpoint_id AND o.resource_id = h.resource_id AND o.delivery_id <> h.delivery_id
        AND (o.state <> 'held' OR o.feed_position < h.feed_position))`,
};
const CANCELLED = {
  name: 'webhooks-cancelled',
  text: `UPDATE webhooks.endpoint_queues l SET cancel_before = NULL,
      in_flight = (SELECT count(*) FROM webhooks.deliveries d WHERE d.endpoint_id = l.endpoint_id AND d.lease_token IS NOT NULL),
      next_due_at = CASE WHEN l.status = 'enabled' THEN least(l.next_due_at, to_timestamp($2::float8 / 1000)) ELSE 'infinity' END
    WHERE endpoint_id = $1`,
};

/**
 * Queues as they follow their endpoints. Of an endpoint that is disabled or deleted nothing is sent from its commit on,
 * because the claim looks at the endpoint itself; what this does is the record of it, and the end of what is open.
 */
export class EndpointQueues {
  constructor(private readonly pool: Pool) {}

  /** Takes over the settings of these endpoints. @param shards theirs, in any order. */
  async follow(shards: readonly number[], endpointIds: readonly string[], nowMs: number): Promise<void> {
    await followEndpoints(this.pool, shards, endpointIds, nowMs);
  }

  /**
   * Cancels the open deliveries of endpoints that are disabled or deleted, or were in between, those under way included: what
   * comes of these is only logged.
   *
   * @returns how many were cancelled.
   */
  async cancelOpen(nowMs: number): Promise<number> {
    let cancelled = 0;
    let endpointId = '';
    for (;;) {
      const { rows } = await this.pool.query<{ endpoint_id: string }>({ ...NEXT_CANCELLING, values: [endpointId] });
      if (!rows[0]) return cancelled;
      endpointId = rows[0].endpoint_id;
      for (;;) {
        const count = await this.cancelPage(endpointId, nowMs);
        cancelled += count;
        if (count < CANCELLED_MAX) break;
      }
    }
  }

  private cancelPage(endpointId: string, nowMs: number): Promise<number> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ status: string; enabled_since: Date | null }>({ ...LOCK_QUEUE, values: [endpointId] });
      const [endpointQueue] = rows;
      if (!endpointQueue) return 0;
      const reason = endpointQueue.status === 'deleted' ? 'endpoint_deleted' : 'endpoint_disabled';
      const { rowCount } = await client.query({
        ...CANCEL,
        values: [endpointId, endpointQueue.status, reason, nowMs, endpointQueue.enabled_since],
      });
      if (rowCount === CANCELLED_MAX) return CANCELLED_MAX;
      await client.query({ ...RELEASE_HELD, values: [endpointId, nowMs] });
      await client.query({ ...CANCELLED, values: [endpointId, nowMs] });
      return rowCount ?? 0;
    });
  }
}

async function followEndpoints(
  connection: Pool | ClientBase,
  shards: readonly number[],
  endpointIds: readonly string[],
  nowMs: number,
): Promise<void> {
  await connection.query({ ...FOLLOW_ENDPOINTS, values: [[...shards], [...endpointIds], nowMs] });
}

/**
 * Tells every queue of a change of its endpoint, right behind the commit. Its own table only says how far it is: the queues
 * are no view but the dispatcher's, so building this one anew leaves them as they are.
 * Dispatchers hear of it when the transaction commits.
 */
export function endpointQueuesProjection(clock: { nowMs(): number }): Projection {
  return {
    name: 'followed_endpoints',
    version: 1,
    streamType: 'webhook_endpoint',
    async create(client, table) {
      await client.query(`CREATE TABLE ${table} (endpoint_id text PRIMARY KEY, version integer NOT NULL)`);
    },
    async apply(client, table, snapshots) {
      const ids = snapshots.map(({ head }) => head.streamId);
      await client.query(
        `INSERT INTO ${table} AS t (endpoint_id, version) SELECT * FROM unnest($1::text[], $2::integer[])
         ON CONFLICT (endpoint_id) DO UPDATE SET version = excluded.version WHERE t.version < excluded.version`,
        [ids, snapshots.map(({ head }) => head.version)],
      );
      await followEndpoints(client, ALL_SHARDS, ids, clock.nowMs());
      await client.query(`SELECT pg_notify('webhooks_due', '${QUEUES_CHANGED}')`);
    },
  };
}
