import type { DocumentType, ProviderFailureReason, VerificationMethod, VerificationReason, VerificationWarning } from '#contracts';
import type { PartnerDelivery } from '#partner-http';
import type { Secret } from './secret';
import type { NameBand } from '../verification/decide/step';
import type { PostalParts } from './address-match';

/** What a provider needs beside the number, by its name in `document_details`. */
export type RequiredDetail = 'full_name' | 'date_of_birth' | 'ifsc' | 'file_number' | 'redirect_url';

/** One thing that a provider can do. */
export interface KycCapability {
  documentType: DocumentType;
  method: VerificationMethod;
  /** Without these it cannot be asked. */
  requires: readonly RequiredDetail[];
  /** It takes no id of ours: the same question, put twice, is charged for twice. */
  isChargedEachTime?: true;
}

/** Who is said to hold the document, in the clear: who asks the provider has unsealed it. Never logged, never in an error. */
export interface KycSubject {
  fullName?: string;
  /** YYYY-MM-DD. */
  dateOfBirth?: string;
}

/** A document to be verified. */
export interface KycRequest {
  documentType: DocumentType;
  method: VerificationMethod;
  documentNumber: Secret;
  ifsc?: string;
  fileNumber?: Secret;
  /** Where the customer comes back to. */
  redirectUrl?: string;
  subject: KycSubject;
}

/** Something that a provider has begun. */
export interface KycInquiry {
  documentType: DocumentType;
  method: VerificationMethod;
  /** The provider's own number of it. */
  reference: string;
  /** Last four of the document number, so that another person's document is not taken for it. */
  last4: string;
}

export interface CallContext {
  /** The same on every repetition of the call; where the provider can tell them apart it acts once. At most 40 characters of `[A-Za-z0-9._-]`. */
  idempotencyKey: string;
  /** Of one call, milliseconds; at most 25 s (docs/reference/api-conventions.md, Time-outs). */
  timeoutMs: number;
  /** Milliseconds since the epoch. */
  nowMs: number;
  /** Ends the call, whatever it is doing. */
  signal?: AbortSignal;
}

/** The holder as the register has it, in the clear. Absent means that the register did not return it. */
export interface KycHolder {
  name?: string;
  /** YYYY-MM-DD. */
  dateOfBirth?: string;
  address?: KycAddress;
}

/** An address of a register: as one line to be read, and in parts to be compared. */
export interface KycAddress {
  line: string;
  parts: PostalParts;
}

/** What the provider itself compared. */
export interface KycMatch {
  /** The provider's word decides; its score is not banded again (docs/reference/identity-documents.md, Names). */
  name?: { score: number | null; band: NameBand };
  dateOfBirth?: 'match' | 'mismatch';
}

/** What a register says of a document. */
export type KycFinding =
  | { verdict: 'valid'; holder: KycHolder; match: KycMatch; warnings: readonly VerificationWarning[] }
  | { verdict: 'refused'; reason: VerificationReason };

/** What a provider says. Times in ms since the epoch. */
export type KycStep =
  | { kind: 'done'; reference: string | null; finding: KycFinding }
  | { kind: 'otp'; reference: string; expiresAtMs: number; resendAfterMs: number }
  | { kind: 'otp_wrong'; reference: string; reason: 'otp_incorrect' | 'otp_expired' }
  | { kind: 'redirect'; reference: string; url: string; expiresAtMs: number }
  /** It works on it, or waits for the customer: ask again. */
  | { kind: 'pending'; reference: string }
  /** The provider's own time limit is over, or the customer refused on its page. */
  | { kind: 'ended'; reference: string; reason: VerificationReason }
  /**
   * Nothing is known of the document. `isUnknown`: the question may have arrived. `mayBeCharged`: it may have been answered as
   * well, and we did not hear it; a provider that says itself that it failed charges nothing.
   */
  | { kind: 'unavailable'; reason: ProviderFailureReason; isUnknown: boolean; mayBeCharged?: true };

/** Something that a provider has to say about one of our verifications: that asking about it is worth while. */
export interface KycProviderEvent {
  /** The same when the same event is delivered again. */
  id: string;
  verificationId: string;
}

/**
 * The outside party that knows registers (docs/reference/identity-providers.md, Rules of every adapter). Adapters keep nothing and never
 * throw for what the outside does: a call without an answer is `unavailable`. `start` may be repeated with the same key; where the provider
 * takes an id of ours it acts once, and a duplicate is read back. Webhooks only say that asking is worth while; polling finds every outcome
 * without them.
 */
export interface KycProvider {
  readonly name: string;
  /** The same at all times: what the adapter and its settings allow. */
  capabilities(): readonly KycCapability[];
  start(request: KycRequest, ctx: CallContext): Promise<KycStep>;
  /** Only where `start` answers `otp`. */
  submitOtp?(inquiry: KycInquiry, otp: Secret, ctx: CallContext): Promise<KycStep>;
  /** Only where `start` answers `otp`. The number goes out again. */
  resendOtp?(inquiry: KycInquiry, request: KycRequest, ctx: CallContext): Promise<KycStep>;
  /** What became of it. May be repeated at will. */
  fetch(inquiry: KycInquiry, ctx: CallContext): Promise<KycStep>;
  /** Only of a provider that documents signed webhooks. Pure. @throws DeliveryRefusedError. */
  parseWebhook?(delivery: PartnerDelivery): KycProviderEvent[];
}
