import { defineList } from '#listing';
import type { DebitState } from './state';

/** Lists of debits of one mandate (docs/how-to/list-and-page.md). */
export const debitsList = defineList<DebitState>({
  name: 'debits_list',
  version: 1,
  streamType: 'debit',
  usualStatuses: ['succeeded'],
  keyFilters: ['mandate_id'],
  rowOf: ({ state }) => {
    if (state.status === 'none') return null;
    const { amount, mandateId, referenceId, metadata } = state.terms;
    const { customerId } = state.facts;
    return { status: state.status, amount, currency: 'INR', customerId, referenceId, metadata, filters: { mandate_id: mandateId } };
  },
});
