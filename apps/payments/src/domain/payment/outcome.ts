import { accept } from '#decider';
import type { AttemptAnswer } from './answer';
import {
  attemptFrom,
  captureBeforeMs,
  capturedBy,
  definiteFailureOf,
  eventsOfAnswer,
  eventsOfEnd,
  futureCheckMs,
  nextCheckMs,
} from './begin';
import type { PaymentContext, PaymentDecision } from './begin';
import type { Attempt, PaymentEvent } from './events';
import type { AnsweredLater, InstructionOf } from './instructions';
import {
  isEnded,
  type AuthorizedPayment,
  type AwaitingCustomer,
  type EndedPayment,
  type PaymentState,
  type ProcessingPayment,
} from './payment';
import { missing, stateConflict } from './refusals';

type Outcome = Omit<InstructionOf<'RecordOutcome'>, 'type'>;

/** What a processor said is taken in every state but one without an attempt: facts from outside are not refused. */
export function recordOutcome(outcome: Outcome, state: PaymentState, context: PaymentContext): PaymentDecision {
  if (state.status === 'none') return missing();
  if (state.status === 'created') {
    return stateConflict(
      state,
      ['requires_action', 'processing', 'authorized', 'failed', 'expired', 'cancelled'],
      'No attempt was made yet.',
    );
  }
  if (isEnded(state)) return accept(afterTheEnd(outcome, state, context));
  if (outcome.attempt !== state.attempt.number) return accept(surplusOf(outcome, state, context));
  switch (state.status) {
    case 'requires_action':
      return accept(whileAwaiting(outcome, state, context));
    case 'processing':
      return accept(whileProcessing(outcome, state, context));
    case 'authorized':
      return accept(whileAuthorized(outcome.answer, state, context));
    case 'captured':
    case 'refunded':
      return accept([]);
  }
}

/** Whether the answer says that the customer's money is held or taken. */
export function isPaid(answer: AttemptAnswer): boolean {
  return answer.state === 'authorized' || answer.state === 'captured';
}

function whileAwaiting({ attempt, answer }: Outcome, state: AwaitingCustomer, context: PaymentContext): PaymentEvent[] {
  const { nextAction } = answer;
  const isSameStep = answer.state === 'requires_action' && (!nextAction || JSON.stringify(nextAction) === JSON.stringify(state.nextAction));
  if (!isSameStep) return eventsOfAnswer(answer, mergedAttempt(answer, attempt, state.attempt), context);
  return checked(state.checkAtMs, futureCheckMs(answer, context));
}

function whileProcessing({ attempt, answer, retryOn }: Outcome, state: ProcessingPayment, context: PaymentContext): PaymentEvent[] {
  const merged = mergedAttempt(answer, attempt, state.attempt);
  if (answer.state === 'requires_action' && answer.nextAction !== undefined) return eventsOfAnswer(answer, merged, context);
  if (answer.state === 'failed' && retryOn !== undefined && attempt < context.rules.attemptsMax) {
    return tryElsewhere(answer, state.attempt, retryOn, context);
  }
  const ended = eventsOfEnd(answer, context, merged);
  return ended.length > 0 ? ended : stillOpen(answer, state, context);
}

/** Nobody knows yet. The first time that is public, `awaiting_status`; after that only the next question moves. */
function stillOpen(answer: AttemptAnswer, state: ProcessingPayment, context: PaymentContext): PaymentEvent[] {
  const checkAtMs = nextCheckMs(answer, context);
  const { failure } = answer;
  const isNews = failure !== undefined && failure.reason !== state.failure?.reason;
  if (isNews) return [{ type: 'payment.outcome_unknown', data: { failure, checkAtMs } }];
  return checked(state.checkAtMs, checkAtMs);
}

function tryElsewhere(answer: AttemptAnswer, before: Attempt, retryOn: AnsweredLater, { nowMs, rules }: PaymentContext): PaymentEvent[] {
  const attempt: Attempt = { number: before.number + 1, ...retryOn, reference: null, instrument: before.instrument };
  return [
    { type: 'attempt.failed', data: { number: before.number, failure: definiteFailureOf(answer) } },
    { type: 'attempt.started', data: { attempt, checkAtMs: nowMs + rules.pollIntervalMs } },
  ];
}

function whileAuthorized(answer: AttemptAnswer, state: AuthorizedPayment, { nowMs }: PaymentContext): PaymentEvent[] {
  if (answer.state === 'captured') {
    const amount = Math.min(answer.amount, state.authorizedAmount);
    return [capturedBy({ ...answer, amount }, nowMs)];
  }
  if (answer.state === 'cancelled') return [{ type: 'payment.cancelled', data: { reason: 'processor_cancelled', atMs: nowMs } }];
  return [];
}

/** Another attempt of this payment was paid as well: kept on record once, its money goes back (spec/india.md 3.1). */
function surplusOf({ attempt, answer }: Outcome, state: { surplus?: readonly number[] }, { nowMs }: PaymentContext): PaymentEvent[] {
  if (!isPaid(answer) || state.surplus?.includes(attempt)) return [];
  return [{ type: 'attempt.succeeded', data: { attempt: attemptFrom(answer, attempt), amount: answer.amount, atMs: nowMs } }];
}

/** Money that turns up after all is never lost: the payment is authorized late, and the policy says what then. */
function afterTheEnd(outcome: Outcome, state: EndedPayment, context: PaymentContext): PaymentEvent[] {
  const { answer } = outcome;
  if (!isPaid(answer)) return checked(state.checkAtMs, futureCheckMs(answer, context));
  // Released once already: the processor only repeats what is settled.
  if (answer.state === 'authorized' && state.status === 'cancelled' && state.authorizedAtMs !== null)
    return checked(state.checkAtMs, undefined);
  const attempt = mergedAttempt(answer, outcome.attempt, state.attempt);
  const next = afterLateAuthorization(outcome, context);
  const isHeld = next.length === 0;
  const atMs = context.nowMs;
  const data = { attempt, amount: answer.amount, atMs, ...(isHeld && { captureBeforeMs: captureBeforeMs(context) }) };
  return [{ type: 'payment.late_authorized', data }, ...next];
}

function afterLateAuthorization({ answer, lateRefundId }: Outcome, { nowMs, rules }: PaymentContext): PaymentEvent[] {
  const captured = capturedBy(answer, nowMs);
  if (rules.lateAuthorization === 'capture') return [captured];
  if (rules.lateAuthorization === 'hold') return answer.state === 'captured' ? [captured] : [];
  // Only cards have an authorization that can be let go; elsewhere the money has moved and has to go back.
  if (answer.state === 'authorized' && answer.instrument.method === 'card') {
    return [{ type: 'payment.cancelled', data: { reason: 'late_authorization', atMs: nowMs } }];
  }
  const refund = { refundId: lateRefundId, amount: answer.amount, reason: 'late_authorization' } as const;
  return [captured, { type: 'payment.refund_requested', data: refund }];
}

function mergedAttempt(answer: AttemptAnswer, number: number, before: Attempt | null): Attempt {
  const told = attemptFrom(answer, number);
  if (before?.number !== number) return told;
  return { ...before, ...told, reference: told.reference ?? before.reference };
}

/** Moves the time of the next question, or clears it, so that a question asked in vain is not asked for ever. */
export function checked(beforeMs: number | null, nextMs: number | undefined): PaymentEvent[] {
  if (beforeMs === (nextMs ?? null)) return [];
  return [{ type: 'payment.status_checked', data: nextMs === undefined ? {} : { checkAtMs: nextMs } }];
}
