import type { ReviewDecision, VerificationReason, VerificationStatus } from '#contracts';
import type { Answered, FailReason, InputAction, RequestKind, VerificationTerms } from './events';
import type { VerificationResult } from './decide/step';

interface Opened {
  terms: VerificationTerms;
  answered: Answered | null;
  /** When its personal fields were destroyed, ms since the epoch. */
  redactedAtMs: number | null;
  /** Questions that were put to providers so far. */
  tries: number;
  /** Which of `terms.chain` is asked. */
  providerIndex: number;
  /** Questions in a row that brought no answer. */
  consecutiveFailures: number;
  /** Of those, questions to this one of the chain that may have arrived. */
  unknownOutcomes: number;
  /** This provider may have been paid already: no other one is called. Absent means no. */
  mayBeCharged?: true;
  /** Absent until something of it happens. */
  retention?: Retention;
  /** What a person decided; absent until one did. */
  decided?: ReviewDecision;
}

/** What decides on how long the personal fields are kept. Absent means no. Times in ms since the epoch. */
export interface Retention {
  consentWithdrawnAtMs?: number;
  /** An operator's order: nothing is erased while it holds. */
  hold?: { reason: string; sinceMs: number };
  /** Their erasure was requested during a hold: they are erased when it is lifted. */
  isErasureDue?: true;
  /** Nothing that was sealed for the verification can be read by anybody any more. */
  isKeyDestroyed?: true;
}

/** Nothing was ever stored under this id. */
export interface NoVerification {
  status: 'none';
}

interface Asked extends Opened {
  reason: VerificationReason;
  /** When to ask the provider, ms since the epoch; null when no call is due. */
  checkAtMs: number | null;
}

/** The register has not answered. */
export interface PendingVerification extends Asked {
  status: 'pending';
}

/** The customer has to act. */
export interface AwaitingInput extends Opened {
  status: 'requires_input';
  reason: VerificationReason;
  action: InputAction;
  /** Wrong OTPs that are still forgiven, this one included. */
  triesLeft: number;
  /** When to ask the provider whether the customer is done; null where the customer comes to us. */
  checkAtMs: number | null;
}

/** The provider works on what the customer handed in, or a person has to decide. */
export interface ProcessingVerification extends Asked {
  status: 'processing';
  /** Null for a review, which a person decides. */
  providerRequest: RequestKind | null;
  /** What the customer was asked for before, whose time limit goes on; null when there was nothing. */
  lastAction: InputAction | null;
  triesLeft: number;
  /** Where the OTP or share code rests that the provider is to be given. */
  vaultId: string | null;
  result: VerificationResult | null;
}

export interface VerifiedVerification extends Opened {
  status: 'verified';
  result: VerificationResult;
  verifiedAtMs: number;
  /** When it has to be done again, ms since the epoch. */
  validUntilMs: number | null;
}

export interface FailedVerification extends Opened {
  status: 'failed';
  reason: FailReason;
  result: VerificationResult | null;
  failedAtMs: number;
}

export interface EndedVerification extends Opened {
  status: 'expired' | 'cancelled';
  reason: VerificationReason;
  endedAtMs: number;
}

export type ExistingVerification =
  PendingVerification | AwaitingInput | ProcessingVerification | VerifiedVerification | FailedVerification | EndedVerification;

export type OpenVerification = PendingVerification | AwaitingInput | ProcessingVerification;

/** A verification by status; each member carries only what is true in it (docs/reference/state-machines.md, KYC verification). */
export type VerificationState = NoVerification | ExistingVerification;

export const INITIAL_VERIFICATION: VerificationState = { status: 'none' };

/** Compile-time proof that the states are exactly the statuses of the API. */
export const VERIFICATION_STATE_NAMES = {
  pending: true,
  requires_input: true,
  processing: true,
  verified: true,
  failed: true,
  expired: true,
  cancelled: true,
} as const satisfies Record<VerificationStatus, true>;

/** Whether a person has to decide (docs/reference/identity-documents.md, Reason codes). */
export function isUnderReview(state: VerificationState): state is ProcessingVerification {
  return state.status === 'processing' && state.providerRequest === null;
}

/** Whether something can still come of it. */
export function isOpen(state: VerificationState): state is OpenVerification {
  return state.status === 'pending' || state.status === 'requires_input' || state.status === 'processing';
}
