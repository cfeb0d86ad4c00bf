import { toSeconds, type AttemptErrorCode, type DeliveryCancellation, type DeliveryStatus, type WebhookDeliveryResource } from '#contracts';
import type { DeliveryRow } from './deliveries-reader';

const OPEN: ReadonlySet<string> = new Set(['held', 'ready', 'leased']);

/** The public resource of a delivery. */
export function deliveryResource(row: DeliveryRow): WebhookDeliveryResource {
  const isOpen = OPEN.has(row.state);
  return {
    id: row.delivery_id,
    object: 'webhook_delivery',
    livemode: row.livemode,
    webhook_endpoint_id: row.endpoint_id,
    event_id: row.event_id,
    event_type: row.event_type,
    resource_id: row.resource_id,
    sequence: row.sequence,
    status: isOpen ? (row.attempt_no === 0 ? 'pending' : 'retrying') : (row.state as DeliveryStatus),
    // Those that ended otherwise have reasons too, which their status and last error say.
    cancellation_reason: row.state === 'cancelled' ? (row.reason as DeliveryCancellation) : null,
    trigger: row.trigger,
    webhook_replay_id: row.replay_id,
    attempt_count: row.attempt_no,
    held: row.state === 'held',
    last_status_code: row.last_code,
    last_error_code: row.last_error as AttemptErrorCode | null,
    next_attempt_at: row.state === 'ready' ? toSeconds(row.next_attempt_ms) : null,
    first_attempt_at: toSeconds(row.first_attempt_ms),
    ended_at: toSeconds(row.ended_ms),
    created_at: Math.floor(Number(row.created_ms) / 1000),
  };
}
