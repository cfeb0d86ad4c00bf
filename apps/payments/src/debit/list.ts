import { defineList } from '#listing';
import type { DebitState } from './state';

/** Under this name the list knows what a processor behind a network calls the notice of a debit. */
export const NOTICE_REFERENCE = 'notice_reference';

/** Lists of debits of one mandate (docs/how-to/list-and-page.md). */
export const debitsList = defineList<DebitState>({
  name: 'debits_list',
  // 2: found by what a processor calls its notice.
  version: 1,
  streamType: 'debit',
  usualStatuses: ['succeeded'],
  keyFilters: ['mandate_id'],
  partnerFilter: NOTICE_REFERENCE,
  rowOf: ({ state }) => {
    if (state.status === 'none') return null;
    const { amount, mandateId, referenceId, metadata } = state.terms;
    const { customerId } = state.facts;
    const filters = { mandate_id: mandateId, [NOTICE_REFERENCE]: state.notice.reference };
    return { status: state.status, amount, currency: 'INR', customerId, referenceId, metadata, filters };
  },
});
