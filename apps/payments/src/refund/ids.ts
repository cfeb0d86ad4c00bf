import { systemRefundIdOf } from '../payment/attempt-id';
import { isSettled, type PaymentState } from '../payment/state';
import { overpaymentRefund } from '../payment/decide/system-refunds';

/** The ids of all refunds of a payment: asked for by the merchant or by Hundi, whatever became of them. */
export function refundIdsOf(paymentId: string, state: PaymentState): string[] {
  if (state.status === 'none') return [];
  const { overpayments: paid = [] } = state;
  const overpayments = paid.map(({ attempt }, index) => systemRefundIdOf(paymentId, overpaymentRefund(attempt, paid.slice(0, index))));
  // An authorization that was released may have had to go back, whatever came after it; a refund that is not there is not shown.
  const wasReleased =
    'lateAuthorized' in state && (state.lateAuthorized || (state.status === 'cancelled' && state.authorizedAtMs !== null));
  const releasedRefund = wasReleased ? [systemRefundIdOf(paymentId, { kind: 'released' })] : [];
  const { pending, processed, released = [] } = isSettled(state) ? state.refunds : { pending: {}, processed: {} };
  return [...Object.keys({ ...pending, ...processed }), ...released, ...overpayments, ...releasedRefund];
}
