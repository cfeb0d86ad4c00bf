import type { CheckWord } from '../kyc/check-word';
import type { DocumentType } from '../kyc/document-type';
import { VERIFICATION_REASONS, type VerificationReason } from '../kyc/reason-codes';
import type { VerificationMethod, VerificationStatus } from '../kyc/verification';

/**
 * What the sandbox makes of a verification, as one word that may be stored where the document number may not: a reason
 * code, or one of the words for what has no reason.
 */
export type SandboxOutcome =
  | VerificationReason
  | CheckWord
  | 'verified'
  | 'verified_after_a_while'
  | 'verified_not_linked'
  /** The register names another address: a failure only for those who asked for the address. */
  | 'address_mismatch_when_asked';

/** What the register of the sandbox does. */
export type SandboxKycStep =
  'passed' | 'failed' | 'review' | 'pending' | 'unavailable' | 'otp' | 'otp_wrong' | 'redirect' | 'details' | 'ended';

/** How long a slow register takes. */
export const KYC_SLOW_MS = 10_000;

/** The outcomes that are not simply a failure with their own name as the reason. */
const STEPS: Readonly<Partial<Record<SandboxOutcome, SandboxKycStep>>> = {
  verified: 'passed',
  verified_not_linked: 'passed',
  verified_after_a_while: 'pending',
  awaiting_provider: 'pending',
  otp_required: 'otp',
  otp_request_too_soon: 'otp',
  otp_incorrect: 'otp_wrong',
  redirect_required: 'redirect',
  document_details_required: 'details',
  otp_expired: 'ended',
  session_expired: 'ended',
  provider_unavailable: 'unavailable',
  provider_timeout: 'unavailable',
  provider_quota_exhausted: 'unavailable',
  name_partial_match: 'review',
  address_partial_match: 'review',
  face_partial_match: 'review',
  duplicate_identity: 'review',
  watchlist_hit: 'review',
};

/** What the register does for an outcome. */
export function kycStepOf(outcome: SandboxOutcome, verifyAddress: boolean): SandboxKycStep {
  if (outcome === 'address_mismatch_when_asked') return verifyAddress ? 'failed' : 'passed';
  return STEPS[outcome] ?? 'failed';
}

/** The status of a new verification after a step. */
const STATUS_AFTER: Readonly<Record<SandboxKycStep, VerificationStatus>> = {
  passed: 'verified',
  failed: 'failed',
  review: 'processing',
  pending: 'pending',
  unavailable: 'pending',
  otp: 'requires_input',
  otp_wrong: 'requires_input',
  redirect: 'requires_input',
  details: 'requires_input',
  ended: 'expired',
};

/** The reason of steps that name none of their own. */
const REASON_OF_STEP: Readonly<Partial<Record<SandboxKycStep, VerificationReason | null>>> = {
  passed: null,
  pending: 'awaiting_provider',
  otp: 'otp_required',
};

/** How a new verification with this outcome stands at first. */
export function kycResultOf(
  outcome: SandboxOutcome,
  verifyAddress: boolean,
): { status: VerificationStatus; reason: VerificationReason | CheckWord | null } {
  const step = kycStepOf(outcome, verifyAddress);
  const own = outcome === 'address_mismatch_when_asked' ? 'address_mismatch' : outcome;
  const usual = REASON_OF_STEP[step];
  return { status: STATUS_AFTER[step], reason: usual === undefined ? (own as VerificationReason) : usual };
}

/** Statuses as words of `metadata.sandbox_outcome` and of simulate, beside every reason code. */
const BY_STATUS: Readonly<Record<string, SandboxOutcome>> = {
  verified: 'verified',
  pending: 'awaiting_provider',
  requires_input: 'otp_required',
  processing: 'name_partial_match',
  failed: 'document_not_found',
  expired: 'otp_expired',
};

/** Every word that `metadata.sandbox_outcome` of a verification takes: statuses, then reason codes. */
export const KYC_OUTCOME_WORDS: readonly string[] = [...Object.keys(BY_STATUS), ...Object.keys(VERIFICATION_REASONS)];

/**
 * What a caller wrote as outcome, or undefined when the sandbox knows no such word. `requires_input` is what the document
 * would ask for: an OTP of Aadhaar, details of all others.
 */
export function findKycOutcome(
  word: unknown,
  { documentType, method }: { documentType: DocumentType; method: VerificationMethod },
): SandboxOutcome | undefined {
  if (typeof word !== 'string') return undefined;
  if (word === 'requires_input' && (documentType !== 'aadhaar' || method === 'offline_xml')) return 'document_details_required';
  if (Object.hasOwn(BY_STATUS, word)) return BY_STATUS[word];
  return Object.hasOwn(VERIFICATION_REASONS, word) ? (word as VerificationReason) : undefined;
}
