import { defineList } from '#listing';
import type { MandateState } from './state';

/** Lists of mandates (docs/how-to/list-and-page.md). */
export const mandatesList = defineList<MandateState>({
  name: 'mandates_list',
  version: 1,
  streamType: 'mandate',
  usualStatuses: ['active'],
  rowOf: ({ state }) => {
    if (state.status === 'none') return null;
    const { instrument, maxAmount, customerId, referenceId, metadata, frequency } = state.terms;
    const { method } = instrument;
    return { status: state.status, amount: maxAmount, currency: 'INR', customerId, referenceId, metadata, filters: { method, frequency } };
  },
});
