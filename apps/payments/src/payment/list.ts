import { defineList } from '#listing';
import { WAITS_FOR_PEOPLE, whyPaymentWaits } from './decide/resolve';
import { attemptOf, refundStatusOf, type PaymentState } from './state';

/** Lists and searches of payments (docs/how-to/list-and-page.md). Holds nothing of the customer but the id. */
export const paymentsList = defineList<PaymentState>({
  name: 'payments_list',
  version: 1,
  streamType: 'payment',
  usualStatuses: ['captured'],
  money: { usualCurrency: 'INR', usualMethod: 'upi' },
  operatorFilter: WAITS_FOR_PEOPLE,
  rowOf: ({ state }) => {
    if (state.status === 'none') return null;
    const { terms } = state;
    return {
      status: state.status,
      amount: terms.amount,
      currency: terms.currency,
      paymentMethod: attemptOf(state)?.instrument.method,
      customerId: terms.customerId,
      referenceId: terms.referenceId,
      metadata: terms.metadata,
      filters: { refund_status: refundStatusOf(state), [WAITS_FOR_PEOPLE]: whyPaymentWaits(state) },
      texts: [terms.description],
    };
  },
});
