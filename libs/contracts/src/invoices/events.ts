/** Every public event type of an invoice. */
export const INVOICE_EVENT_TYPES = [
  'invoice.created',
  'invoice.upcoming',
  'invoice.finalized',
  'invoice.updated',
  'invoice.payment_failed',
  'invoice.paid',
  'invoice.voided',
  'invoice.uncollectible',
] as const;
export type InvoiceEventType = (typeof INVOICE_EVENT_TYPES)[number];
