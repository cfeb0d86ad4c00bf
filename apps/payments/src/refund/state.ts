import type { RefundFailureCode, RefundSpeed, RefundStatus } from '#contracts';
import type { RefundReferences } from './decide/refund-result';
import type { RefundTerms } from './events';

interface Asked {
  terms: RefundTerms;
  /** The processor's own id; null while it returned none. */
  reference: string | null;
  references: RefundReferences;
}

/** Nothing was ever stored under this id. */
export interface NoRefund {
  status: 'none';
}

/** Not over. `queued`: not sent yet; `sending`: the processor may have it; `sent`: it has. */
export interface PendingRefund extends Asked {
  status: 'pending';
  stage: 'queued' | 'sending' | 'sent';
  /** Since when the processor may have it, ms since the epoch; null while queued. */
  sendingSinceMs: number | null;
  /** When to send it or to ask about it, ms since the epoch; null for never by itself. */
  checkAtMs: number | null;
  /** Polls so far without anything new. */
  checks: number;
}

/** The money went back. A number may still come, and so may the money. */
export interface ProcessedRefund extends Asked {
  status: 'processed';
  speed: RefundSpeed;
  processedAtMs: number;
  checkAtMs: number | null;
}

/** Money is said to have left for a refund that was over without: the processor is asked until it is certain. */
export interface Contradiction {
  /** Ms since the epoch. */
  sinceMs: number;
  /** When to ask, ms since the epoch; null when it was asked for long enough: people have to look. */
  checkAtMs: number | null;
  /** Questions so far without an answer that settles it. */
  checks: number;
}

/** Over, and no money is known to have left. */
interface Over extends Asked {
  contradiction?: Contradiction;
}

export interface FailedRefund extends Over {
  status: 'failed';
  failure: RefundFailureCode;
  failedAtMs: number;
  /** Set when the bank returned what had been processed. */
  processed: { speed: RefundSpeed; atMs: number } | null;
}

export interface CancelledRefund extends Over {
  status: 'cancelled';
  cancelledAtMs: number;
}

export type ExistingRefund = PendingRefund | ProcessedRefund | FailedRefund | CancelledRefund;

/** A refund by status; each member carries only what is true in it (docs/reference/state-machines.md, Refund). */
export type RefundState = NoRefund | ExistingRefund;

export const INITIAL_REFUND: RefundState = { status: 'none' };

/** Whether the refund is over and its money never left, as far as anybody said: an amount that counts as not refunded. */
export function isOverUnpaid(state: RefundState): state is FailedRefund | CancelledRefund {
  return state.status === 'cancelled' || (state.status === 'failed' && state.processed === null);
}

/** Compile-time proof that the states are exactly the statuses of the API. */
export const REFUND_STATE_NAMES = { pending: true, processed: true, failed: true, cancelled: true } as const satisfies Record<
  RefundStatus,
  true
>;
