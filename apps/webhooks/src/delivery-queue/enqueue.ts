import type { ClientBase } from 'pg';
import { queryOn } from '#event-store';

/** What is new to the dispatcher comes first: 0; what was asked for again (resend, replay) comes last: 2. Retries are class 1. */
export type EnqueueClass = 0 | 2;

/** Who wanted a delivery: the event itself, a person (resend), a replay. */
export type DeliveryTrigger = 'auto' | 'manual' | 'replay';

/** One event for one endpoint. */
export interface QueuedDelivery {
  /** `whd_…`, new. */
  deliveryId: string;
  endpointId: string;
  /** Place of the event in the feed of its shard; also the order of an ordered endpoint. */
  feedPosition: bigint | string;
  eventId: string;
  eventType: string;
  resourceId: string;
  /** Number of the event among those of its resource. */
  sequence: number;
  class: EnqueueClass;
  trigger: DeliveryTrigger;
  replayId: string | null;
  /** The test clock of the event; null in real time. */
  testClockId: string | null;
}

/** The endpoint of some deliveries, with the settings that a new queue keeps to. */
export interface EndpointQueue {
  endpointId: string;
  /** Of the account: of its endpoints, its feed and its streams. */
  shard: number;
  accountId: string;
  livemode: boolean;
  /** Version of the endpoint's stream that this was read from. */
  endpointVersion: number;
  /** When it was enabled again for the last time; null when it was never disabled. Read with the version. */
  enabledSinceMs: number | null;
  maxInFlight: number;
  ratePerSecond: number | null;
  burst: number | null;
  /** `ordering: "resource"`: one delivery in flight for each resource, the others wait for it. */
  isOrdered: boolean;
}

/** What came of one row. */
export interface EnqueuedDelivery {
  /** Of the open delivery of this event to this endpoint: the new one, or one that was open already. */
  deliveryId: string;
  endpointId: string;
  eventId: string;
  /** False when a delivery of this event to this endpoint was open already: it becomes due now if it was waiting. */
  isNew: boolean;
}

/**
 * The rows of the queues are locked from here to the end of the transaction, always in the same order: two transactions with
 * the same endpoints never deadlock, and no delivery of a queue is claimed or ended while one is added to it.
 * A queue that is there follows its endpoint as a whole (endpoint-queues.ts), and is not claimed from before: with a newer version but
 * without what goes with it, it would look as if it had followed.
 */
const TOUCH_QUEUES = {
  name: 'webhooks-touch-queues',
  text: `INSERT INTO webhooks.endpoint_queues AS l
      (endpoint_id, shard, account_id, livemode, endpoint_version, cap, rate_per_second, burst, enabled_since, next_due_at)
    SELECT endpoint_id, shard, account_id, livemode, endpoint_version, cap, rate_per_second, burst, to_timestamp(enabled_since_ms / 1000),
      to_timestamp($10::float8 / 1000)
    FROM unnest($1::text[], $2::smallint[], $3::text[], $4::boolean[], $5::integer[], $6::smallint[], $7::float8[], $8::float8[], $9::float8[])
      AS r (endpoint_id, shard, account_id, livemode, endpoint_version, cap, rate_per_second, burst, enabled_since_ms)
    ORDER BY endpoint_id
    ON CONFLICT (endpoint_id) DO UPDATE SET next_due_at = least(l.next_due_at, greatest(excluded.next_due_at, l.open_until))`,
};

/** Of a queue that keeps the order: not while an attempt of the same object, whose delivery was cancelled, may be under way. */
const afterCancelled = (row: string, at: string): string => `greatest(${at}, CASE WHEN ${row}.ordered THEN (SELECT c.until
        FROM webhooks.cancelled_attempts c WHERE c.endpoint_id = ${row}.endpoint_id AND c.resource_id = ${row}.resource_id) END)`;

/**
 * A statement of its own, so that it sees whatever ended before the queues were locked. A row that is open and asked for again
 * belongs to the present enabling of its endpoint: it is not cancelled with what was open before.
 */
