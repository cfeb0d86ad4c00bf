/** Every public event type of a customer. */
export const CUSTOMER_EVENT_TYPES = ['customer.created', 'customer.updated', 'customer.deleted'] as const;
export type CustomerEventType = (typeof CUSTOMER_EVENT_TYPES)[number];
