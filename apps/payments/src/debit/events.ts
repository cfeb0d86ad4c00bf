import type { DebitCancelReason, DomainEvent, Failure } from '#contracts';
import type { DebitFacts, Made } from './state';

/** How a failed debit goes on. Times in ms since the epoch. */
export interface RetryPlan {
  plannedMs: number;
  executeAtMs: number;
  /** When the payer is told of it; absent where the notice of the last attempt still serves, or none is needed. */
  notifyAtMs?: number;
}

/** The facts of a debit's life. Times in ms since the epoch. */
export type DebitEvent =
  | DomainEvent<'debit.created', { terms: Made['terms']; facts: DebitFacts } & RetryPlan>
  /**
   * Internal: the rail accepted the notice, and has not delivered it; the next request follows at `askAgainAtMs`. A processor behind a
   * network, which calls the notice `reference`, is queried for its state at `checkAtMs`. `executeAtMs` where the planned time cannot hold.
   */
  | DomainEvent<'debit.notice_sent', { atMs: number; askAgainAtMs: number; reference?: string; checkAtMs?: number; executeAtMs?: number }>
  /** Internal: a processor behind a network was asked in vain. It may be silent until `silentUntilMs`. */
  | DomainEvent<'debit.notice_checked', { atMs: number; checkAtMs: number; silentUntilMs: number }>
  /** Internal: a processor behind a network refused the notice, or was silent for too long: it is asked for another one. */
  | DomainEvent<'debit.notice_repeated', { atMs: number; executeAtMs?: number }>
  /** The payer was told. `validUntilMs` is null where a notice serves for ever; `approvedAtMs`: the payer approved at once. */
  | DomainEvent<
      'debit.notified',
      { atMs: number; validUntilMs: number | null; executeAtMs: number; approvedAtMs?: number; reference?: string }
    >
  | DomainEvent<'debit.notice_failed', { atMs: number; failure: Failure }>
  /** Internal: the notice no longer serves when the debit is due; another one goes out. */
  | DomainEvent<'debit.notice_expired', { atMs: number; executeAtMs?: number }>
  | DomainEvent<'debit.requires_action', { approveByMs: number }>
  /** The payer approved it. */
  | DomainEvent<'debit.updated', { approvedAtMs: number; executeAtMs: number }>
  | DomainEvent<'debit.opted_out', { atMs: number }>
  /** Internal: the money is asked for by this payment, which says in the same commit what it knows. */
  | DomainEvent<'debit.attempted', { number: number; paymentId: string; atMs: number }>
  | DomainEvent<'debit.processing', { failure?: Failure }>
  | DomainEvent<'debit.attempt_failed', { atMs: number; failure: Failure; retry: RetryPlan }>
  | DomainEvent<'debit.succeeded', { paymentId: string; atMs: number; late?: true }>
  | DomainEvent<'debit.failed', { atMs: number; failure: Failure }>
  | DomainEvent<'debit.cancelled', { atMs: number; reason: DebitCancelReason }>;
