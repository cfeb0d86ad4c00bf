import type { Failure } from '#contracts';
import { accept } from '#decider';
import { askNow } from './decide/ask-now';
import type { AttemptAnswer } from './decide/attempt-result';
import type { PaymentCommandOf, PaymentContext, PaymentDecision } from './decide/context';
import { isFreeForCall, reasonOf, voidRequested, type Reason } from './decide/calls';
import type { PaymentEvent } from './events';
import { afterOutcome, checked } from './decide/outcome';
import { isHeldForMismatch } from './decide/mismatch';
import { isBehindNetwork, isEnded, type AskablePayment, type AuthorizedPayment, type PaymentState, type ProcessingPayment } from './state';
import { missing } from './decide/refusals';
import { isPaid } from './decide/overpaid';
import type { PaymentRules } from './decide/rules';

/** When this payment wants to be looked at again, ms since the epoch; null for never. */
export function wakeAtMs(state: PaymentState, rules: PaymentRules): number | null {
  switch (state.status) {
    case 'created':
      return state.terms.expiresAtMs;
    case 'requires_action':
      return isBehindNetwork(state) ? null : earlier(state.terms.expiresAtMs, state.checkAtMs);
    case 'processing':
      return isHeldForMismatch(state) ? laterOnly(state) : earlier(pollUntilMs(state, rules), laterOnly(state));
    case 'authorized':
      return isFreeForCall(state) ? releaseDueMs(state) : null;
    default:
      return isEnded(state) ? laterOnly(state) : null;
  }
}

/** Calls to a processor behind a network are tasks (due-calls.ts), not wake-ups. */
function laterOnly(state: PaymentState & { checkAtMs: number | null }): number | null {
  return isBehindNetwork(state) ? null : state.checkAtMs;
}

function earlier(timeMs: number, otherMs: number | null): number {
  return otherMs === null ? timeMs : Math.min(timeMs, otherMs);
}

/** Whether a processor that answers at once is to be asked before the payment is woken. */
function isCheckDue(state: PaymentState, nowMs: number): state is Exclude<AskablePayment, { status: 'authorized' }> {
  if (isBehindNetwork(state) || !('checkAtMs' in state)) return false;
  const { checkAtMs } = state;
  return typeof checkAtMs === 'number' && checkAtMs <= nowMs;
}

/** Runs out whatever has run out: the customer's time, the polling window, the capture window, a request to the processor. */
export function wake(_command: PaymentCommandOf<'payments.wake'>, state: PaymentState, context: PaymentContext): PaymentDecision {
  const isDue = isCheckDue(state, context.nowMs);
  const answer = isDue ? askNow(state, context, (processor, known) => processor.fetch(known)) : undefined;
  const decision = runOut(answer, state, context);
  const isUnchanged = answer !== undefined && decision.accepted && decision.events.length === 0;
  // An answer that changes nothing, such as one about money that goes back already, must not keep what is due from running out.
  return isUnchanged ? runOut(undefined, state, context) : decision;
}

/** @param answer what the processor says now; undefined where it was not asked. */
export function runOut(answer: AttemptAnswer | undefined, state: PaymentState, context: PaymentContext): PaymentDecision {
  switch (state.status) {
    case 'none':
      return missing();
    case 'created':
    case 'requires_action':
      return wakeBeforePayer(answer, state, context);
    case 'processing':
      return wakeProcessing(answer, state, context);
    case 'authorized':
      return accept(wakeAuthorized(state, context));
    case 'captured':
    case 'refunded':
      return accept([]);
    default:
      return isEnded(state) ? wakeEnded(answer, state, context) : accept([]);
  }
}

/** An authorization that was not captured in time is released: by the processor, where the processor holds the money. */
function wakeAuthorized(state: AuthorizedPayment, context: PaymentContext): PaymentEvent[] {
  if (!isPast(releaseDueMs(state), context) || !isFreeForCall(state)) return [];
  const reason = reasonOf(state.release ?? { reason: 'uncaptured_expired' });
  return [isBehindNetwork(state) ? voidRequested(reason, context) : cancelled(reason, context)];
}

/** When the money is let go of, ms since the epoch: as the window ends, or later where the processor would not. */
function releaseDueMs({ captureBeforeMs, release }: AuthorizedPayment): number | null {
  return release?.atMs ?? captureBeforeMs;
}

function wakeBeforePayer(
  answer: AttemptAnswer | undefined,
  state: Extract<PaymentState, { status: 'created' | 'requires_action' }>,
  context: PaymentContext,
): PaymentDecision {
  const isExpired = context.nowMs >= state.terms.expiresAtMs;
  const isAnswered = answer !== undefined && state.status === 'requires_action';
  if (isAnswered && (!isExpired || isPaid(answer))) {
    return afterOutcome({ attempt: state.attempt.number, answer }, state, context);
  }
  if (!isExpired || isBehindNetwork(state)) return accept(askedInVain(state, context));
  const isUpi = state.status === 'requires_action' && state.attempt.instrument.method === 'upi';
  const failure: Failure = { reason: 'payment_collect_request_expired', networkCode: isUpi ? 'U69' : null };
  const reported = state.status === 'requires_action' ? { failure } : {};
  return accept([{ type: 'payment.expired', data: { atMs: context.nowMs, ...reported } }]);
}

function wakeProcessing(answer: AttemptAnswer | undefined, state: ProcessingPayment, context: PaymentContext): PaymentDecision {
  const isOpen = answer === undefined || answer.state === 'processing';
  if (isOpen && !isHeldForMismatch(state) && context.nowMs >= pollUntilMs(state, context.rules)) {
    const failure: Failure = state.failure ?? { reason: 'payment_timed_out', networkCode: null };
    return accept([{ type: 'payment.failed', data: { failure, atMs: context.nowMs } }]);
  }
  if (answer !== undefined) return afterOutcome({ attempt: state.attempt.number, answer }, state, context);
  return accept(askedInVain(state, context));
}

/** A poll was due and no processor could be asked: poll again after the usual interval. */
function askedInVain(state: PaymentState, { nowMs, rules }: PaymentContext): PaymentEvent[] {
  return isCheckDue(state, nowMs) ? checked(state.checkAtMs, nowMs + rules.pollIntervalMs) : [];
}

function wakeEnded(
  answer: AttemptAnswer | undefined,
  state: Extract<PaymentState, { status: 'failed' | 'expired' | 'cancelled' }>,
  context: PaymentContext,
): PaymentDecision {
  if (answer !== undefined && state.attempt !== null) {
    return afterOutcome({ attempt: state.attempt.number, answer }, state, context);
  }
  return accept(isCheckDue(state, context.nowMs) ? checked(state.checkAtMs, undefined) : []);
}

function pollUntilMs(state: ProcessingPayment, rules: PaymentRules): number {
  return state.startedAtMs + rules.pollWindowMs;
}

function isPast(timeMs: number | null, { nowMs }: PaymentContext): boolean {
  return timeMs !== null && nowMs >= timeMs;
}

function cancelled(reason: Reason, { nowMs }: PaymentContext): PaymentEvent {
  return { type: 'payment.cancelled', data: { ...reason, atMs: nowMs } };
}
