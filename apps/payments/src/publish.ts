import { API_VERSION, type PaymentEventType, type PaymentResource, type PublicEvent, type StoredEvent } from '#contracts';
import type { EventTypeDefinition, Publish, Snapshot } from '#event-store';
import type { PaymentEvent, PaymentEventName } from './domain/payment/events';
import type { PaymentState } from './domain/payment/payment';
import { paymentResource, type RenderOptions } from './render';

/** Stored type → what merchants see it as; null for what is ours alone. */
export const PUBLIC_NAME: Readonly<Record<PaymentEventName, PaymentEventType | null>> = {
  'payment.created': 'payment.created',
  'payment.requires_action': 'payment.requires_action',
  'payment.processing': 'payment.processing',
  'payment.authorized': 'payment.authorized',
  'payment.late_authorized': 'payment.late_authorized',
  'payment.captured': 'payment.captured',
  'payment.failed': 'payment.failed',
  'payment.cancelled': 'payment.cancelled',
  'payment.expired': 'payment.expired',
  'payment.partially_refunded': 'payment.partially_refunded',
  'payment.refunded': 'payment.refunded',
  'payment.updated': 'payment.updated',
  'payment.outcome_unknown': 'payment.updated',
  'payment.refund_returned': 'payment.updated',
  'payment.status_checked': null,
  'payment.refund_requested': null,
  'payment.refund_released': null,
  'attempt.failed': 'attempt.failed',
  'attempt.started': 'attempt.started',
  'attempt.succeeded': 'attempt.succeeded',
};

/** Every stored event is written in version 1 so far. */
export const PAYMENT_EVENT_DEFINITIONS = Object.fromEntries(
  Object.entries(PUBLIC_NAME).map(([type, name]) => [type, { schemaVersion: 1, isPublic: name !== null }]),
) as Record<PaymentEventName, EventTypeDefinition>;

/** Change with every event and say nothing: not counted as changes. */
const ALWAYS_NEW: ReadonlySet<string> = new Set(['updated_at', 'sequence']);

/** Stored event → public event with the whole payment right after it; null for an internal one. */
export function paymentPublisher(options: RenderOptions): Publish<PaymentState, PaymentEvent> {
  return (event, before, after) => {
    const type = PUBLIC_NAME[event.type];
    if (type === null || event.meta.sequence === null) return null;
    const object = paymentResource(after, options);
    const previous = before === null ? null : changesFrom(before, object, options);
    return publicEvent(event, type, event.meta.sequence, { object, previous_attributes: previous });
  };
}

function publicEvent(
  event: StoredEvent<PaymentEvent>,
  type: PaymentEventType,
  sequence: number,
  data: PublicEvent<PaymentResource>['data'],
): PublicEvent<PaymentResource> {
  const { requestId, idempotencyKey } = event.meta;
  return {
    id: event.eventId,
    object: 'event',
    type,
    api_version: API_VERSION,
    created_at: Math.floor(event.occurredAtMs / 1000),
    timestamp: new Date(event.occurredAtMs).toISOString(),
    livemode: event.livemode,
    account_id: event.accountId,
    resource: { type: 'payment', id: event.streamId },
    sequence,
    data,
    request: requestId === null ? null : { id: requestId, idempotency_key: idempotencyKey },
    correlation_id: event.correlationId,
    causation_id: event.causationId,
  };
}

/** The fields that changed, with what they were; null when none did. */
function changesFrom(before: Snapshot<PaymentState>, after: PaymentResource, options: RenderOptions): Record<string, unknown> | null {
  const was = paymentResource(before, options);
  const changed: Record<string, unknown> = {};
  for (const key of Object.keys(after) as (keyof PaymentResource)[]) {
    if (!ALWAYS_NEW.has(key) && !isSame(was[key], after[key])) changed[key] = was[key];
  }
  return Object.keys(changed).length === 0 ? null : changed;
}

function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  return JSON.stringify(left) === JSON.stringify(right);
}
