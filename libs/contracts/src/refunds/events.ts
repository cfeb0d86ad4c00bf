/** Every public event type of a refund. */
export const REFUND_EVENT_TYPES = ['refund.created', 'refund.processed', 'refund.failed', 'refund.cancelled', 'refund.updated'] as const;

export type RefundEventType = (typeof REFUND_EVENT_TYPES)[number];
