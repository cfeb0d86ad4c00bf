import type { Failure } from '#contracts';
import type { DebitEvent } from '../events';
import { evolve } from '../evolve';
import type { ExistingDebit, NotifyingDebit, ScheduledDebit } from '../state';
import type { DebitContext, NoticeAnswer } from './context';
import { calendarOf } from './plan';
import { executeAtMs } from './schedule';

const HOUR_MS = 3_600_000;
/** A rail that is silent, or refuses, is asked once more. */
export const NOTICE_REQUESTS_MAX = 2;
export const SILENT_FOR_MS = 6 * HOUR_MS;
/** How long the payer has to approve a debit above the limit (Razorpay, "Recurring payments by card"). */
const APPROVE_WITHIN_MS = 72 * HOUR_MS;
const NOT_NOTIFIED: Failure = { reason: 'pre_debit_notification_missing', networkCode: null };

/** The rail tells the payer, once it is time; what follows from its answer. */
export function notify(state: ExistingDebit, context: DebitContext): DebitEvent[] {
  const { nowMs, rail, mandate } = context;
  // A processor behind a network is asked by a task (requests.ts).
  const isAskedNow = state.facts.processor === undefined;
  if (!isAskedNow || state.status !== 'notifying' || state.notifyAtMs > nowMs || mandate.status === 'none') return [];
  if (state.notice.tries >= NOTICE_REQUESTS_MAX) return noticeFailed(nowMs);
  const answer = rail.notify({ mandate: mandate.terms, debit: state.terms, needsFactor: isApprovalOpen(state) });
  return afterAnswer(answer, state, context);
}

/** Whether the payer has to approve it and has not. */
function isApprovalOpen({ facts, approvedAtMs }: NotifyingDebit): boolean {
  return facts.needsFactor && approvedAtMs === null;
}

function afterAnswer(answer: NoticeAnswer, state: NotifyingDebit, context: DebitContext): DebitEvent[] {
  const { nowMs } = context;
  switch (answer) {
    case 'delivered':
    case 'waits':
      return delivered(state, context, answer === 'waits');
    case 'opted_out':
      return [...delivered(state, context, false), { type: 'debit.opted_out', data: { atMs: nowMs } }];
    case 'sent':
      return [{ type: 'debit.notice_sent', data: { atMs: nowMs, askAgainAtMs: nowMs + SILENT_FOR_MS, ...delayOf(state, context) } }];
    case 'refused':
      return refusedOnce(state, context);
  }
}

/** A refused notice is asked for once more at once. */
function refusedOnce(state: NotifyingDebit, context: DebitContext): DebitEvent[] {
  const { nowMs } = context;
  const asked: DebitEvent = { type: 'debit.notice_sent', data: { atMs: nowMs, askAgainAtMs: nowMs } };
  return [asked, ...notify(evolve(state, asked) as ExistingDebit, context)];
}

interface Delivery {
  atMs?: number;
  reference?: string;
}

/**
 * The payer has the notice. A processor behind a network asks for the approval of a debit above the limit together with the debit.
 *
 * @param waits whether they still have to approve the debit.
 * @param delivery when, ms since the epoch, and what a processor behind a network calls the notice.
 */
export function delivered(state: NotifyingDebit, context: DebitContext, waits: boolean, delivery: Delivery = {}): DebitEvent[] {
  const { nowMs, mandate, rules } = context;
  const { atMs: deliveredAtMs = nowMs, reference } = delivery;
  if (mandate.status === 'none') return [];
  const calendar = calendarOf(rules, mandate);
  const { noticeValidMs } = calendar.rules;
  const isApproved = isApprovalOpen(state) && !waits && state.facts.processor === undefined;
  const notified: DebitEvent = {
    type: 'debit.notified',
    data: {
      atMs: deliveredAtMs,
      validUntilMs: noticeValidMs === null ? null : deliveredAtMs + noticeValidMs,
      executeAtMs: executeAtMs(calendar, Math.max(state.plannedMs, nowMs), { deliveredAtMs }),
      ...(isApproved && { approvedAtMs: nowMs }),
      ...(reference !== undefined && { reference }),
    },
  };
  return waits ? [notified, { type: 'debit.requires_action', data: { approveByMs: nowMs + APPROVE_WITHIN_MS } }] : [notified];
}

/** The later time of a debit whose notice is requested now; absent where the planned time holds. */
export function delayOf(state: ExistingDebit, { nowMs, mandate, rules }: DebitContext): { executeAtMs?: number } {
  if (mandate.status === 'none') return {};
  const earliestMs = executeAtMs(calendarOf(rules, mandate), state.plannedMs, { deliveredAtMs: nowMs });
  return earliestMs > state.executeAtMs ? { executeAtMs: earliestMs } : {};
}

/** True when the notice is too old for a debit at this time: the payer approved late, or no process ran for a while. */
export function isNoticeOver({ notice }: ExistingDebit, atMs: number): boolean {
  return notice.validUntilMs !== null && notice.validUntilMs <= atMs;
}

/** A notice that is too old is followed by another. */
export function notifyAgain(state: ScheduledDebit, context: DebitContext): DebitEvent[] {
  const expired: DebitEvent = { type: 'debit.notice_expired', data: { atMs: context.nowMs, ...delayOf(state, context) } };
  return [expired, ...notify(evolve(state, expired) as ExistingDebit, context)];
}

/** The payer could not be told: without a notice there is no debit. */
export function noticeFailed(atMs: number): DebitEvent[] {
  return [{ type: 'debit.notice_failed', data: { atMs, failure: NOT_NOTIFIED } }];
}
