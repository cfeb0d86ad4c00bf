import {
  DEBIT_OUTCOME_WORDS,
  type AttemptReport,
  type CreatePaymentPayload,
  type DebitAtProcessor,
  type DebitCancelReason,
  type DebitOutcomeWord,
  type Failure,
  type FailureReason,
} from '#contracts';
import { accept } from '#decider';
import type { FollowUp } from '#decider';
import { paymentUnder } from '../../mandate/decide/payment-under';
import { isCycleUsed } from '../../mandate/decide/debits';
import { railAt } from '../../mandate/decide/rails';
import type { ExistingMandate, MandateState } from '../../mandate/state';
import type { DebitEvent, RetryPlan } from '../events';
import { evolve } from '../evolve';
import { debitPaymentIdOf } from './ids';
import { type ExistingDebit, type ProcessingDebit, type ScheduledDebit } from '../state';
import type { DebitContext, DebitDecision } from './context';
import { notify } from './notice';
import { calendarOf, notifyAtMsOf } from './plan';
import { executeAtMs, nextOpenMs, retryOf, type Notice } from './schedule';

/** After these another try would come to the same (docs/reference/indian-payments.md, Failures). */
const HARD_DECLINES: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'mandate_revoked',
  'debit_instrument_blocked',
  'debit_instrument_inactive',
  'bank_account_invalid',
  'card_expired',
  'user_not_eligible',
]);
const DECLINED: Failure = { reason: 'payment_declined', networkCode: null };

/**
 * The money is asked for by a payment of its own, in the same commit: it answers with `debits.record_attempt`.
 *
 * @param word an outcome of the sandbox that a caller asks for.
 */
export function attempt(state: ScheduledDebit, context: DebitContext, word?: string): DebitDecision {
  const { nowMs, debitId, mandate } = context;
  const reason = whyNot(mandate, context);
  if (reason !== null || mandate.status === 'none') {
    return accept([{ type: 'debit.cancelled', data: { atMs: nowMs, reason: reason ?? 'mandate_revoked' } }]);
  }
  const number = state.attempts.length + 1;
  const paymentId = debitPaymentIdOf(debitId, number);
  const payment: FollowUp = {
    streamId: paymentId,
    type: 'payments.create',
    payload: paymentOf(state, mandate, { debitId, number, word }),
  };
  return accept<DebitEvent>([{ type: 'debit.attempted', data: { number, paymentId, atMs: nowMs } }], 200, { followUps: [payment] });
}

/** Why a debit that is due is not made. */
function whyNot(mandate: MandateState, { nowMs, hasCustomer }: DebitContext): DebitCancelReason | null {
  if (!hasCustomer) return 'customer_deleted';
  if (mandate.status === 'paused') return 'mandate_paused';
  if (mandate.status === 'expired') return 'mandate_expired';
  if (mandate.status !== 'active') return 'mandate_revoked';
  return isCycleUsed(mandate, nowMs) ? 'mandate_cycle_used' : null;
}

interface AttemptOfDebit {
  debitId: string;
  number: number;
  word?: string;
}

function paymentOf(state: ScheduledDebit, mandate: ExistingMandate, { debitId, number, word }: AttemptOfDebit): CreatePaymentPayload {
  const { amount, description, metadata, mandateId, invoiceId, subscriptionId } = state.terms;
  const at = processorOf(state, mandate);
  const asked = word ?? wordOfMandate(state, mandate);
  const words = asked === undefined ? metadata : { ...metadata, sandbox_outcome: asked };
  return {
    amount,
    ...paymentUnder(mandate.terms),
    // Late money of one attempt counts only as long as no other attempt, or payment of its invoice, took it.
    referenceId: invoiceId ?? debitId,
    mandateId,
    debit: { id: debitId, attempt: number, ...(at && { at }) },
    offSession: true,
    ...(invoiceId !== undefined && { invoiceId }),
    ...(subscriptionId !== undefined && { subscriptionId }),
    ...(description !== undefined && { description }),
    ...(words !== undefined && { metadata: words }),
  };
}

