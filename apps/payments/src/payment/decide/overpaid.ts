import type { AttemptAnswer, Outcome } from './attempt-result';
import { attemptFrom } from './begin';
import type { PaymentContext } from './context';
import type { Attempt, PaymentEvent } from '../events';
import { attemptOf, isBehindNetwork, isSettled, type ExistingPayment, type PaymentState } from '../state';

type Reported = Pick<Outcome, 'attempt' | 'answer'>;

/** Payments of one attempt that are given back by themselves; their refunds have ids of their own (attempt-id.ts). */
const OVERPAYMENTS_MAX = 60;

/** Whether the answer says that the customer's money is held or taken. */
export function isPaid(answer: Pick<AttemptAnswer, 'state'>): boolean {
  return answer.state === 'authorized' || answer.state === 'captured';
}

/**
 * Whether the processor was paid under one number for an attempt whose money is held or taken under another: the attempt was
 * begun twice there.
 */
export function isSecondPayment(attempt: number, answer: Pick<AttemptAnswer, 'state' | 'reference'>, state: PaymentState): boolean {
  if (!isPaid(answer) || !(isSettled(state) || state.status === 'authorized')) return false;
  const { number, reference } = state.attempt;
  return number === attempt && reference !== null && answer.reference !== null && reference !== answer.reference;
}

/** Whether this money goes back already. Without an id of the processor it is known only by the id of an attempt that does not count. */
export function isKnownOverpayment({ attempt, answer }: Reported, state: ExistingPayment): boolean {
  if (!isPaid(answer)) return false;
  const isOther = attemptOf(state)?.number !== attempt;
  const isSame = (reference: string | null): boolean =>
    reference === answer.reference || (isOther && (reference === null || answer.reference === null));
  return state.overpayments?.some((known) => known.attempt === attempt && isSame(known.reference)) ?? false;
}

/**
 * Paid although another attempt, or another payment of the same attempt, counts: kept on record once, and the money goes
 * back.
 */
export function overpaymentOf(reported: Reported, state: ExistingPayment, { nowMs }: PaymentContext): PaymentEvent[] {
  const { attempt, answer } = reported;
  const isOther = 'attempt' in state && state.attempt?.number !== attempt;
  if (!isPaid(answer) || !(isOther || isSecondPayment(attempt, answer, state))) return [];
  if (isKnownOverpayment(reported, state) || isForPeople(reported, state)) return [];
  // What a processor behind a network only holds cannot be refunded yet. It is not captured: it lapses, or is reported as captured.
  if (isBehindNetwork(state) && answer.state === 'authorized') return [];
  const paid = earlierAttempt(answer, attempt, { attempt: attemptOf(state) });
  return [{ type: 'attempt.succeeded', data: { attempt: paid, amount: answer.amount, atMs: nowMs } }];
}

/** What cannot be given back by itself: in another currency, after an operator settled the payment, or one of too many. */
function isForPeople({ attempt, answer }: Reported, { terms, resolution, overpayments = [] }: ExistingPayment): boolean {
  if (answer.currency !== undefined && answer.currency !== terms.currency) return true;
  return resolution?.as === 'captured' || overpayments.filter((known) => known.attempt === attempt).length >= OVERPAYMENTS_MAX;
}

/** An attempt that is not the newest: all attempts of a payment are behind a network, or none is. */
export function earlierAttempt(answer: AttemptAnswer, number: number, { attempt: newest }: { attempt: Attempt | null }): Attempt {
  return { ...attemptFrom(answer, number), ...(newest?.answersLater && { answersLater: true }) };
}
