import { minorText, type RequestRefundPayload } from '#contracts';
import { accept, refuse } from '#decider';
import type { PaymentCommandOf, PaymentContext, PaymentDecision } from './context';
import type { PaymentEvent } from '../events';
import { isSettled, pendingRefundAmount, refundableAmount, refundedAmount, type PaymentState, type SettledPayment } from '../state';
import { missing, notRefundable, parameterRefused, stateConflict } from './refusals';

/**
 * Reserves an amount for a refund. The sum of what went back and what is reserved never exceeds what was captured,
 * however many refunds are asked for at once, because all are decided here.
 */
export function requestRefund(
  { payload }: PaymentCommandOf<'payments.request_refund'>,
  state: PaymentState,
  context: PaymentContext,
): PaymentDecision {
  if (state.status === 'none') return noPaymentToRefund();
  if (!isSettled(state)) return notRefundable(state, `A payment that is ${state.status} cannot be refunded.`, 'payment_not_captured');
  if (isKnownRefund(state, payload.refundId)) return accept([]);
  if (state.status === 'refunded') return notRefundable(state, 'The payment is refunded in full.', 'payment_fully_refunded');
  if (context.nowMs >= state.capturedAtMs + context.rules.refundWindowMs) {
    return notRefundable(state, 'The payment is too old to be refunded.', 'refund_window_over');
  }
  return reserve(payload, state);
}

function reserve({ refundId, reason, amount: asked, fromBalance }: RequestRefundPayload, state: SettledPayment): PaymentDecision {
  const available = refundableAmount(state);
  const amount = asked ?? available;
  if (amount < 1 && available > 0) return parameterRefused('amount_too_small', 'amount', 'must be above zero.');
  if (amount > available || available === 0) return exceedsAvailable(available, state);
  return accept([{ type: 'payment.refund_requested', data: { refundId, amount, reason, ...(fromBalance && { fromBalance }) } }]);
}

/** @param available minor units. What waits in other refunds is named: it may become free again. */
function exceedsAvailable(available: number, state: SettledPayment): PaymentDecision {
  const { currency } = state.terms;
  const pending = pendingRefundAmount(state);
  const reserved = pending === 0 ? '' : ` ${minorText(pending, currency)} more is in refunds that are pending.`;
  const message = `must be at most ${minorText(available, currency)}, what is left to refund.${reserved}`;
  const problem = { param: 'amount', code: 'refund_amount_exceeds_available', message } as const;
  const hint =
    available === 0 ? { hint: 'Wait until a pending refund has ended: one that fails or is cancelled gives its amount free.' } : {};
  return refuse({ code: problem.code, details: { message, param: 'amount', amount_available: available, ...hint, errors: [problem] } });
}

/** The payment is named in the body of the refund, not in the path. */
function noPaymentToRefund(): PaymentDecision {
  return refuse({ code: 'resource_missing', details: { param: 'payment_id' } });
}

/** A refund that ends in the commit that requests it says what it changed of the payment; one that waits reserves an amount until then. */
export function recordRefundPending({ payload }: PaymentCommandOf<'payments.refund_pending'>, state: PaymentState): PaymentDecision {
  const { refundId } = payload;
  if (state.status === 'none') return missing();
  if (!isSettled(state)) return stateConflict(state, ['captured', 'refunded'], 'The payment has no refunds.');
  const isReserved = Object.hasOwn(state.refunds.pending, refundId);
  return accept(isReserved ? [{ type: 'payment.refund_pending', data: { refundId } }] : []);
}

/**
 * A reserved refund went through, or one that had failed did so after all. Reported twice, it counts once. Money that left is
 * never refused, although the amount may have been given to another refund meanwhile.
 */
export function recordRefundProcessed({ payload }: PaymentCommandOf<'payments.refund_processed'>, state: PaymentState): PaymentDecision {
  const { refundId } = payload;
  if (state.status === 'none') return missing();
  if (!isSettled(state)) return stateConflict(state, ['captured', 'refunded'], 'The payment has no refunds.');
  if (Object.hasOwn(state.refunds.processed, refundId)) return accept([]);
  const isReleased = state.refunds.released?.includes(refundId) ?? false;
  const amount = state.refunds.pending[refundId] ?? (isReleased ? payload.amount : undefined);
  return amount === undefined ? unknownRefund() : accept([paidOut(refundId, amount, state)]);
}

function paidOut(refundId: string, amount: number, state: SettledPayment): PaymentEvent {
  const data = { refundId, amount };
  if (state.status === 'refunded') return { type: 'payment.refund_exceeded', data };
  const isFull = refundedAmount(state) + amount >= state.capturedAmount;
  return { type: isFull ? 'payment.refunded' : 'payment.partially_refunded', data };
}

/** A refund did not go through, or came back from the bank: its amount can be refunded again. Reported twice, it counts once. */
export function recordRefundFailed({ payload }: PaymentCommandOf<'payments.refund_failed'>, state: PaymentState): PaymentDecision {
  const { refundId } = payload;
  if (state.status === 'none') return missing();
  if (!isSettled(state)) return stateConflict(state, ['captured', 'refunded'], 'The payment has no refunds.');
  if (Object.hasOwn(state.refunds.pending, refundId)) return accept([{ type: 'payment.refund_released', data: { refundId } }]);
  if (Object.hasOwn(state.refunds.processed, refundId)) return accept([{ type: 'payment.refund_returned', data: { refundId } }]);
  // Neither reserved nor gone: it was released before, and this is the same report again.
  return accept([]);
}

function isKnownRefund(state: SettledPayment, refundId: string): boolean {
  return Object.hasOwn(state.refunds.pending, refundId) || Object.hasOwn(state.refunds.processed, refundId);
}

function unknownRefund(): PaymentDecision {
  return parameterRefused('resource_missing', 'refund_id', 'It is not a refund of this payment.');
}
