import { defineList } from '#listing';
import { documentOf, type InvoiceState } from './state';

/** Lists of invoices (docs/how-to/list-and-page.md). */
export const invoicesList = defineList<InvoiceState>({
  name: 'invoices_list',
  version: 1,
  streamType: 'invoice',
  usualStatuses: ['paid'],
  keyFilters: ['subscription_id'],
  rowOf: ({ state }) => {
    if (state.status === 'none') return null;
    const { currency, customerId, referenceId, metadata, collection, billingReason, mandateId, subscriptionId } = state.terms;
    const filters = {
      collection,
      billing_reason: billingReason,
      ...(mandateId !== undefined && { mandate_id: mandateId }),
      ...(subscriptionId !== undefined && { subscription_id: subscriptionId }),
      number: documentOf(state)?.number,
    };
    return { status: state.status, amount: state.bill.total, currency, customerId, referenceId, metadata, filters };
  },
});
