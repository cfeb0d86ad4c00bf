/** Every public event type of a payment and its attempts. */
export const PAYMENT_EVENT_TYPES = [
  'payment.created',
  'payment.requires_action',
  'payment.processing',
  'payment.authorized',
  'payment.captured',
  'payment.capture_failed',
  'payment.failed',
  'payment.late_authorized',
  'payment.cancelled',
  'payment.expired',
  'payment.refunded',
  'payment.partially_refunded',
  'payment.updated',
  'attempt.started',
  'attempt.failed',
  'attempt.succeeded',
] as const;

export type PaymentEventType = (typeof PAYMENT_EVENT_TYPES)[number];
