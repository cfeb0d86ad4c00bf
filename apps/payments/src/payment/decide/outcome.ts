import { accept } from '#decider';
import type { AnsweredLater, AttemptAnswer, Outcome } from './attempt-result';
import { lateCheckMs, lateRetryMs, nextRequestMs } from './due-calls';
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
import type { PaymentContext, PaymentDecision } from './context';
import { afterVoid, captureRequested, LATE, voidRequested, whileAuthorized, withAutomaticCapture } from './calls';
import type { Attempt, PaymentEvent } from '../events';
import { otpRefused } from './otp';
import { held, isAmountRight, isHeldForMismatch } from './mismatch';
import {
  isBehindNetwork,
  isCalledOffByMerchant,
  isEnded,
  isSettled,
  type AskablePayment,
  type AwaitingCustomer,
  type EndedPayment,
  type PaymentState,
  type ProcessingPayment,
} from '../state';
import { missing, stateConflict } from './refusals';
import { earlierAttempt, isKnownOverpayment, isPaid, isSecondPayment, overpaymentOf } from './overpaid';

/** Numbers of one attempt that are remembered beside the newest. */
const OTHERS_MAX = 8;

/** What a processor said is taken in every state but one without an attempt: facts from outside are not refused. */
export function afterOutcome(outcome: Outcome, state: PaymentState, context: PaymentContext): PaymentDecision {
  if (state.status === 'none') return missing();
  if (state.status === 'created') {
    return stateConflict(
      state,
      ['requires_action', 'processing', 'authorized', 'failed', 'expired', 'cancelled'],
      'No attempt was made yet.',
    );
  }
  if (isSettled(state) || isSecondPayment(outcome.attempt, outcome.answer, state)) return accept(overpaymentOf(outcome, state, context));
  if (isKnownOverpayment(outcome, state))
    return accept(outcome.askedAtMs === undefined ? [] : ofCurrent(unchanged(outcome), state, context));
  return accept(
    isEnded(state) || outcome.attempt === state.attempt.number
      ? ofCurrent(outcome, state, context)
      : overpaymentOf(outcome, state, context),
  );
}

/** The question was answered, and says nothing of the payment. */
function unchanged({ answer, ...outcome }: Outcome): Outcome {
  return { ...outcome, answer: { ...answer, reference: null, state: 'processing', isUnknown: true } };
}

function ofCurrent(outcome: Outcome, state: AskablePayment, context: PaymentContext): PaymentEvent[] {
  const isOtherMoney = isPaid(outcome.answer) && !isAmountRight(outcome.answer, state);
  if (isOtherMoney) return held(outcome, state, mergedAttempt(outcome, state), context);
  switch (state.status) {
    case 'requires_action':
      return whileAwaiting(outcome, state, context);
    case 'processing':
      return whileProcessing(outcome, state, context);
    case 'authorized':
      return whileAuthorized(outcome, state, context);
    default:
      return afterTheEnd(outcome, state, context);
  }
}

function whileAwaiting(outcome: Outcome, state: AwaitingCustomer, context: PaymentContext): PaymentEvent[] {
  const { answer } = outcome;
  const isOver = isBehindNetwork(state) && context.nowMs >= state.terms.expiresAtMs;
  const checkAtMs = checkAfter(outcome, state, context);
  if (answer.isUnknown && !isOver) return checked(state.checkAtMs, checkAtMs, outcome.askedAtMs);
  if (isSameStep(answer, state)) {
    if (state.call !== undefined && answer.failure !== undefined) return [otpRefused(answer.failure, state)];
    if (isOver) return [expired(state, context)];
    return checked(state.checkAtMs, checkAtMs, outcome.askedAtMs);
  }
  const attempt = mergedAttempt(outcome, state);
  return withAutomaticCapture(eventsOfAnswer({ ...answer, checkAtMs }, attempt, state.terms, context), attempt, state.terms, context);
}

function isSameStep({ state, nextAction }: AttemptAnswer, before: AwaitingCustomer): boolean {
  return state === 'requires_action' && (!nextAction || JSON.stringify(nextAction) === JSON.stringify(before.nextAction));
}

