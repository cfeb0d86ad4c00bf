import { minorText, type ResolvePaymentPayload } from '#contracts';
import { accept } from '#decider';
import type { PaymentCommandOf, PaymentContext, PaymentDecision } from './context';
import type { PaymentEvent } from '../events';
import { isCapturedWhole, isHeldForMismatch, TAMPERED } from './mismatch';
import { attemptOf, isEnded, isSettled, overRefundedAmount, type ExistingPayment, type PaymentState } from '../state';
import { missing, parameterRefused } from './refusals';

/**
 * An operator decides about money whose outcome is not clear: the processor reported another amount than was asked for,
 * or more went back than the payment had to give. Once for each; the events keep who said it and why.
 */
export function resolve({ payload }: PaymentCommandOf<'payments.resolve'>, state: PaymentState, context: PaymentContext): PaymentDecision {
  if (state.status === 'none') return missing();
  const { by, note, as } = payload;
  const resolved: PaymentEvent = { type: 'payment.resolved', data: { as, by, note, atMs: context.nowMs } };
  if (as === 'settled') return asSettled(resolved, state);
  if (!isHeld(state)) return nothingToResolve('The payment is not held: its processor spoke of no other money.');
  return as === 'captured' ? asCaptured(payload, resolved, state, context) : accept([resolved, ...asNotCaptured(state, context)]);
}

/** Whether the payment waits for people because its processor spoke of other money than was asked for. */
export function isHeld(state: PaymentState): state is ExistingPayment {
  return state.status !== 'none' && 'failure' in state && isHeldForMismatch(state) && state.resolution === undefined;
}

/** Whether more went back than the payment had to give, and no operator has resolved it. */
export function hasOpenOverRefund(state: PaymentState): boolean {
  return isSettled(state) && overRefundedAmount(state) > 0;
}

function asSettled(resolved: PaymentEvent, state: PaymentState): PaymentDecision {
  if (!isSettled(state) || !hasOpenOverRefund(state)) return nothingToResolve('No refund of this payment went out twice.');
  return accept([resolved, { type: 'payment.over_refund_recovered', data: { amount: overRefundedAmount(state) } }]);
}

/** Under this name the lists know what waits for people, and why. */
export const WAITS_FOR_PEOPLE = 'waits_for_people';

/** Why an operator has to look at a payment; null when none has to. */
export function whyPaymentWaits(state: PaymentState): 'wrong_amount' | 'refunded_twice' | null {
  if (isHeld(state)) return 'wrong_amount';
  return hasOpenOverRefund(state) ? 'refunded_twice' : null;
}

function asCaptured(
  { amount }: ResolvePaymentPayload,
  resolved: PaymentEvent,
  state: ExistingPayment,
  { nowMs }: PaymentContext,
): PaymentDecision {
  if (amount === undefined) return parameterRefused('parameter_missing', 'amount', 'is required with captured.', 'required');
  const refused = refusedAmount(amount, state);
  if (refused !== null) return refused;
  const attempt = attemptOf(state);
  if (attempt === null) return nothingToResolve('No attempt was made.');
  const data = { attempt, amount, atMs: nowMs };
  const held: PaymentEvent = isEnded(state) ? { type: 'payment.late_authorized', data } : { type: 'payment.authorized', data };
  const captured: PaymentEvent = { type: 'payment.captured', data: { amount, atMs: nowMs } };
  return accept(state.status === 'authorized' ? [resolved, captured] : [resolved, held, captured]);
}

function refusedAmount(amount: number, state: ExistingPayment): PaymentDecision | null {
  const most = state.status === 'authorized' ? state.authorizedAmount : state.terms.amount;
  const mostText = minorText(most, state.terms.currency);
  if (!Number.isSafeInteger(amount) || amount < 1) return parameterRefused('amount_too_small', 'amount', 'must be above zero.');
  if (amount > most) {
    const message = `must be at most ${mostText}: give back at the processor what is above that, then say how much is left.`;
    return parameterRefused('amount_too_large', 'amount', message);
  }
  if (amount === most || !isCapturedWhole(state.terms)) return null;
  const message = `must be ${mostText}: the payment is for an invoice or a debit. Give back at the processor what it took, then say not_captured.`;
  return parameterRefused('parameter_invalid', 'amount', message);
}

function asNotCaptured(state: ExistingPayment, { nowMs }: PaymentContext): PaymentEvent[] {
  if (isEnded(state)) return [];
  if (state.status === 'authorized') return [{ type: 'payment.cancelled', data: { reason: TAMPERED.reason, atMs: nowMs } }];
  return [{ type: 'payment.failed', data: { failure: TAMPERED, atMs: nowMs } }];
}

function nothingToResolve(message: string): PaymentDecision {
  return parameterRefused('parameter_invalid', 'id', message, 'nothing_to_resolve');
}
