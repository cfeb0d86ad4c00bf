/** Public event types of saved instruments. */
export const PAYMENT_METHOD_EVENT_TYPES = ['payment_method.attached', 'payment_method.updated', 'payment_method.detached'] as const;
export type PaymentMethodEventType = (typeof PAYMENT_METHOD_EVENT_TYPES)[number];
