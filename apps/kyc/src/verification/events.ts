import type {
  CheckWord,
  ConsentRecord,
  CreateVerificationPayload,
  DocumentDetails,
  DomainEvent,
  ProviderFailureReason,
  ReviewDecision,
  VerificationMethod,
  VerificationReason,
} from '#contracts';
import type { VerificationResult } from './decide/step';

/** One way of having a document verified: by whom and how. */
export interface ProviderChoice {
  provider: string;
  method: VerificationMethod;
}

/** What was asked for at creation. Absent means empty. No document number: only what may be shown and recognized. */
export interface VerificationTerms extends Omit<CreateVerificationPayload, 'consent'> {
  consent: ConsentRecord | null;
  /** Live mode: whom to ask, in order, as the configuration was at creation. Absent: the sandbox, which is asked in the decision. */
  chain?: readonly ProviderChoice[];
  /** Where details rest that were handed in later and must not be part of an event. */
  detailVaultIds?: readonly string[];
  /** Until when the customer may act, ms since the epoch. */
  expiresAtMs: number;
}

/** What the customer has to do next. */
export type InputAction =
  | { type: 'otp'; expiresAtMs: number; resendAfterMs: number }
  | { type: 'redirect'; url: string; expiresAtMs: number }
  | { type: 'details'; missing: readonly string[]; expiresAtMs: number };

/** Who answered, and under which number of his. */
export interface Answered {
  provider: string;
  reference: string | null;
}

/** Why a verification failed: a word of the list, or in the sandbox the check that the number fails. */
export type FailReason = VerificationReason | CheckWord;

/** The next call to the provider; null when a person decides. */
export type RequestKind = 'start' | 'submit' | 'resend' | 'fetch';

export interface ProcessingFacts {
  reason: VerificationReason;
  /** Null for a review, which a person decides. */
  providerRequest: RequestKind | null;
  checkAtMs: number | null;
  /** Where the OTP or share code rests that the provider is to be given. */
  vaultId?: string;
  /** Details that were missing at creation, and where those of them rest that must not be part of an event. */
  details?: DocumentDetails;
  detailsVaultId?: string;
  result?: VerificationResult;
  answered?: Answered;
}

export interface RequiredInput {
  action: InputAction;
  reason: VerificationReason;
  triesLeft: number;
  /** When the provider is to be asked whether the customer is done; absent where the customer comes to us. */
  checkAtMs?: number | null;
  answered?: Answered;
}

export interface ProviderFailure {
  reason: ProviderFailureReason;
  retryAtMs: number | null;
  answered: Answered;
  /** Which of the chain is asked next; absent: the same. */
  providerIndex?: number;
  /** Whether the question may have arrived. */
  isUnknown?: boolean;
  /** Whether it may have been answered, and charged for. */
  mayBeCharged?: true;
}

/** Who decided a review, and what they found. */
export interface Reviewed {
  as: ReviewDecision;
  because: FailReason;
  by: string;
  note: string;
  atMs: number;
}

type Event<TType extends string, TData> = DomainEvent<TType, TData>;

/** The facts of a verification's life. Times in ms since the epoch. */
export type VerificationEvent =
  | Event<'kyc.verification.created', { terms: VerificationTerms; askAtMs: number | null }>
  | Event<'kyc.verification.requires_input', RequiredInput>
  | Event<'kyc.verification.processing', ProcessingFacts>
  | Event<'kyc.verification.verified', { result: VerificationResult; atMs: number; validUntilMs?: number; answered?: Answered }>
  | Event<'kyc.verification.failed', { reason: FailReason; atMs: number; result?: VerificationResult; answered?: Answered }>
  | Event<'kyc.verification.expired', { reason: VerificationReason; atMs: number; answered?: Answered }>
  | Event<'kyc.verification.cancelled', { reason: VerificationReason; atMs: number }>
  | Event<'kyc.verification.redacted', { atMs: number }>
  /** Internal: a person looked at a review, and saw what identifies its customer (docs/reference/identity-documents.md, What is stored). */
  | Event<'kyc.verification.inspected', { by: string; note: string; atMs: number }>
  /** Internal: a person decided a review; what follows from it is the next event. */
  | Event<'kyc.verification.reviewed', Reviewed>
  /** Internal: the customer takes the consent back. */
  | Event<'kyc.verification.consent_withdrawn', { atMs: number }>
  /** Internal: an operator's order that nothing be erased; a reason of null lifts it. */
  | Event<'kyc.verification.hold_changed', { reason: string | null; atMs: number }>
  /** Internal: an erasure that a hold puts off. */
  | Event<'kyc.verification.erasure_deferred', { atMs: number }>
  /** Internal: what was encrypted for it can no longer be read. */
  | Event<'kyc.verification.key_destroyed', Record<string, never>>
  /** Internal: the provider sent a callback; it is asked at once. */
  | Event<'kyc.verification.provider_callback_received', { provider: string; atMs: number }>
  /** Internal: the provider works on it, or another question is due; the public status does not change. */
  | Event<'kyc.verification.awaited', { reason: VerificationReason; checkAtMs: number | null; answered: Answered }>
  /** Internal: the provider could not answer; it is asked again. */
  | Event<'kyc.verification.provider_failed', ProviderFailure>
  /** Internal: the vault holds nothing of this verification any more. */
  | Event<'kyc.verification.number_forgotten', { atMs: number }>;

export type VerificationEventName = VerificationEvent['type'];