/** The customer never acted before `expires_at`, as the processor says. */
function expired(state: AwaitingCustomer, context: PaymentContext): PaymentEvent {
  const networkCode = state.attempt.instrument.method === 'upi' ? 'U69' : null;
  const failure = { reason: 'payment_collect_request_expired', networkCode } as const;
  return { type: 'payment.expired', data: { atMs: context.nowMs, failure, checkAtMs: lateCheckMs(state, context) } };
}

function whileProcessing(outcome: Outcome, state: ProcessingPayment, context: PaymentContext): PaymentEvent[] {
  const { attempt, answer, retryOn } = outcome;
  const merged = mergedAttempt(outcome, state);
  if (isHeldForMismatch(state) && !isPaid(answer)) return stillHeld(outcome, state, context);
  if (answer.state === 'requires_action' && answer.nextAction !== undefined) {
    return eventsOfAnswer({ ...answer, checkAtMs: checkAfter(outcome, state, context) }, merged, state.terms, context);
  }
  if (answer.state === 'failed' && retryOn !== undefined && attempt < context.rules.attemptsMax) {
    return tryElsewhere(answer, state.attempt, retryOn, context);
  }
  const ended = withAutomaticCapture(eventsOfEnd(answer, state.terms, context, merged), merged, state.terms, context);
  return ended.length > 0 ? ended : stillOpen(outcome, merged, state, context);
}

/** Only the right money, or people, end it. What a callback repeats moves no poll. */
function stillHeld({ answer, askedAtMs }: Outcome, state: ProcessingPayment, context: PaymentContext): PaymentEvent[] {
  if (askedAtMs === undefined && !answer.isUnknown) return [];
  return checked(state.checkAtMs, nextPollMs(answer, state, context, askedAtMs), askedAtMs);
}

/** As the schedule of questions says at a network, else as the processor does. */
function nextPollMs(answer: AttemptAnswer, state: ProcessingPayment, context: PaymentContext, askedAtMs?: number): number {
  return isBehindNetwork(state) ? nextRequestMs(answer, state, context, askedAtMs) : nextCheckMs(answer, context);
}

/** Still unknown. What is new is public (`awaiting_status`, or the processor's id); else only the next poll moves. */
function stillOpen(outcome: Outcome, attempt: Attempt, state: ProcessingPayment, context: PaymentContext): PaymentEvent[] {
  const { answer, askedAtMs } = outcome;
  const { failure } = answer;
  const checkAtMs = nextPollMs(answer, state, context, askedAtMs);
  const isIdentified = attempt.reference !== state.attempt.reference;
  const isNew = failure !== undefined && failure.reason !== state.failure?.reason;
  if (!isNew && !isIdentified) return checked(state.checkAtMs, checkAtMs, askedAtMs);
  const reported = { ...(isNew && { failure }), ...(isIdentified && { attempt }) };
  return [{ type: 'payment.outcome_unknown', data: { ...reported, checkAtMs, ...(askedAtMs !== undefined && { askedAtMs }) } }];
}

function tryElsewhere(answer: AttemptAnswer, before: Attempt, retryOn: AnsweredLater, { nowMs }: PaymentContext): PaymentEvent[] {
  const { instrument } = before;
  const attempt: Attempt = { number: before.number + 1, ...retryOn, reference: null, instrument, answersLater: true };
  return [
    { type: 'attempt.failed', data: { number: before.number, failure: definiteFailureOf(answer) } },
    { type: 'attempt.started', data: { attempt, checkAtMs: nowMs } },
  ];
}

/** Money that turns up after all is never lost: the payment is authorized late, and the policy says what then. */
function afterTheEnd(outcome: Outcome, state: EndedPayment, context: PaymentContext): PaymentEvent[] {
  const { answer, askedAtMs } = outcome;
  if (!isPaid(answer) && state.call !== undefined) return afterVoid(outcome, { ...state, call: state.call }, context);
  if (!isPaid(answer))
    return isBehindNetwork(state) ? nothingLate(outcome, state, context) : checked(state.checkAtMs, futureCheckMs(answer, context));
  // Released once already: the processor only repeats what is settled.
  if (answer.state === 'authorized' && state.status === 'cancelled' && state.authorizedAtMs !== null)
    return checked(state.checkAtMs, undefined, askedAtMs);
  const attempt = mergedAttempt(outcome, state);
  const next = afterLateAuthorization(outcome, attempt, state, context);
  // Authorized until it is captured, or until the processor did what it was asked: without its reply the window ends all the same.
  const isHeld = next.every(({ type }) => type === 'payment.call_requested');
  const atMs = context.nowMs;
  const data = { attempt, amount: answer.amount, atMs, ...(isHeld && { captureBeforeMs: captureBeforeMs(state.terms, context) }) };
  return [{ type: 'payment.late_authorized', data }, ...next];
}

