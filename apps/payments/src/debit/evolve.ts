import type { DebitCancelReason, Failure } from '#contracts';
import type { DebitEvent } from './events';
import {
  madeOf,
  type AttemptState,
  type DebitState,
  type EndedDebit,
  type ExistingDebit,
  type NoticeState,
  type NotifyingDebit,
} from './state';

const NO_NOTICE: NoticeState = {
  number: 0,
  tries: 0,
  sentAtMs: null,
  deliveredAtMs: null,
  validUntilMs: null,
  optedOutAtMs: null,
  failed: false,
};

/** The state after one more fact. Never throws and never checks. */
export function evolve(state: DebitState, event: DebitEvent): DebitState {
  if (event.type === 'debit.created') return created(event.data);
  return state.status === 'none' ? state : (evolveNotice(state, event) ?? evolveAttempt(state, event) ?? evolveEnd(state, event) ?? state);
}

type Created = Extract<DebitEvent, { type: 'debit.created' }>;

function created({ terms, facts, plannedMs, executeAtMs, notifyAtMs }: Created['data']): DebitState {
  const made = { terms, facts, notice: NO_NOTICE, approvedAtMs: null, approveByMs: null, plannedMs, executeAtMs, attempts: [] };
  if (notifyAtMs === undefined) return { ...made, status: 'scheduled' };
  return { ...made, status: 'notifying', notice: nextNotice(NO_NOTICE), notifyAtMs };
}

function nextNotice({ number }: NoticeState): NoticeState {
  return { ...NO_NOTICE, number: number + 1 };
}

function evolveNotice(state: ExistingDebit, event: DebitEvent): DebitState | null {
  const { notice } = state;
  switch (event.type) {
    case 'debit.notice_sent':
      return notifying(state, sent(notice, event), event.data.askAgainAtMs, event.data.executeAtMs);
    case 'debit.notice_checked':
      return state.status === 'notifying' ? { ...state, ...checked(notice, event.data) } : state;
    case 'debit.notice_repeated':
      return notifying(state, repeated(notice), event.data.atMs, event.data.executeAtMs);
    case 'debit.notified': {
      const { executeAtMs, approvedAtMs = state.approvedAtMs } = event.data;
      return { ...madeOf(state), status: 'scheduled', notice: delivered(notice, event), executeAtMs, approvedAtMs };
    }
    case 'debit.notice_expired':
      return notifying(state, nextNotice(notice), event.data.atMs, event.data.executeAtMs);
    case 'debit.requires_action':
      return { ...madeOf(state), status: 'requires_action', approveByMs: event.data.approveByMs };
    case 'debit.updated':
      return { ...madeOf(state), status: 'scheduled', ...event.data };
    default:
      return null;
  }
}

type EventOf<TType extends DebitEvent['type']> = Extract<DebitEvent, { type: TType }>;

function sent(notice: NoticeState, { data: { atMs, reference, checkAtMs } }: EventOf<'debit.notice_sent'>): NoticeState {
  const known = reference === undefined ? {} : { reference, checkAtMs, asked: 0 };
  return { ...notice, tries: notice.tries + 1, sentAtMs: notice.sentAtMs ?? atMs, ...known };
}

function delivered(notice: NoticeState, { data: { atMs, validUntilMs, reference } }: EventOf<'debit.notified'>): NoticeState {
  const known = reference === undefined ? {} : { reference };
  return { ...notice, sentAtMs: notice.sentAtMs ?? atMs, deliveredAtMs: atMs, validUntilMs, ...known };
}

/** @param executeAtMs absent where the time that is known holds. */
function notifying(state: ExistingDebit, notice: NoticeState, notifyAtMs: number, executeAtMs = state.executeAtMs): NotifyingDebit {
  return { ...madeOf(state), status: 'notifying', notice, notifyAtMs, executeAtMs };
}

/** The notice after a processor behind a network was asked in vain. */
function checked(
  notice: NoticeState,
  { checkAtMs, silentUntilMs }: EventOf<'debit.notice_checked'>['data'],
): Pick<NotifyingDebit, 'notice' | 'notifyAtMs'> {
  return { notice: { ...notice, checkAtMs, asked: (notice.asked ?? 0) + 1 }, notifyAtMs: silentUntilMs };
}

/** The notice before another one is requested from a processor behind a network. */
function repeated({ number, sentAtMs, reference, tries }: NoticeState): NoticeState {
  return { ...NO_NOTICE, number, sentAtMs, tries: reference === undefined ? tries + 1 : tries };
}

function evolveAttempt(state: ExistingDebit, event: DebitEvent): DebitState | null {
  const made = madeOf(state);
  switch (event.type) {
    case 'debit.attempted': {
      const attempt: AttemptState = { ...event.data, outcome: 'processing', failure: null };
      return { ...made, status: 'processing', isShown: false, attempts: [...made.attempts, attempt] };
    }
    case 'debit.processing':
      return { ...made, status: 'processing', isShown: true };
    case 'debit.attempt_failed': {
      const { failure, retry } = event.data;
      const { plannedMs, executeAtMs, notifyAtMs } = retry;
      const next = { ...made, plannedMs, executeAtMs, attempts: withLast(made.attempts, { outcome: 'failed', failure }) };
      if (notifyAtMs === undefined) return { ...next, status: 'scheduled' };
      return { ...next, status: 'notifying', notice: nextNotice(made.notice), notifyAtMs };
    }
    default:
      return null;
  }
}

function withLast(attempts: readonly AttemptState[], change: Partial<AttemptState>): AttemptState[] {
  return attempts.map((attempt, index) => (index === attempts.length - 1 ? { ...attempt, ...change } : attempt));
}

/** Null where the event is no end. */
function evolveEnd(state: ExistingDebit, event: DebitEvent): EndedDebit | null {
  switch (event.type) {
    case 'debit.succeeded': {
      const { paymentId, atMs, late = false } = event.data;
      const attempts = state.attempts.map((one) =>
        one.paymentId === paymentId ? { ...one, outcome: 'succeeded' as const, failure: null } : one,
      );
      return { ...ended(state, atMs), status: 'succeeded', attempts, paymentId, late };
    }
    case 'debit.failed':
      return failed(state, event.data);
    case 'debit.notice_failed':
      return { ...failed(state, event.data), notice: { ...state.notice, failed: true } };
    case 'debit.opted_out':
      return { ...cancelled(state, event.data.atMs, 'opted_out'), notice: { ...state.notice, optedOutAtMs: event.data.atMs } };
    case 'debit.cancelled':
      return cancelled(state, event.data.atMs, event.data.reason);
    default:
      return null;
  }
}

function failed(state: ExistingDebit, { atMs, failure }: { atMs: number; failure: Failure }): EndedDebit {
  const attempts = state.status === 'processing' ? withLast(state.attempts, { outcome: 'failed', failure }) : state.attempts;
  return { ...ended(state, atMs), status: 'failed', attempts, failure };
}

function cancelled(state: ExistingDebit, atMs: number, cancelReason: DebitCancelReason): EndedDebit {
  return { ...ended(state, atMs), status: 'cancelled', cancelReason };
}

function ended(state: ExistingDebit, endedAtMs: number): Omit<EndedDebit, 'status'> {
  return { ...madeOf(state), endedAtMs, paymentId: null, late: false, failure: null, cancelReason: null };
}
