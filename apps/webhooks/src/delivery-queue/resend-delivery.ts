import type { PoolClient } from 'pg';
import { enqueue } from './enqueue';
import { lockEndpoint } from './lock-endpoint';

/** A delivery that is to be made again. */
export interface ResendInput {
  /** Of the account. */
  shard: number;
  accountId: string;
  livemode: boolean;
  deliveryId: string;
  /** What a new delivery is called. */
  newDeliveryId: string;
  /** Milliseconds since the epoch. */
  nowMs: number;
}

/** The delivery that is open now, or why there is none; `missing` when the one to be made again is not kept. */
export type ResendOutcome = { deliveryId: string } | 'missing' | 'event_expired' | 'endpoint_disabled' | 'endpoint_deleted';

const FIND = {
  name: 'resend-find',
  text: `SELECT d.endpoint_id, d.event_id, d.event_type, d.resource_id, d.sequence, d.feed_position,
      e.position IS NOT NULL AS is_kept, e.test_clock_id
    FROM webhooks.all_deliveries d LEFT JOIN webhooks.feed_entries e ON e.event_id = d.event_id
    WHERE d.delivery_id = $1 AND d.account_id = $2 AND d.livemode = $3 LIMIT 1`,
};

interface Row {
  endpoint_id: string;
  event_id: string;
  event_type: string;
  resource_id: string;
  sequence: number;
  feed_position: string;
  is_kept: boolean;
  test_clock_id: string | null;
}

/**
 * Puts the event of a delivery into the queue again, for the same endpoint (docs/reference/webhooks.md): a new delivery of class 2, or
 * the open one, which becomes due now.
 */
export async function resendDelivery(client: PoolClient, input: ResendInput): Promise<ResendOutcome> {
  const { shard, accountId, livemode, nowMs } = input;
  const { rows } = await client.query<Row>({ ...FIND, values: [input.deliveryId, accountId, livemode] });
  const row = rows[0];
  if (row === undefined) return 'missing';
  const endpoint = await lockEndpoint(client, { shard, accountId, livemode, endpointId: row.endpoint_id });
  if (endpoint === null) return 'endpoint_deleted';
  if (endpoint.status === 'disabled') return 'endpoint_disabled';
  if (!row.is_kept) return 'event_expired';
  const delivery = {
    deliveryId: input.newDeliveryId,
    endpointId: row.endpoint_id,
    feedPosition: row.feed_position,
    eventId: row.event_id,
    eventType: row.event_type,
    resourceId: row.resource_id,
    sequence: row.sequence,
    class: 2,
    trigger: 'manual',
    replayId: null,
    testClockId: row.test_clock_id,
  } as const;
  const [open] = await enqueue(client, { deliveries: [delivery], endpointQueues: [endpoint.endpointQueue], nowMs });
  return { deliveryId: open?.deliveryId ?? input.newDeliveryId };
}
