import { inTransaction } from '#event-store';
import type { Pool, PoolClient } from 'pg';
import type { ResendOutcome } from '#contracts';
import { enqueue } from './enqueue';
import { lockEndpoint } from './lock-endpoint';

/** A delivery that somebody asked for again. */
export interface ResendQuery {
  shard: number;
  accountId: string;
  livemode: boolean;
  endpointId: string;
  /** The delivery that was asked for. */
  deliveryId: string;
  /** What a new delivery is called: the same for every repetition of the same request. */
  newDeliveryId: string;
  /** Milliseconds since the epoch. */
  nowMs: number;
}

const FIND = {
  name: 'resend-find',
  text: `SELECT d.event_id, d.event_type, d.resource_id, d.sequence, d.feed_position,
      EXISTS (SELECT FROM webhooks.feed_events e WHERE e.shard = d.feed_shard AND e.position = d.feed_position) AS is_kept
    FROM webhooks.all_deliveries d WHERE d.delivery_id = $1 AND d.account_id = $2 AND d.livemode = $3 LIMIT 1`,
};
const EXISTS = { name: 'resend-exists', text: 'SELECT FROM webhooks.all_deliveries WHERE delivery_id = $1 LIMIT 1' };

interface Row {
  event_id: string;
  event_type: string;
  resource_id: string;
  sequence: number;
  feed_position: string;
  is_kept: boolean;
}

/**
 * Puts the event of a delivery into the queue again, for the same endpoint (docs/reference/webhooks.md): a new delivery of class 2, or
 * the open one, which becomes due now. The same request again finds the delivery that it made.
 */
export function resendDelivery(pool: Pool, input: ResendQuery): Promise<ResendOutcome> {
  return inTransaction(pool, (client) => resendWithin(client, input));
}

async function resendWithin(client: PoolClient, input: ResendQuery): Promise<ResendOutcome> {
  const { accountId, livemode, endpointId, newDeliveryId, nowMs } = input;
  const endpoint = await lockEndpoint(client, input);
  if (endpoint === null) return { failure: 'endpoint_deleted' };
  const { rowCount } = await client.query({ ...EXISTS, values: [newDeliveryId] });
  if (rowCount === 1) return { deliveryId: newDeliveryId };
  if (endpoint.status === 'disabled') return { failure: 'endpoint_disabled' };
  const { rows } = await client.query<Row>({ ...FIND, values: [input.deliveryId, accountId, livemode] });
  const row = rows[0];
  if (row?.is_kept !== true) return { failure: 'event_expired' };
  const delivery = {
    deliveryId: newDeliveryId,
    endpointId,
    feedPosition: row.feed_position,
    eventId: row.event_id,
    eventType: row.event_type,
    resourceId: row.resource_id,
    sequence: row.sequence,
    class: 2,
    trigger: 'manual',
    replayId: null,
  } as const;
  const [open] = await enqueue(client, { deliveries: [delivery], endpointQueues: [endpoint.endpointQueue], nowMs });
  return { deliveryId: open?.deliveryId ?? newDeliveryId };
}
