import { defineList } from '#listing';
import { WAITS_FOR_PEOPLE } from '../payment/decide/resolve';
import { whyRefundWaits } from './decide/resolve';
import type { RefundState } from './state';

/** Lists of refunds (docs/how-to/list-and-page.md), also of those of one payment. */
export const refundsList = defineList<RefundState>({
  name: 'refunds_list',
  version: 1,
  streamType: 'refund',
  usualStatuses: ['processed'],
  money: { usualCurrency: 'INR', usualMethod: 'upi' },
  keyFilters: ['payment_id'],
  operatorFilter: WAITS_FOR_PEOPLE,
  rowOf: ({ state }) => {
    if (state.status === 'none') return null;
    const { terms } = state;
    return {
      status: state.status,
      amount: terms.amount,
      currency: terms.currency,
      paymentMethod: terms.target.instrument.method,
      customerId: terms.customerId,
      referenceId: terms.referenceId,
      metadata: terms.metadata,
      filters: { payment_id: terms.paymentId, reason: terms.reason, [WAITS_FOR_PEOPLE]: whyRefundWaits(state) },
      texts: [terms.description],
    };
  },
});
