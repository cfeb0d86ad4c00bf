/** Every status of an invoice (docs/reference/state-machines.md, Invoice). */
export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** Why an invoice was made: by a subscription at its start, for a period, for a change, or by the merchant. */
export const BILLING_REASONS = ['subscription_create', 'subscription_cycle', 'subscription_update', 'manual'] as const;
export type BillingReason = (typeof BILLING_REASONS)[number];

/** Who begins the payment: Hundi, under a mandate, or the customer on the page of the invoice. */
export const COLLECTIONS = ['automatic', 'send_invoice'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** What a line charges: a period of a plan, a part of one, something charged once, or a rest of another invoice. */
export const INVOICE_LINE_TYPES = ['recurring', 'proration', 'upfront', 'carried'] as const;
export type InvoiceLineType = (typeof INVOICE_LINE_TYPES)[number];

/** What a seller may give: with tax, without tax although registered, or not registered (CGST Act, section 31). */
export const INVOICE_DOCUMENT_TYPES = ['tax_invoice', 'bill_of_supply', 'invoice'] as const;
export type InvoiceDocumentType = (typeof INVOICE_DOCUMENT_TYPES)[number];

/** Within a state, between states or into a special economic zone, abroad, or of a seller who charges no tax (IGST Act, sections 7 and 8). */
export const SUPPLY_TYPES = ['intra', 'inter', 'export', 'none'] as const;
export type SupplyType = (typeof SUPPLY_TYPES)[number];

/** How money came that did not pass through Hundi. */
export const OUTSIDE_CHANNELS = ['bank_transfer', 'cheque', 'cash', 'other'] as const;
export type OutsideChannel = (typeof OUTSIDE_CHANNELS)[number];

/** How what a credit note takes back of a paid invoice goes back: not by Hundi, to the instrument that paid, or as credit of the customer. */
export const CREDIT_NOTE_REFUNDS = ['none', 'payment', 'credit'] as const;
export type CreditNoteRefund = (typeof CREDIT_NOTE_REFUNDS)[number];
