import type { RefundEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { RefundEvent, RefundEventName } from './events';
import type { RefundState } from './state';
import { refundResource } from './render';

/** Stored type → what merchants see it as; null for what is ours alone. */
export const REFUND_PUBLIC_NAME: Readonly<Record<RefundEventName, RefundEventType | null>> = {
  'refund.created': 'refund.created',
  'refund.sending': null,
  'refund.sent': null,
  'refund.reference_added': 'refund.updated',
  'refund.status_checked': null,
  'refund.processed': 'refund.processed',
  'refund.failed': 'refund.failed',
  'refund.cancelled': 'refund.cancelled',
  'refund.outcome_contradicted': null,
  'refund.contradiction_resolved': null,
  'refund.resolved': null,
  'refund.updated': 'refund.updated',
};

/** Every stored event is written in version 1 so far. */
export const REFUND_EVENT_DEFINITIONS = eventDefinitionsOf(REFUND_PUBLIC_NAME);

/** Stored event → public event with the whole refund right after it; null for an internal one. */
export const publishRefund: Publish<RefundState, RefundEvent> = resourcePublisher({
  resourceType: 'refund',
  names: REFUND_PUBLIC_NAME,
  render: refundResource,
});
