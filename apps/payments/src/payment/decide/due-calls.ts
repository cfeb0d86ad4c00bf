import type { AttemptAnswer } from './attempt-result';
import type { PaymentContext } from './context';
import type { ProcessorCall } from '../events';
import {
  isAskable,
  isBehindNetwork,
  isEnded,
  type AskablePayment,
  type PaymentState,
  type PendingCall,
  type StatusRequests,
} from '../state';
import type { PaymentRules } from './rules';

/** What a processor behind a network is to be asked about a payment. */
export type ProcessorRequest = { kind: 'create' } | { kind: 'fetch' } | ProcessorCall;

export interface DueRequest {
  processorRequest: ProcessorRequest;
  /** Milliseconds since the epoch. */
  dueAtMs: number;
  /** When the thing was first asked for: ties all repetitions of one call together. Ms since the epoch; 0 for the creation. */
  requestedAtMs: number;
  /** How often it was asked already. */
  tries: number;
}

const TWO_HOURS_MS = 7_200_000;
/** Status questions in any two hours about a UPI payment, at most (docs/reference/indian-payments.md, Status requests). */
const UPI_STATUS_REQUESTS_MAX = 3;
/** After a payment ended without money: how long after the question before it is asked whether some turned up after all. */
const LATE_CHECKS_MS = [600_000, 7_200_000, 86_400_000] as const;
/** Of every wait, at most, added so that payments of one moment are not asked about in one moment. */
const JITTER_SHARE = 0.1;

/** What has to be asked of the processor next, and when; null when there is nothing to ask, or it answers at once. */
export function nextRequestOf(state: PaymentState): DueRequest | null {
  if (!isAskable(state) || !isBehindNetwork(state)) return null;
  const { call } = state;
  if (call !== undefined) return dueCall(call);
  const dueAtMs = dueOf(state);
  const kind = isKnownThere(state) ? 'fetch' : 'create';
  // Nothing is begun for a payment that is over.
  if (dueAtMs === null || (kind === 'create' && isEnded(state))) return null;
  return { processorRequest: { kind }, dueAtMs, requestedAtMs: 0, tries: state.statusRequests?.count ?? 0 };
}

function isKnownThere({ attempt }: AskablePayment): boolean {
  return attempt !== null && attempt.reference !== null;
}

function dueCall({ call, dueAtMs, requestedAtMs, tries }: PendingCall): DueRequest {
  return { processorRequest: call, dueAtMs, requestedAtMs, tries };
}

function dueOf(state: AskablePayment): number | null {
  const checkAtMs = state.checkAtMs ?? null;
  if (state.status !== 'requires_action') return checkAtMs;
  // Whether the customer acted in time is the processor's to say.
  const { expiresAtMs } = state.terms;
  return checkAtMs === null ? expiresAtMs : Math.min(checkAtMs, expiresAtMs);
}

/**
 * When to ask about an open outcome again. A processor that was not reached says itself how soon; otherwise UPI keeps the
 * network's budget and everything else backs off, both with jitter that follows from the payment and the time.
 *
 * @param askedAtMs when it was asked, ms since the epoch; undefined when it reported by itself or was not reached.
 */
export function nextRequestMs(answer: AttemptAnswer, state: PaymentState, context: PaymentContext, askedAtMs?: number): number {
  const reportedMs = reportedMsOf(answer, context);
  if (askedAtMs === undefined && answer.isUnknown && reportedMs !== null) return reportedMs;
  const statusRequests = asked('statusRequests' in state ? state.statusRequests : undefined, askedAtMs);
  if (answer.instrument.method === 'upi') return Math.max(nextUpiRequestMs(statusRequests, context), reportedMs ?? 0);
  return reportedMs ?? context.nowMs + withJitter(backOffMs(statusRequests.count, context.rules), context);
}

function reportedMsOf({ checkAtMs }: AttemptAnswer, { nowMs }: PaymentContext): number | null {
  return checkAtMs !== undefined && checkAtMs > nowMs ? checkAtMs : null;
}

function nextUpiRequestMs(statusRequests: StatusRequests, context: PaymentContext): number {
  const { nowMs, rules } = context;
  const waitMs = statusRequests.count <= 1 ? rules.pollFirstMs : rules.pollIntervalMs;
  return Math.max(nowMs + withJitter(waitMs, context), budgetMs(statusRequests));
}

/** The earliest time at which a question about this payment keeps the network's budget, ms since the epoch. */
export function earliestRequestMs(state: AskablePayment, nowMs: number): number {
  const isUpi = state.attempt?.instrument.method === 'upi';
  return isUpi && state.statusRequests !== undefined ? Math.max(nowMs, budgetMs(state.statusRequests)) : nowMs;
}

/** When to ask whether money turned up after the end, ms since the epoch; undefined when it was asked often enough. */
export function lateCheckMs(state: PaymentState, context: PaymentContext): number | undefined {
  const waitMs = LATE_CHECKS_MS[isEnded(state) ? (state.statusRequests?.count ?? 0) + 1 : 0];
  return waitMs === undefined ? undefined : context.nowMs + withJitter(waitMs, context);
}

/** When to ask about unreported late money again, ms since the epoch; undefined when the polling window is over. */
export function lateRetryMs(answer: AttemptAnswer, state: AskablePayment, context: PaymentContext, askedAtMs?: number): number | undefined {
  const { nowMs, rules } = context;
  if (nowMs >= state.terms.expiresAtMs + rules.pollWindowMs) return undefined;
  const usualMs = nowMs + withJitter(rules.pollIntervalMs, context);
  return askedAtMs === undefined ? (reportedMsOf(answer, context) ?? usualMs) : usualMs;
}

/** When to try a call that was not answered again, ms since the epoch: doubling, up to the usual interval. */
export function nextTryMs(tries: number, context: PaymentContext): number {
  return context.nowMs + withJitter(backOffMs(tries, context.rules), context);
}

/** The questions after one more. */
export function asked(before: StatusRequests | undefined, askedAtMs: number | undefined): StatusRequests {
  const { count, lastMs } = before ?? { count: 0, lastMs: [] };
  return { count: count + 1, lastMs: askedAtMs === undefined ? lastMs : [...lastMs, askedAtMs].slice(-UPI_STATUS_REQUESTS_MAX) };
}

function budgetMs({ lastMs }: StatusRequests): number {
  const oldest = lastMs.length < UPI_STATUS_REQUESTS_MAX ? undefined : lastMs[0];
  return oldest === undefined ? 0 : oldest + TWO_HOURS_MS;
}

/** @param tries so far, from 0. */
function backOffMs(tries: number, { pollStartMs, pollIntervalMs }: PaymentRules): number {
  return Math.min(pollIntervalMs, pollStartMs * 2 ** Math.min(Math.max(tries - 1, 0), 20));
}

/**
 * Where in the spread of the jitter a payment is at a time, from 0 to below 1. Its id is random: payments that are answered in one
 * commit have one time, and must not be asked about together.
 */
export function jitterOf(paymentId: string, nowMs: number): number {
  let mixed = Math.trunc(nowMs) ^ 0x9e3779b9;
  for (let index = 0; index < paymentId.length; index++) mixed = Math.imul(mixed ^ paymentId.charCodeAt(index), 0x01000193);
  return (Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0) / 0x1_0000_0000;
}

/** Longer by up to a tenth, never shorter: a budget of the network stays kept. */
function withJitter(waitMs: number, { jitter }: Pick<PaymentContext, 'jitter'>): number {
  return waitMs + Math.floor(waitMs * JITTER_SHARE * jitter);
}
