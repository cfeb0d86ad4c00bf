import type { Failure } from '#contracts';
import type { AttemptAnswer } from './attempt-result';
import { nextRequestMs } from './due-calls';
import type { PaymentContext } from './context';
import type { Attempt, PaymentEvent, PaymentTerms } from '../events';
import { isEnded, type AskablePayment, type ExistingPayment } from '../state';

/** Why a payment is held whose processor speaks of other money than was asked for. */
export const TAMPERED: Failure = { reason: 'payment_amount_tampered', networkCode: null };

/** Whether what a processor says was paid is what was asked for. Money in another amount or currency is never counted. */
export function isAmountRight(answer: Pick<AttemptAnswer, 'state' | 'amount' | 'currency'>, state: AskablePayment): boolean {
  if (answer.currency !== undefined && answer.currency !== state.terms.currency) return false;
  if (state.status !== 'authorized') return answer.amount === state.terms.amount;
  if (answer.state === 'authorized') return answer.amount === state.authorizedAmount;
  const { call } = state;
  if (call?.call.kind === 'capture') return answer.amount === call.call.amount;
  // Once it spoke of other money, only the whole of it is believed; a part of an invoice or a debit is other money.
  if (isHeldForMismatch(state) || isCapturedWhole(state.terms)) return answer.amount === state.authorizedAmount;
  return answer.amount > 0 && answer.amount <= state.authorizedAmount;
}

/** Whether an invoice or a debit counts as paid once the payment is captured: then it is captured as a whole or not at all. */
export function isCapturedWhole({ invoiceId, debit }: PaymentTerms): boolean {
  return invoiceId !== undefined || debit !== undefined;
}

/** Whether a mismatch keeps the payment from ending by itself: people have to look. */
export function isHeldForMismatch(state: { failure?: Failure | null }): boolean {
  return state.failure?.reason === TAMPERED.reason;
}

/** A payment is held for what its processor says now: people have to look again, whatever was said before. */
export function unsettledBy<TState extends ExistingPayment>(failure: Failure | null | undefined, state: TState): TState {
  if (!isHeldForMismatch({ failure })) return state;
  const { resolution: _before, ...open } = state;
  return open as TState;
}

/**
 * The processor speaks of other money than was asked for: recorded once, and the payment is held as it is; nothing is
 * captured, and nothing fails. The task that receives such a result raises the alarm.
 */
export function held(
  { answer, askedAtMs }: { answer: AttemptAnswer; askedAtMs?: number },
  state: AskablePayment,
  attempt: Attempt,
  context: PaymentContext,
): PaymentEvent[] {
  const checkAtMs = nextRequestMs({ ...answer, checkAtMs: undefined }, state, context, askedAtMs);
  const isKnown = 'failure' in state && isHeldForMismatch(state);
  const asked = askedAtMs !== undefined && { askedAtMs };
  const about = { checkAtMs, ...asked };
  // Once people have said what was paid, the answer is not asked for again.
  const isSettled = isEnded(state) && state.resolution !== undefined;
  // Who has paid is not turned away: a call to do so is answered.
  const isOver = isSettled || state.call !== undefined;
  if (isKnown) return askedAtMs === undefined ? [] : [{ type: 'payment.status_checked', data: isOver ? { ...asked } : about }];
  switch (state.status) {
    case 'requires_action':
      return [{ type: 'payment.processing', data: { attempt, atMs: context.nowMs, failure: TAMPERED, checkAtMs } }];
    case 'authorized':
      return [{ type: 'payment.call_refused', data: { failure: TAMPERED } }];
    default:
      return [{ type: 'payment.outcome_unknown', data: { failure: TAMPERED, ...paidUnder(attempt, state), ...about } }];
  }
}

/** The number that was paid under, where the attempt has another so far: what an operator captures is refunded there. */
function paidUnder(attempt: Attempt, state: AskablePayment): { attempt?: Attempt } {
  const isNew = attempt.number === state.attempt?.number && attempt.reference !== state.attempt.reference;
  return isNew ? { attempt } : {};
}