/** In the sandbox: what its mandate asks of every debit that asks for nothing itself. */
function wordOfMandate({ terms }: ScheduledDebit, mandate: ExistingMandate): DebitOutcomeWord | undefined {
  if (mandate.answersLater || terms.metadata?.['sandbox_outcome'] !== undefined) return undefined;
  return DEBIT_OUTCOME_WORDS.find((one) => one === mandate.terms.metadata?.['sandbox_outcome']);
}

/** Where the money is taken, with what the processor calls the mandate and the notice; null where the rail answers at once. */
function processorOf({ terms, notice }: ScheduledDebit, { answersLater, processor, references }: ExistingMandate): DebitAtProcessor | null {
  if (!answersLater) return null;
  const { mandateId } = terms;
  return { processor, mandateId, references, ...(notice.reference !== undefined && { notice: notice.reference }) };
}

/** What a payment of the debit says of itself. It may say the same twice, and the money of one that was given up may come after all. */
export function recordAttempt(report: AttemptReport, state: ExistingDebit, context: DebitContext): DebitDecision {
  if (report.state === 'captured') return captured(report.paymentId, state, context);
  const isCurrent = state.status === 'processing' && state.attempts.at(-1)?.paymentId === report.paymentId;
  if (!isCurrent) return accept<DebitEvent>([]);
  // Its invoice needed the money no more: the debit is over all the same.
  if (report.state === 'given_back') return captured(report.paymentId, state, context);
  if (report.state === 'failed') return accept(afterFailure(report.failure ?? DECLINED, state, context));
  const { failure } = report;
  return accept<DebitEvent>(state.isShown ? [] : [{ type: 'debit.processing', data: failure === undefined ? {} : { failure } }]);
}

/** The first money counts. What comes beside it, or after the debit was called off, its payment gives back by itself. */
function captured(paymentId: string, state: ExistingDebit, { nowMs }: DebitContext): DebitDecision {
  if (state.status === 'succeeded' || state.status === 'cancelled') return accept<DebitEvent>([]);
  const late = state.status === 'failed' ? ({ late: true } as const) : {};
  return accept<DebitEvent>([{ type: 'debit.succeeded', data: { paymentId, atMs: nowMs, ...late } }]);
}

/** Tried again as its schedule says, under the notice of the last attempt or one of its own; or given up. */
function afterFailure(failure: Failure, state: ProcessingDebit, context: DebitContext): DebitEvent[] {
  const { nowMs } = context;
  const retry = HARD_DECLINES.has(failure.reason) ? null : retryPlan(state, context);
  if (retry === null) return [{ type: 'debit.failed', data: { atMs: nowMs, failure } }];
  const failed: DebitEvent = { type: 'debit.attempt_failed', data: { atMs: nowMs, failure, retry } };
  return [failed, ...notify(evolve(state, failed) as ExistingDebit, context)];
}

/** The notice of the last attempt; null where there was none. */
function noticeOf({ facts, notice }: ProcessingDebit): Notice | null {
  return facts.needsNotice && notice.deliveredAtMs !== null ? { deliveredAtMs: notice.deliveredAtMs } : null;
}

function retryPlan(state: ProcessingDebit, { nowMs, rules, mandate }: DebitContext): RetryPlan | null {
  const { attempts, terms, facts } = state;
  const [first] = attempts;
  if (first === undefined || mandate.status !== 'active') return null;
  const calendar = calendarOf(rules, mandate);
  const notified = noticeOf(state);
  const { retrySchedule } = terms;
  const debit = { firstAttemptMs: first.atMs, failedAtMs: nowMs, retrySchedule, attempts: attempts.length, notice: notified };
  const retry = retryOf(calendar, railAt(rules, mandate.processor, facts.method), debit);
  if (retry === null) return null;
  const { plannedMs } = retry;
  // The first debit needs no notice; a retry of it does.
  const underSameNotice = retry.underSameNotice && (notified !== null || !facts.needsNotice);
  const dueMs = underSameNotice ? nextOpenMs(calendar, plannedMs) : executeAtMs(calendar, plannedMs, { deliveredAtMs: nowMs });
  if (dueMs >= mandate.terms.endsAtMs) return null;
  const notifyAtMs = Math.max(nowMs, notifyAtMsOf(dueMs, calendar.rules.noticeWaitMs));
  return { plannedMs, executeAtMs: dueMs, ...(!underSameNotice && { notifyAtMs }) };
}