/** No late money so far. A callback that repeats it uses up no poll, and a poll without a reply is repeated. */
function nothingLate({ answer, askedAtMs }: Outcome, state: EndedPayment, context: PaymentContext): PaymentEvent[] {
  if (!answer.isUnknown) return askedAtMs === undefined ? [] : checked(state.checkAtMs, lateCheckMs(state, context), askedAtMs);
  const checkAtMs = lateRetryMs(answer, state, context, askedAtMs);
  const about = { ...(checkAtMs !== undefined && { checkAtMs }), ...(askedAtMs !== undefined && { askedAtMs }) };
  return [{ type: 'payment.status_checked', data: { ...about, unanswered: true } }];
}

function afterLateAuthorization(outcome: Outcome, attempt: Attempt, state: EndedPayment, context: PaymentContext): PaymentEvent[] {
  const { answer } = outcome;
  const { lateAuthorization } = context.rules;
  // What a processor behind a network only holds is captured, or released, by asking it.
  const isToBeAsked = attempt.answersLater === true && answer.state === 'authorized';
  const taken = isToBeAsked ? captureRequested(answer.amount, context) : capturedBy(answer, context.nowMs);
  if (lateAuthorization === 'refund')
    return isToBeAsked || isReleasable(answer) ? [releaseLate(isToBeAsked, state, context)] : [taken, back(answer, context)];
  const isHeld = lateAuthorization === 'hold' || state.terms.captureMethod === 'manual';
  return isHeld && answer.state === 'authorized' ? [] : [taken];
}

/** Only cards have an authorization that can be released; elsewhere the money has moved and has to go back. */
function isReleasable({ state, instrument }: AttemptAnswer): boolean {
  return state === 'authorized' && instrument.method === 'card';
}

/** A payment that the merchant called off stays so, should more money come. */
function releaseLate(isToBeAsked: boolean, state: EndedPayment, context: PaymentContext): PaymentEvent {
  const reason = { reason: LATE, ...(isCalledOffByMerchant(state) && { byMerchant: true as const }) };
  return isToBeAsked ? voidRequested(reason, context) : { type: 'payment.cancelled', data: { ...reason, atMs: context.nowMs } };
}

function back({ amount }: AttemptAnswer, { lateRefundId }: PaymentContext): PaymentEvent {
  return { type: 'payment.refund_requested', data: { refundId: lateRefundId, amount, reason: LATE } };
}

/** When to ask again: the processor's own word where it answers at once, the schedule of questions where it is behind a network. */
function checkAfter(outcome: Outcome, state: AwaitingCustomer | ProcessingPayment, context: PaymentContext) {
  if (!isBehindNetwork(state)) return futureCheckMs(outcome.answer, context);
  return nextRequestMs(outcome.answer, state, context, outcome.askedAtMs);
}

function mergedAttempt({ answer, attempt: number }: Outcome, { attempt: before }: { attempt: Attempt | null }): Attempt {
  if (before?.number !== number) return earlierAttempt(answer, number, { attempt: before });
  const reported = attemptFrom(answer, number);
  const reference = reported.reference ?? before.reference;
  const others = othersOf(before, reference);
  return { ...before, ...reported, reference, ...(others.length > 0 && { others }) };
}

/** Every number the attempt was spoken of under but this one. */
function othersOf({ reference: before, others = [] }: Attempt, now: string | null): string[] {
  const known = before === null ? others : [...others.filter((one) => one !== before), before];
  return known.filter((one) => one !== now).slice(-OTHERS_MAX);
}

/** Moves the time of the next question, or clears it, so that a question asked in vain is not asked for ever. */
export function checked(beforeMs: number | null, nextMs: number | undefined, askedAtMs?: number): PaymentEvent[] {
  if (beforeMs === (nextMs ?? null)) return [];
  const about = askedAtMs === undefined ? {} : { askedAtMs };
  return [{ type: 'payment.status_checked', data: nextMs === undefined ? about : { checkAtMs: nextMs, ...about } }];
}
