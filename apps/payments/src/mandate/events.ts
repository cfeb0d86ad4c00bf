import type {
  CardFacts,
  DomainEvent,
  Failure,
  MandateAction,
  MandateParty,
  MandateReferences,
  MandateTerms,
  RegistrationPayment,
} from '#contracts';
import type { MandateCall } from './state';

/** Numbers that came with what happened. */
interface WithReferences {
  references?: MandateReferences;
}

/** When the processor made what it reported by itself; absent where it was asked, and where it was not its doing. */
interface Reported {
  reportedAtMs?: number;
}

/** A debit that was made. Times in ms since the epoch. */
export interface DebitSuccess {
  atMs: number;
  /** Null of a mandate without cycles. */
  cycleUsedUntilMs: number | null;
}

/** The facts of a mandate's life. Times in ms since the epoch. */
export type MandateEvent =
  /** `takesFirst`: the registration takes the first amount. */
  | DomainEvent<'mandate.created', { terms: MandateTerms; processor: string; expiresAtMs: number; answersLater?: true; takesFirst?: true }>
  /** `failure`: the registration took another amount than was asked for, and nothing goes on by itself. */
  | DomainEvent<'mandate.requires_action', WithReferences & { action: MandateAction | null; checkAtMs?: number; failure?: Failure }>
  /** Internal: the rail was asked and had nothing new, or reported nothing new. `checkAtMs`: when it is asked again. */
  | DomainEvent<'mandate.checked', Reported & { atMs: number; checkAtMs?: number }>
  /** Internal: the processor behind a network has done what it was asked, or has nothing of it. */
  | DomainEvent<'mandate.call_answered', { kind: MandateCall['kind'] }>
  /** Internal: the payer approved it after its end, or may have. It is revoked at the processor, and what it took goes back. */
  | DomainEvent<'mandate.late_approved', WithReferences & { atMs: number }>
  /** `payment`: the first payment, which the registration took. */
  | DomainEvent<'mandate.activated', WithReferences & Reported & { atMs: number; payment?: RegistrationPayment }>
  | DomainEvent<'mandate.rejected', WithReferences & { atMs: number; failure: Failure }>
  /** The bank sent the payer another card. */
  | DomainEvent<'mandate.updated', { card: CardFacts }>
  /** Internal: a subscription is to be debited under it, and is not any more. */
  | DomainEvent<'mandate.subscription_joined', { subscriptionId: string }>
  /** `endsWhenIdle`: it is revoked once no debit under it is open. */
  | DomainEvent<'mandate.subscription_left', { subscriptionId: string; endsWhenIdle?: true }>
  /** Internal: a debit under it is planned. */
  | DomainEvent<'mandate.debit_opened', { debitId: string }>
  /** Internal: the debit of an invoice waits for one of the open ones to end, and is begun. */
  | DomainEvent<'mandate.debit_queued', { invoiceId: string }>
  | DomainEvent<'mandate.debit_called', { invoiceId: string }>
  /** Internal: it has ended. `succeeded`: when, and until when the cycle is used that it was in. */
  | DomainEvent<'mandate.debit_closed', { debitId: string; succeeded?: DebitSuccess }>
  | DomainEvent<'mandate.paused', Reported & { atMs: number; by: MandateParty }>
  | DomainEvent<'mandate.resumed', Reported & { atMs: number; by?: MandateParty }>
  | DomainEvent<'mandate.revoked', { atMs: number; by: MandateParty }>
  /** `reported`: by the rail, which has not to be asked to end it. */
  | DomainEvent<'mandate.expired', { atMs: number; reported?: true }>;
