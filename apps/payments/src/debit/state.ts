import type { DebitCancelReason, DebitTerms, Failure, MandateMethod } from '#contracts';

/** Nothing was ever stored under this id. */
export interface NoDebit {
  status: 'none';
}

/** What was taken from the mandate when the debit was made. */
export interface DebitFacts {
  customerId: string;
  method: MandateMethod;
  umn: string | null;
  /** Whether the payer has to be told before each attempt. */
  needsNotice: boolean;
  /** Whether the payer has to approve it. */
  needsFactor: boolean;
  /** The processor of the mandate, where it is behind a network: it is asked outside the decision. */
  processor?: string;
}

/** The notice of the next attempt, or of the last one. Times in ms since the epoch. */
export interface NoticeState {
  /** From 1; 0 where none is needed. */
  number: number;
  /** How often the rail was asked to send it. */
  tries: number;
  sentAtMs: number | null;
  deliveredAtMs: number | null;
  validUntilMs: number | null;
  optedOutAtMs: number | null;
  failed: boolean;
  /** What a processor behind a network calls it; absent until it took the notice on. */
  reference?: string;
  /** When that processor is asked for it, or how it stands, next; absent before the first time. */
  checkAtMs?: number;
  /** How often it was asked in vain since the last change. */
  asked?: number;
}

/** One try to take the money. */
export interface AttemptState {
  /** From 1. */
  number: number;
  /** Ms since the epoch. */
  atMs: number;
  paymentId: string;
  outcome: 'processing' | 'succeeded' | 'failed';
  failure: Failure | null;
}

/** What every debit has. Times in ms since the epoch. */
export interface Made {
  terms: DebitTerms & { retrySchedule: readonly number[] };
  facts: DebitFacts;
  notice: NoticeState;
  /** When the payer approved it, and by when they have to; null where they need not. */
  approvedAtMs: number | null;
  approveByMs: number | null;
  /** Not before this; the notice and the hours of the rail may move it back. */
  plannedMs: number;
  /** When it is tried next, as far as is known, or was tried last. */
  executeAtMs: number;
  attempts: readonly AttemptState[];
}

/** The payer is to be told of it. */
export interface NotifyingDebit extends Made {
  status: 'notifying';
  /** When the rail is asked to tell the payer, or asked again; of a processor behind a network that was asked: how long it may be silent. */
  notifyAtMs: number;
}

/** The payer has to approve it until `approveByMs`. */
export interface AwaitingDebit extends Made {
  status: 'requires_action';
  approveByMs: number;
}

/** It waits for `executeAtMs`. */
export interface ScheduledDebit extends Made {
  status: 'scheduled';
}

/** Its last attempt has not ended: money may have moved. */
export interface ProcessingDebit extends Made {
  status: 'processing';
  /** Whether merchants were told: an attempt that ends in the commit that begins it is never shown as open. */
  isShown: boolean;
}

/** It is over. */
export interface EndedDebit extends Made {
  status: 'succeeded' | 'failed' | 'cancelled';
  endedAtMs: number;
  /** Of one that succeeded: the payment that took the money. */
  paymentId: string | null;
  /** It had been given up before. */
  late: boolean;
  failure: Failure | null;
  cancelReason: DebitCancelReason | null;
}

export type ExistingDebit = NotifyingDebit | AwaitingDebit | ScheduledDebit | ProcessingDebit | EndedDebit;

/** A debit by status; each member carries only what is true in it (docs/reference/state-machines.md, Debit). */
export type DebitState = NoDebit | ExistingDebit;

export const INITIAL_DEBIT: DebitState = { status: 'none' };

/** Whether it is over. */
export function isEnded(state: DebitState): state is EndedDebit {
  return state.status === 'succeeded' || state.status === 'failed' || state.status === 'cancelled';
}

/** Whether nothing was asked of the payer's bank, or the last answer was no: it can be called off. */
export function isWaiting(state: DebitState): state is NotifyingDebit | AwaitingDebit | ScheduledDebit {
  return state.status === 'notifying' || state.status === 'requires_action' || state.status === 'scheduled';
}

/** What every later state keeps. */
export function madeOf(state: ExistingDebit): Made {
  const { terms, facts, notice, approvedAtMs, approveByMs, plannedMs, executeAtMs, attempts } = state;
  return { terms, facts, notice, approvedAtMs, approveByMs, plannedMs, executeAtMs, attempts };
}
