/** Every public event type of a refund (spec/api.md 2.13). */
export const REFUND_EVENT_TYPES = ['refund.created', 'refund.processed', 'refund.failed', 'refund.cancelled', 'refund.updated'] as const;

export type RefundEventType = (typeof REFUND_EVENT_TYPES)[number];
