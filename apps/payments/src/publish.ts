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
  // What an event left is what the next one found: each snapshot is rendered once, not twice.
  const rendered = new WeakMap<Snapshot<PaymentState>, PaymentResource>();
  const resourceOf = (snapshot: Snapshot<PaymentState>): PaymentResource => {
    const known = rendered.get(snapshot);
    if (known !== undefined) return known;
    const resource = paymentResource(snapshot, options);
    rendered.set(snapshot, resource);
    return resource;
  };
  return (event, before, after) => {
    const type = PUBLIC_NAME[event.type];
    if (type === null || event.meta.sequence === null) return null;
    const object = resourceOf(after);
    const previous = before === null ? null : changesFrom(resourceOf(before), object);
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
function changesFrom(was: PaymentResource, is: PaymentResource): Record<string, unknown> | null {
  const changed: Record<string, unknown> = {};
  let hasChanged = false;
  for (const key in is) {
    const name = key as keyof PaymentResource;
    if (was[name] === is[name] || ALWAYS_NEW.has(key) || isSame(was[name], is[name])) continue;
    changed[key] = was[name];
    hasChanged = true;
  }
  return hasChanged ? changed : null;
}

/** Equality of JSON values. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  const [leftEntries, rightKeys] = [Object.entries(left), Object.keys(right)];
  return (
    leftEntries.length === rightKeys.length && leftEntries.every(([key, value]) => isSame(value, (right as Record<string, unknown>)[key]))
  );
}
