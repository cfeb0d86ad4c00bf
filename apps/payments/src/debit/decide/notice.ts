import type { Failure } from '#contracts';
import type { DebitEvent } from '../events';
import { evolve } from '../evolve';
import type { ExistingDebit, NotifyingDebit } from '../state';
import type { DebitContext, NoticeAnswer } from './context';
import { calendarOf } from './plan';
import { executeAtMs } from './schedule';

const HOUR_MS = 3_600_000;
/** A rail that is silent, or refuses, is asked once more. */
const TRIES_MAX = 2;
const SILENT_FOR_MS = 6 * HOUR_MS;
/** How long the payer has to approve a debit above the limit (Razorpay, "Recurring payments by card"). */
const APPROVE_WITHIN_MS = 72 * HOUR_MS;
const NOT_NOTIFIED: Failure = { reason: 'pre_debit_notification_missing', networkCode: null };

/** The rail tells the payer, once it is time; what follows from its answer. */
export function notify(state: ExistingDebit, context: DebitContext): DebitEvent[] {
  const { nowMs, rail, mandate } = context;
  if (state.status !== 'notifying' || state.notifyAtMs > nowMs || mandate.status === 'none') return [];
  if (state.notice.tries >= TRIES_MAX) return noticeFailed(nowMs);
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
      return [{ type: 'debit.notice_sent', data: { atMs: nowMs, askAgainAtMs: nowMs + SILENT_FOR_MS } }];
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

/** The payer has the notice. @param waits whether they still have to approve the debit. */
export function delivered(state: NotifyingDebit, context: DebitContext, waits: boolean): DebitEvent[] {
  const { nowMs, mandate, rules } = context;
  if (mandate.status === 'none') return [];
  const calendar = calendarOf(rules, mandate.terms);
  const { noticeValidMs } = calendar.rules;
  const notified: DebitEvent = {
    type: 'debit.notified',
    data: {
      atMs: nowMs,
      validUntilMs: noticeValidMs === null ? null : nowMs + noticeValidMs,
      executeAtMs: executeAtMs(calendar, state.plannedMs, { deliveredAtMs: nowMs }),
      ...(isApprovalOpen(state) && !waits && { approvedAtMs: nowMs }),
    },
  };
  return waits ? [notified, { type: 'debit.requires_action', data: { approveByMs: nowMs + APPROVE_WITHIN_MS } }] : [notified];
}

/** The payer could not be told: without a notice there is no debit. */
export function noticeFailed(atMs: number): DebitEvent[] {
  return [{ type: 'debit.notice_failed', data: { atMs, failure: NOT_NOTIFIED } }];
}
