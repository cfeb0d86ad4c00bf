import type { Command } from '../command';
import type { SealedAddress } from '../customers/commands';
import type { CheckWord } from './check-word';
import type { DocumentType } from './document-type';
import type { VerificationMethod } from './verification';

/**
 * A document number as it may travel: what can be shown, and where the number itself rests for as long as the flow is
 * open. Neither the number nor its keyed hash is ever part of a command.
 */
export interface DocumentReference {
  /** What may be shown of it, a token sealed under the key of the verification: it goes when that key is destroyed. */
  masked: string;
  /** Live mode: the same document is verified for another customer of the account (reason `duplicate_identity`). */
  isDuplicate: boolean;
  /** Row of the kyc service's vault; null when the number is no longer needed, as in the sandbox. */
  vaultId: string | null;
  /** Test mode only: what the sandbox makes of this number, as the number itself is not kept. */
  sandboxOutcome: string | null;
  /** Test mode only: the specific check that the number fails (docs/reference/identity-documents.md, Check words). */
  failedCheck: CheckWord | null;
}

/** The customer's consent, as it was given (UIDAI, DPDP). Who sent it, and from where, is in the event's meta. */
export interface ConsentRecord {
  textVersion: string;
  /** Milliseconds since the epoch. */
  capturedAtMs: number;
  purpose: string | null;
  channel: string | null;
  /** In which the text was shown, as a language tag. */
  language?: string | null;
}

/** Personal values are sealed tokens (libs/personal-data). Absent means not given. */
export interface DocumentDetails {
  fullName?: string;
  dateOfBirth?: string;
  ifsc?: string;
  redirectUrl?: string;
  otpChannel?: string;
}

export interface CreateVerificationPayload {
  customerId: string;
  documentType: DocumentType;
  document: DocumentReference;
  method: VerificationMethod;
  /** Whether the caller named the method; otherwise a live provider may go another way. */
  isMethodChosen?: boolean;
  verifyAddress: boolean;
  details: DocumentDetails;
  /** The name the customer has on record, a sealed token; what the sandbox answers as `customer_name`. */
  customerName: string | null;
  /** The address the customer has on record, of sealed tokens; what `verify_address` compares with. */
  customerAddress?: SealedAddress;
  consent: ConsentRecord | null;
  metadata?: Record<string, string | number | boolean>;
}

/** What a provider may need beside the number, by its name in `document_details`. */
export type DetailName = 'full_name' | 'date_of_birth' | 'ifsc' | 'file_number' | 'redirect_url' | 'share_code';

/** What the customer handed in. The OTP or share code rests in the vault, or was judged by the sandbox already. */
export interface SubmitInputPayload {
  /** `consent`: the customer comes back from the page where it was asked for. */
  kind: 'otp' | 'share_code' | 'details' | 'consent';
  vaultId: string | null;
  /** Test mode only: what the sandbox makes of the OTP or share code. */
  sandboxAnswer: 'accepted' | 'otp_incorrect' | 'otp_expired' | 'share_code_invalid' | null;
  details: DocumentDetails;
  /** Which details came, those that rest in the vault included. */
  given?: readonly DetailName[];
}

export interface CancelVerificationPayload {
  reason: 'cancelled_by_account' | 'customer_cancelled' | 'consent_withdrawn';
}

/** Test mode: what the customer said at the mock page of the sandbox. */
export interface AnswerConsentPayload {
  isGiven: boolean;
}

/** Who wants what identifies the person to be gone: the account, its customer's erasure, or the rule on how long it is kept. */
export interface RedactVerificationPayload {
  because: 'requested' | 'customer_erased' | 'retention_over';
}

/** An operator's order: nothing is erased while it holds; null lifts it. */
export interface HoldVerificationPayload {
  reason: string | null;
}

/** What a person can make of a review (docs/reference/state-machines.md, KYC verification). */
export const REVIEW_DECISIONS = ['verified', 'rejected'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** A person looks at a review: who, and why. */
export interface InspectVerificationPayload {
  by: string;
  note: string;
}

/** A person decides a review. What they found is kept with who they are; the account reads the decision alone. */
export interface DecideVerificationPayload extends InspectVerificationPayload {
  as: ReviewDecision;
  /** What they found, as a reason code; absent means what the review was for. */
  because?: string;
}

/** What a person sees of a review: what the customer is said to be, and what the register says. Personal values are sealed tokens. */
export interface ReviewFile {
  id: string;
  object: 'kyc.review';
  customer_id: string;
  document_type: DocumentType;
  document_number: string | null;
  reason_code: string;
  given: Record<'full_name' | 'date_of_birth', string | null> & { address: SealedAddress | null };
  register: Record<'full_name' | 'date_of_birth' | 'address', string | null>;
  name_match_score: number | null;
  address_score: number | null;
  face_score: number | null;
  checks: Record<string, string>;
  warnings: readonly string[];
  provider: string | null;
  provider_reference: string | null;
}

/** What a provider answered to try number `tries`. The shape is the provider port's. */
export interface RecordStepPayload {
  tries: number;
  step: unknown;
}

/** Test mode: act as the provider or the reviewer (docs/reference/testing.md). */
export interface SimulateVerificationPayload {
  outcome: string;
}

/** Command type → payload: everything that can be asked of a verification. */
export interface KycCommandPayloads {
  'kyc.create': CreateVerificationPayload;
  'kyc.submit': SubmitInputPayload;
  'kyc.resend': Record<string, never>;
  'kyc.cancel': CancelVerificationPayload;
  'kyc.redact': RedactVerificationPayload;
  'kyc.withdraw_consent': Record<string, never>;
  'kyc.hold': HoldVerificationPayload;
  /** Operators only: a review is looked at. */
  'kyc.inspect': InspectVerificationPayload;
  /** Operators only: a review is decided. */
  'kyc.decide': DecideVerificationPayload;
  /** The key of a redacted verification is destroyed. */
  'kyc.record_key_destroyed': Record<string, never>;
  'kyc.simulate': SimulateVerificationPayload;
  'kyc.answer_consent': AnswerConsentPayload;
  /** A provider says that asking it is worth while. */
  'kyc.record_provider_callback': { provider: string };
  'kyc.record_step': RecordStepPayload;
  /** The number is no longer needed, and the vault has deleted it. */
  'kyc.record_number_forgotten': Record<string, never>;
  /** Sent by the store when the time has come that the verification asked for. */
  'kyc.wake': Record<string, never>;
}

export type KycCommandType = keyof KycCommandPayloads;

export const KYC_COMMAND_TYPES = [
  'kyc.create',
  'kyc.submit',
  'kyc.resend',
  'kyc.cancel',
  'kyc.redact',
  'kyc.withdraw_consent',
  'kyc.hold',
  'kyc.inspect',
  'kyc.decide',
  'kyc.record_key_destroyed',
  'kyc.simulate',
  'kyc.answer_consent',
  'kyc.record_provider_callback',
  'kyc.record_step',
  'kyc.record_number_forgotten',
  'kyc.wake',
] as const satisfies readonly KycCommandType[];

export type KycCommand = { [TType in KycCommandType]: Command<TType, KycCommandPayloads[TType]> }[KycCommandType];