const INSERT_DELIVERIES = {
  name: 'webhooks-insert-deliveries',
  text: `INSERT INTO webhooks.deliveries AS d (delivery_id, endpoint_id, account_id, livemode, feed_shard, feed_position, event_id,
      event_type, resource_id, sequence, ordered, class, trigger, replay_id, enabled_since, test_clock_id, created_at, next_attempt_at, state)
    SELECT r.delivery_id, r.endpoint_id, r.account_id, r.livemode, r.shard, r.feed_position, r.event_id, r.event_type, r.resource_id,
      r.sequence, r.ordered, r.class, r.trigger, r.replay_id, to_timestamp(r.enabled_since_ms / 1000), r.test_clock_id, to_timestamp($17::float8 / 1000),
      ${afterCancelled('r', 'to_timestamp($17::float8 / 1000)')}, CASE WHEN r.ordered AND (r.turn > 1 OR EXISTS (SELECT FROM webhooks.deliveries o
        WHERE o.ordered AND o.endpoint_id = r.endpoint_id AND o.resource_id = r.resource_id)) THEN 'held' ELSE 'ready' END
    FROM (
      SELECT *, row_number() OVER (PARTITION BY endpoint_id, resource_id ORDER BY feed_position) AS turn
      FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::smallint[], $6::bigint[], $7::text[], $8::text[], $9::text[],
        $10::integer[], $11::boolean[], $12::smallint[], $13::text[], $14::text[], $15::float8[], $16::text[])
        AS n (delivery_id, endpoint_id, account_id, livemode, shard, feed_position, event_id, event_type, resource_id, sequence, ordered,
          class, trigger, replay_id, enabled_since_ms, test_clock_id)
    ) r
    ON CONFLICT (event_id, endpoint_id) DO UPDATE SET
      enabled_since = excluded.enabled_since,
      next_attempt_at = CASE WHEN d.state = 'ready' AND d.lease_token IS NULL
        THEN ${afterCancelled('d', 'least(d.next_attempt_at, excluded.next_attempt_at)')} ELSE d.next_attempt_at END
    RETURNING delivery_id, endpoint_id, event_id, xmax = 0 AS is_new`,
};

/** Listeners are notified when the transaction commits; equal notifications of one transaction are sent once. */
const ANNOUNCE = { name: 'webhooks-announce-due', text: `SELECT pg_notify('webhooks_due', '')` };

/** Whose they are. */
type Row = QueuedDelivery & { endpointQueue: EndpointQueue };

/**
 * Puts deliveries into the queue, due now, inside the caller's transaction, and wakes every dispatcher at its commit. In a
 * queue that keeps the order a delivery is held as long as an earlier one of its resource is open.
 *
 * @param deliveries of at most a few hundred rows a call, each (event, endpoint) once; in any order.
 * @param queues every endpoint that a delivery names, once. Read its state inside the same transaction.
 * @returns the open deliveries, in no order. A pair that is open already gives the open one (no second row is made).
 * @throws RangeError a delivery names an endpoint that is not among the queues.
 */
export async function enqueue(
  client: ClientBase,
  { deliveries, endpointQueues, nowMs }: { deliveries: readonly QueuedDelivery[]; endpointQueues: readonly EndpointQueue[]; nowMs: number },
): Promise<EnqueuedDelivery[]> {
  if (deliveries.length === 0) return [];
  const byId = new Map(endpointQueues.map((endpointQueue) => [endpointQueue.endpointId, endpointQueue]));
  const rows = deliveries.map((delivery): Row => {
    const endpointQueue = byId.get(delivery.endpointId);
    if (!endpointQueue) throw new RangeError(`no queue was given for ${delivery.endpointId}`);
    return { ...delivery, endpointQueue };
  });
  const query = queryOn(client);
  await query(TOUCH_QUEUES, [...queueColumns(endpointQueues), nowMs]);
  const open = await query<{ delivery_id: string; endpoint_id: string; event_id: string; is_new: boolean }>(INSERT_DELIVERIES, [
    ...deliveryColumns(rows),
    nowMs,
  ]);
  await client.query(ANNOUNCE);
  return open.map((row) => ({ deliveryId: row.delivery_id, endpointId: row.endpoint_id, eventId: row.event_id, isNew: row.is_new }));
}

function queueColumns(endpointQueues: readonly EndpointQueue[]): unknown[][] {
  return [
    endpointQueues.map((endpointQueue) => endpointQueue.endpointId),
    endpointQueues.map((endpointQueue) => endpointQueue.shard),
    endpointQueues.map((endpointQueue) => endpointQueue.accountId),
    endpointQueues.map((endpointQueue) => endpointQueue.livemode),
    endpointQueues.map((endpointQueue) => endpointQueue.endpointVersion),
    endpointQueues.map((endpointQueue) => endpointQueue.maxInFlight),
    endpointQueues.map((endpointQueue) => endpointQueue.ratePerSecond),
    endpointQueues.map((endpointQueue) => endpointQueue.burst),
    endpointQueues.map((endpointQueue) => endpointQueue.enabledSinceMs),
  ];
}

function deliveryColumns(rows: readonly Row[]): unknown[][] {
  return [
    rows.map((row) => row.deliveryId),
    rows.map((row) => row.endpointId),
    rows.map((row) => row.endpointQueue.accountId),
    rows.map((row) => row.endpointQueue.livemode),
    rows.map((row) => row.endpointQueue.shard),
    rows.map((row) => String(row.feedPosition)),
    rows.map((row) => row.eventId),
    rows.map((row) => row.eventType),
    rows.map((row) => row.resourceId),
    rows.map((row) => row.sequence),
    rows.map((row) => row.endpointQueue.isOrdered),
    rows.map((row) => row.class),
    rows.map((row) => row.trigger),
    rows.map((row) => row.replayId),
    rows.map((row) => row.endpointQueue.enabledSinceMs),
    rows.map((row) => row.testClockId),
  ];
}
