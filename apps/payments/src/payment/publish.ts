import type { PaymentEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type EventTypeDefinition, type Publish } from '#event-store';
import type { PaymentEvent, PaymentEventName } from './events';
import type { PaymentState } from './state';
import { paymentResource, type RenderOptions } from './render';

/** Stored type → what merchants see it as; null for what is ours alone. */
export const PUBLIC_NAME: Readonly<Record<PaymentEventName, PaymentEventType | null>> = {
  'payment.created': 'payment.created',
  'payment.requires_action': 'payment.requires_action',
  'payment.processing': 'payment.processing',
  'payment.authorized': 'payment.authorized',
  'payment.late_authorized': 'payment.late_authorized',
  'payment.captured': 'payment.captured',
  'payment.capture_failed': 'payment.capture_failed',
  'payment.failed': 'payment.failed',
  'payment.cancelled': 'payment.cancelled',
  'payment.expired': 'payment.expired',
  'payment.partially_refunded': 'payment.partially_refunded',
  'payment.refunded': 'payment.refunded',
  'payment.updated': 'payment.updated',
  'payment.outcome_unknown': 'payment.updated',
  'payment.refund_returned': 'payment.updated',
  'payment.call_requested': 'payment.updated',
  'payment.call_refused': 'payment.updated',
  'payment.otp_refused': 'payment.updated',
  'payment.status_checked': null,
  'payment.poll_rescheduled': null,
  'payment.method_chosen': null,
  'payment.method_saved': null,
  'payment.refund_requested': null,
  'payment.refund_pending': 'payment.updated',
  'payment.refund_released': 'payment.updated',
  'payment.refund_exceeded': 'payment.updated',
  'payment.over_refund_recovered': 'payment.updated',
  'payment.resolved': null,
  'attempt.failed': 'attempt.failed',
  'attempt.started': 'attempt.started',
  'attempt.succeeded': 'attempt.succeeded',
};

/**
 * Version 2 of `payment.created`: the customer is sealed. One in the clear, of version 1, is read as it is. Version 2 of `payment.captured`:
 * a fee that the processor did not report is absent. Version 1 has 0 for it, and for a fee of 0.
 */
export const PAYMENT_EVENT_DEFINITIONS: Record<PaymentEventName, EventTypeDefinition> = {
  ...eventDefinitionsOf(PUBLIC_NAME),
  'payment.created': { schemaVersion: 2, isPublic: true },
  'payment.captured': { schemaVersion: 2, isPublic: true },
};

/** Stored event → public event with the whole payment right after it; null for an internal one. */
export function paymentPublisher(options: RenderOptions): Publish<PaymentState, PaymentEvent> {
  return resourcePublisher({ resourceType: 'payment', names: PUBLIC_NAME, render: (snapshot) => paymentResource(snapshot, options) });
}
