import { defineList } from '#listing';
import type { MandateState } from './state';

/** Under this name the list knows what a processor behind a network calls a mandate. */
export const MANDATE_REFERENCE = 'mandate_reference';

/** Lists of mandates (docs/how-to/list-and-page.md). */
export const mandatesList = defineList<MandateState>({
  name: 'mandates_list',
  // 2: found by what its processor calls it.
  version: 1,
  streamType: 'mandate',
  usualStatuses: ['active'],
  partnerFilter: MANDATE_REFERENCE,
  rowOf: ({ state }) => {
    if (state.status === 'none') return null;
    const { instrument, maxAmount, customerId, referenceId, metadata, frequency } = state.terms;
    const { method } = instrument;
    const filters = { method, frequency, [MANDATE_REFERENCE]: state.answersLater && state.references.processor };
    return { status: state.status, amount: maxAmount, currency: 'INR', customerId, referenceId, metadata, filters };
  },
});
