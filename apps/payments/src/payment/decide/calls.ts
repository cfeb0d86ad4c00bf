import type { Failure } from '#contracts';
import type { AttemptAnswer, Outcome } from './attempt-result';
import { lateCheckMs, nextTryMs } from './due-calls';
import { capturedBy } from './begin';
import type { PaymentContext } from './context';
import type { Attempt, PaymentEvent, PaymentTerms, Release } from '../events';
import { isHeldForMismatch } from './mismatch';
import { isCalledOffByMerchant, releaseOf, type AuthorizedPayment, type EndedPayment, type PendingCall } from '../state';

/** How long a processor that captures by itself has before it is asked to, in milliseconds. */
const OWN_CAPTURE_MS = 10_000;
/** How often a processor that does not reply is asked to cancel. Money that arrives all the same is late money. */
const VOID_TRIES_MAX = 8;
/**
 * Between two requests to a processor that does not release money that may no longer be captured. Some never do, and
 * give it back by themselves days later (docs/reference/processors.md): what they say then ends the payment.
 */
const RELEASE_AGAIN_MS = 6 * 3_600_000;
/** Reason of the refund of late money. */
export const LATE = 'late_authorization';

/** The processor is asked to take the money it holds. @param afterMs from now, milliseconds. */
export function captureRequested(amount: number, { nowMs }: PaymentContext, afterMs = 0): PaymentEvent {
  return { type: 'payment.call_requested', data: { call: { kind: 'capture', amount }, atMs: nowMs, dueAtMs: nowMs + afterMs } };
}

/** Why the money, or the customer, is let go, as the cancellation says it. */
export type Reason = Omit<Release, 'atMs'>;

/** The processor is asked to let the money, or the customer, go. */
export function voidRequested(reason: Reason, { nowMs }: PaymentContext): PaymentEvent {
  return { type: 'payment.call_requested', data: { call: { kind: 'void', ...reason }, atMs: nowMs, dueAtMs: nowMs } };
}

/** A processor behind a network that only holds the money of an automatic capture is asked for it, should it not take it by itself. */
export function withAutomaticCapture(
  events: PaymentEvent[],
  attempt: Attempt,
  terms: PaymentTerms,
  context: PaymentContext,
): PaymentEvent[] {
  const last = events.at(-1);
  const isToBeAsked = attempt.answersLater === true && terms.captureMethod === 'automatic' && last?.type === 'payment.authorized';
  return isToBeAsked ? [...events, captureRequested(last.data.amount, context, OWN_CAPTURE_MS)] : events;
}

/** What a processor says of money that it holds: taken, let go, or that it will not do what it was asked. */
export function whileAuthorized(outcome: Outcome, state: AuthorizedPayment, context: PaymentContext): PaymentEvent[] {
  const { answer, askedAtMs } = outcome;
  const { nowMs } = context;
  const { call } = state;
  if (answer.state === 'captured') return [capturedBy(answer, nowMs), ...backAfterAll(outcome, state, context)];
  if (answer.state === 'cancelled' || answer.state === 'expired') return [released(call, context)];
  const isRefused = call !== undefined && !answer.isUnknown && answer.failure !== undefined && answer.state !== 'processing';
  if (isRefused) return [refused(answer.failure as Failure, { ...state, call }, context)];
  // What a callback repeats says nothing of the call under way.
  if (askedAtMs === undefined && !answer.isUnknown) return [];
  return delayed(call, askedAtMs, context);
}

/** Money that was to be let go, late or called off by the merchant, and was taken instead: what cannot be released is refunded. */
function backAfterAll({ answer }: Outcome, state: AuthorizedPayment, { lateRefundId, rules }: PaymentContext): PaymentEvent[] {
  const isUnwanted = isCalledOffByMerchant(state) ? rules.lateAuthorization === 'refund' : releaseOf(state)?.reason === LATE;
  return isUnwanted ? [{ type: 'payment.refund_requested', data: { refundId: lateRefundId, amount: answer.amount, reason: LATE } }] : [];
}

/** A merchant who asked may ask again; without one the processor is asked to release the money once more, later. */
function refused(failure: Failure, { call, captureBeforeMs }: Refused, { nowMs }: PaymentContext): PaymentEvent {
  const isOver = captureBeforeMs === null || nowMs >= captureBeforeMs;
  const { call: asked } = call;
  if (asked.kind === 'capture') return { type: 'payment.capture_failed', data: { failure } };
  const isAgain = asked.kind === 'void' && (isOver || asked.reason === LATE);
  const release = isAgain ? { atMs: nowMs + RELEASE_AGAIN_MS, ...reasonOf(asked) } : undefined;
  return { type: 'payment.call_refused', data: { failure, ...(release && { release }) } };
}

type Refused = AuthorizedPayment & { call: PendingCall };

function released(call: PendingCall | undefined, { nowMs }: PaymentContext): PaymentEvent {
  const reason = call?.call.kind === 'void' ? reasonOf(call.call) : { reason: 'processor_cancelled' };
  return { type: 'payment.cancelled', data: { ...reason, atMs: nowMs } };
}

/** The reason alone of what may say more. */
export function reasonOf({ reason, byMerchant }: Reason): Reason {
  return { reason, ...(byMerchant && { byMerchant }) };
}

/** What a processor answers when it is to refuse the customer of an ended payment: done, or no reply. */
export function afterVoid(
  { answer, askedAtMs }: Outcome,
  state: EndedPayment & { call: PendingCall },
  context: PaymentContext,
): PaymentEvent[] {
  const { call } = state;
  if (askedAtMs === undefined && !answer.isUnknown) return [];
  if (answer.isUnknown && call.tries < VOID_TRIES_MAX) return delayed(call, askedAtMs, context);
  const done: PaymentEvent = { type: 'payment.status_checked', data: {} };
  const checkAtMs = isOver(answer) ? undefined : lateCheckMs(state, context);
  return checkAtMs === undefined ? [done] : [done, { type: 'payment.poll_rescheduled', data: { checkAtMs } }];
}

/** The customer cannot pay any more. Who still can may have done so unheard, and is asked about. */
function isOver({ state }: AttemptAnswer): boolean {
  return state === 'cancelled' || state === 'failed' || state === 'expired';
}

/** The call was not answered: it is made again, later; a mere question was answered, and none follows. */
function delayed(call: PendingCall | undefined, askedAtMs: number | undefined, context: PaymentContext): PaymentEvent[] {
  const about = askedAtMs === undefined ? {} : { askedAtMs };
  const next = call === undefined ? {} : { checkAtMs: nextTryMs(call.tries + 1, context) };
  return [{ type: 'payment.status_checked', data: { ...next, ...about } }];
}

/** Whether a new call may be asked for: one at a time, and none while the amounts do not agree. */
export function isFreeForCall({ call, failure }: AuthorizedPayment): boolean {
  return call === undefined && !isHeldForMismatch({ failure });
}
