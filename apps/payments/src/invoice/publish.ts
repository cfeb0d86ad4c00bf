import type { InvoiceEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { InvoiceEvent } from './events';
import { invoiceResource, type InvoiceRenderOptions } from './render';
import type { InvoiceState } from './state';

/** Stored type → what merchants see it as; null for what they do not see. */
export const INVOICE_PUBLIC_NAME: Readonly<Record<InvoiceEvent['type'], InvoiceEventType | null>> = {
  'invoice.created': 'invoice.created',
  'invoice.upcoming': 'invoice.upcoming',
  'invoice.finalized': 'invoice.finalized',
  'invoice.payment_begun': null,
  'invoice.debit_begun': null,
  'invoice.debit_waits': 'invoice.updated',
  'invoice.debit_planned': null,
  'invoice.debit_ended': 'invoice.updated',
  'invoice.payment_failed': 'invoice.payment_failed',
  'invoice.paid': 'invoice.paid',
  'invoice.balance_applied': 'invoice.updated',
  'invoice.voided': 'invoice.voided',
  'invoice.uncollectible': 'invoice.uncollectible',
  'invoice.outside_payment_recorded': 'invoice.updated',
  'invoice.outside_payment_reversed': 'invoice.updated',
  'invoice.credited': 'invoice.updated',
  'invoice.refunded': 'invoice.updated',
  'invoice.refund_returned': 'invoice.updated',
  'invoice.refund_repeated': 'invoice.updated',
  'invoice.over_refunded': 'invoice.updated',
  'invoice.buyer_kept': null,
};

/** Every stored event is written in version 1 so far. */
export const INVOICE_EVENT_DEFINITIONS = eventDefinitionsOf(INVOICE_PUBLIC_NAME);

/** Stored event → public event with the whole invoice right after it. */
export function invoicePublisher(options: InvoiceRenderOptions): Publish<InvoiceState, InvoiceEvent> {
  return resourcePublisher({
    resourceType: 'invoice',
    names: INVOICE_PUBLIC_NAME,
    render: (snapshot) => invoiceResource(snapshot, options),
  });
}
