import type {
  Failure,
  MandateAction,
  MandateParty,
  MandateReferences,
  MandateRequestKind,
  MandateTerms,
  RegistrationPayment,
} from '#contracts';

/** Nothing was ever stored under this id. */
export interface NoMandate {
  status: 'none';
}

/** What was asked for, where, and what the outside calls it. */
export interface Asked {
  terms: MandateTerms;
  /** Name of the processor. */
  processor: string;
  references: MandateReferences;
  /** Absent before the first debit. */
  debits?: MandateDebits;
  /** Ids of invoices whose debit waits until fewer are open, in order. Absent for none. */
  queue?: readonly string[];
  /** Ids of those that are debited under it. Absent for none ever. */
  subscriptions?: readonly string[];
  /** It is revoked once no debit under it is open. */
  endsWhenIdle?: true;
  /** The processor is behind a network: it is asked outside the decision, and answers when it can. */
  answersLater?: true;
  /** The registration there takes the first amount. */
  takesFirst?: true;
  /** What it took, once the mandate became active with it. */
  firstPayment?: RegistrationPayment;
  /** What that processor has to do because of what happened, first things first. Absent for nothing. */
  calls?: readonly MandateCall[];
}

/** What a processor behind a network is asked to do about a mandate that it knows. Times in ms since the epoch. */
export interface MandateCall {
  kind: Exclude<MandateRequestKind, 'register' | 'fetch'>;
  requestedAtMs: number;
  /** When to ask, or to ask again. */
  dueAtMs: number;
  /** How often it was asked in vain. */
  tries: number;
}

/** What is known of the debits under a mandate. Times in ms since the epoch. */
export interface MandateDebits {
  /** Ids of those that have not ended. */
  open: readonly string[];
  succeeded: number;
  lastAtMs: number | null;
  /** Until when no other debit can succeed; null of a mandate without cycles. */
  cycleUsedUntilMs: number | null;
}

/** Not approved yet. `created`: the rail has not answered; `requires_action`: the payer or the bank has to. */
export interface OpenMandate extends Asked {
  status: 'created' | 'requires_action';
  /** Null where the payer has nothing to do. */
  action: MandateAction | null;
  /** When it is too late, ms since the epoch. */
  expiresAtMs: number;
  /** When the rail may know more, ms since the epoch; null where it tells by itself. */
  checkAtMs: number | null;
  /** How often a rail behind a network was asked in vain since the last change. Absent for never. */
  asked?: number;
  /** Why it does not go on although the processor says that it is approved. Absent for nothing. */
  failure?: Failure;
}

/** Approved. */
export interface ApprovedMandate extends Asked {
  status: 'active' | 'paused';
  /** Ms since the epoch. */
  activatedAtMs: number;
  /** Set while it is paused: who can resume it. */
  pausedBy: MandateParty | null;
  /** When it was paused last, ms since the epoch. */
  pausedAtMs: number | null;
  /** Of a processor behind a network: since when it stands like this, ms since the epoch. What was made before says nothing any more. */
  reportedAtMs?: number;
}

/** Over for good. */
export interface EndedMandate extends Asked {
  status: 'rejected' | 'expired' | 'revoked';
  /** Null of one that was never approved. */
  activatedAtMs: number | null;
  endedAtMs: number;
  failure: Failure | null;
  revokedBy: MandateParty | null;
}

export type ExistingMandate = OpenMandate | ApprovedMandate | EndedMandate;

/** A mandate by status; each member carries only what is true in it (docs/reference/state-machines.md, Mandate). */
export type MandateState = NoMandate | ExistingMandate;

export const NO_DEBITS: MandateDebits = { open: [], succeeded: 0, lastAtMs: null, cycleUsedUntilMs: null };

export const INITIAL_MANDATE: MandateState = { status: 'none' };

/** Whether the payer or the bank still has to approve it. */
export function isOpen(state: MandateState): state is OpenMandate {
  return state.status === 'created' || state.status === 'requires_action';
}

/** Whether it was approved and is not over. */
export function isApproved(state: MandateState): state is ApprovedMandate {
  return state.status === 'active' || state.status === 'paused';
}
