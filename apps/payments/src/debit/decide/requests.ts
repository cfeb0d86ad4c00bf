import type { NoticeReport } from '#contracts';
import type { DebitEvent } from '../events';
import type { DebitState, ExistingDebit, NotifyingDebit } from '../state';
import type { DebitContext } from './context';
import { delayOf, delivered, noticeFailed, NOTICE_REQUESTS_MAX, SILENT_FOR_MS } from './notice';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Before a processor is asked for the first time how a notice stands that it took on; doubled with each up to an hour. */
const FIRST_CHECK_MS = 15 * MINUTE_MS;
const CHECK_MS_MAX = 60 * MINUTE_MS;
/** Before a notice is asked for again whose request brought no answer; doubled with each up to five minutes. */
const REPEAT_MS = 2 * SECOND_MS;
const REPEAT_MS_MAX = 5 * MINUTE_MS;

/** What a processor behind a network is to be asked about a debit. `attempt`: whether it is there to take the money. */
export interface DueDebitRequest {
  kind: 'notify' | 'fetch_notice' | 'attempt';
  /** Milliseconds since the epoch. */
  dueAtMs: number;
  /** Which request for the present notice, from 1. */
  request: number;
}

/** What has to be asked next; null when there is nothing to ask, or the rail answers at once. */
export function nextRequestOf(state: DebitState): DueDebitRequest | null {
  if (state.status === 'none' || state.facts.processor === undefined) return null;
  if (state.status === 'scheduled') return { kind: 'attempt', dueAtMs: state.executeAtMs, request: 0 };
  if (state.status !== 'notifying') return null;
  const { reference, checkAtMs, tries } = state.notice;
  const dueAtMs = checkAtMs ?? state.notifyAtMs;
  return reference === undefined ? { kind: 'notify', dueAtMs, request: tries + 1 } : { kind: 'fetch_notice', dueAtMs, request: tries };
}

/** What a processor behind a network reports of a notice. It may report the same twice, or of a notice that is past. */
export function recordNotice(report: NoticeReport, state: ExistingDebit, context: DebitContext): DebitEvent[] {
  const { nowMs } = context;
  if (report.number !== state.notice.number) return [];
  if (state.status === 'notifying') return whileNotifying(report, state, context);
  const isWaiting = state.status === 'scheduled' || state.status === 'requires_action';
  return isWaiting && report.outcome === 'opted_out' ? [{ type: 'debit.opted_out', data: { atMs: nowMs } }] : [];
}

function whileNotifying(report: NoticeReport, state: NotifyingDebit, context: DebitContext): DebitEvent[] {
  const { nowMs } = context;
  switch (report.outcome) {
    case 'delivered':
      return delivered(state, context, false, deliveryOf(report, state, nowMs));
    case 'opted_out':
      return [...delivered(state, context, false), { type: 'debit.opted_out', data: { atMs: nowMs } }];
    case 'failed':
      return isOfPresent(report, state) ? repeatedOrFailed(state, context) : [];
    case 'sent':
      return isOfPresent(report, state) ? sent(report, state, context) : [];
    case 'unknown':
      return isOfPresent(report, state) ? [checked(state, nowMs)] : [];
  }
}

/** Whether it is about the present request: the one before, which was given up, may be answered after all. */
function isOfPresent({ request, reference }: NoticeReport, state: NotifyingDebit): boolean {
  if (request !== undefined) return request === nextRequestOf(state)?.request;
  return reference === undefined || reference === state.notice.reference;
}

/** As the processor says, but neither before the notice was asked for nor later than now. */
function deliveryOf({ deliveredAtMs, reference }: NoticeReport, { notice }: NotifyingDebit, nowMs: number) {
  const atMs = Math.min(nowMs, Math.max(deliveredAtMs ?? nowMs, notice.sentAtMs ?? nowMs));
  return { atMs, ...(reference !== undefined && reference !== notice.reference && { reference }) };
}

function sent({ reference }: NoticeReport, state: NotifyingDebit, context: DebitContext): DebitEvent[] {
  const { nowMs } = context;
  if (reference === undefined || state.notice.reference !== undefined) return [checked(state, nowMs)];
  const times = { atMs: nowMs, askAgainAtMs: nowMs + SILENT_FOR_MS, checkAtMs: nowMs + FIRST_CHECK_MS };
  return [{ type: 'debit.notice_sent', data: { ...times, reference, ...delayOf(state, context) } }];
}

/** Asked in vain: asked again, later, until it has been silent for too long. */
function checked({ notice, notifyAtMs }: NotifyingDebit, atMs: number): DebitEvent {
  const [firstMs, mostMs] = notice.reference === undefined ? [REPEAT_MS, REPEAT_MS_MAX] : [FIRST_CHECK_MS, CHECK_MS_MAX];
  const checkAtMs = atMs + Math.min(mostMs, firstMs * 2 ** Math.min(notice.asked ?? 0, 20));
  const silentUntilMs = notice.checkAtMs === undefined ? atMs + SILENT_FOR_MS : notifyAtMs;
  return { type: 'debit.notice_checked', data: { atMs, checkAtMs, silentUntilMs } };
}

/** A notice that did not go out is asked for once more. */
export function repeatedOrFailed(state: NotifyingDebit, context: DebitContext): DebitEvent[] {
  const { notice } = state;
  const { nowMs: atMs } = context;
  const requests = notice.reference === undefined ? notice.tries + 1 : notice.tries;
  return requests >= NOTICE_REQUESTS_MAX
    ? noticeFailed(atMs)
    : [{ type: 'debit.notice_repeated', data: { atMs, ...delayOf(state, context) } }];
}
