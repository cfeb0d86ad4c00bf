import type { CheckResult, DetailName, DocumentType, NameMatch, VerificationReason } from '#contracts';
import type { VerificationTerms } from '../domain/verification/events';
import type { ProviderStep, Said, VerificationResult } from '../domain/verification/step';
import type { SandboxOutcome } from './sandbox-scenarios';

const OTP_WINDOW_MS = 600_000;
const RESEND_AFTER_MS = 60_000;
const A_WHILE_MS = 10_000;
const REDIRECT_WINDOW_MS = 3_600_000;

/** What the sandbox's register says of a holder it knows nothing about. */
const SOMEBODY = { name: 'Asha Verma', dateOfBirth: '1990-01-01', address: '12 MG Road, Bengaluru, Karnataka 560001, IN' };

/** Documents whose source tells the date of birth (spec/india.md 2.1). */
const WITH_BIRTH_DATE: ReadonlySet<DocumentType> = new Set(['aadhaar', 'passport', 'driving_licence']);

/** A person has to decide (spec/india.md 2.8). */
const REVIEWS: ReadonlySet<SandboxOutcome> = new Set<SandboxOutcome>([
  'name_partial_match',
  'address_partial_match',
  'face_partial_match',
  'duplicate_identity',
  'watchlist_hit',
]);

/** What the customer has to do, as words of the sandbox. */
const OF_THE_CUSTOMER: ReadonlySet<SandboxOutcome> = new Set<SandboxOutcome>([
  'otp_required',
  'redirect_required',
  'document_details_required',
]);

/** What the sandbox is asked with. */
export interface SandboxQuestion {
  verificationId: string;
  terms: Pick<VerificationTerms, 'documentType' | 'method' | 'verifyAddress' | 'customerName' | 'details'>;
  outcome: SandboxOutcome;
  nowMs: number;
  /** Base of the mock pages, without a slash at its end. */
  publicUrl: string;
}

/** The sandbox's answer to a new verification: a function of its arguments (spec/india.md 4.6). */
export function sandboxStart(question: SandboxQuestion): ProviderStep {
  return by(question, saidAtFirst(question));
}

/** What the sandbox says when it is asked again: the slow one has made up its mind by then. */
export function sandboxFetch(question: SandboxQuestion): ProviderStep {
  const { outcome } = question;
  return by(question, outcome === 'verified_after_a_while' ? passed(question) : saidAtFirst(question));
}

/** What the sandbox makes of an OTP that was judged when it came in; another one is sent on request. */
export function sandboxSubmit(question: SandboxQuestion, answer: 'accepted' | 'otp_incorrect' | 'otp_expired'): ProviderStep {
  return by(question, answer === 'accepted' ? passed(question) : { kind: 'otp_wrong', reason: answer });
}

/** The code that opens no file of the sandbox; every other one does. */
export function isShareCodeWrong(shareCode: string): boolean {
  return shareCode === '0000';
}

/** What comes of it once the customer has done what was asked: what the number stands for, and else a pass. */
export function sandboxGoOn(question: SandboxQuestion): ProviderStep {
  const isAsked = OF_THE_CUSTOMER.has(question.outcome);
  return by(question, isAsked ? passed(question) : saidAtFirst(question));
}

/** Another OTP. */
export function sandboxResend(question: SandboxQuestion): ProviderStep {
  return by(question, otpSent(question.nowMs));
}

function by({ verificationId }: SandboxQuestion, said: Said): ProviderStep {
  return { provider: 'sandbox', reference: `sbx_${verificationId}`, ...said };
}

function saidAtFirst(question: SandboxQuestion): Said {
  const { outcome, terms, nowMs } = question;
  switch (outcome) {
    case 'verified':
    case 'verified_not_linked':
      return passed(question);
    case 'address_mismatch_when_asked':
      return terms.verifyAddress ? failed('address_mismatch') : passed(question);
    case 'verified_after_a_while':
      return { kind: 'pending', checkAtMs: nowMs + A_WHILE_MS };
    case 'awaiting_provider':
      return { kind: 'pending', checkAtMs: null };
    case 'otp_required':
    case 'otp_request_too_soon':
      return otpSent(nowMs);
    default:
      return saidOfTrouble(question);
  }
}

function saidOfTrouble(question: SandboxQuestion): Said {
  const { outcome, verificationId, publicUrl, nowMs } = question;
  switch (outcome) {
    case 'redirect_required':
      return { kind: 'redirect', url: `${publicUrl}/sandbox/kyc/${verificationId}`, expiresAtMs: nowMs + REDIRECT_WINDOW_MS };
    case 'document_details_required':
      return { kind: 'details', missing: missingOf(question.terms) };
    case 'otp_expired':
    case 'session_expired':
      return { kind: 'ended', reason: outcome };
    case 'otp_incorrect':
      return { kind: 'otp_wrong', reason: outcome };
    case 'provider_unavailable':
    case 'provider_timeout':
    case 'provider_quota_exhausted':
      return { kind: 'unavailable', reason: outcome, retryAtMs: null };
    default:
      return judged(outcome as VerificationReason, question);
  }
}

/** What a live provider would need, as far as it is not there yet (spec/india.md 2.1). */
const NEEDS: Readonly<Partial<Record<DocumentType, readonly DetailName[]>>> = {
  passport: ['file_number', 'date_of_birth'],
  driving_licence: ['date_of_birth'],
  bank_account: ['ifsc'],
};

function missingOf({ documentType, method, details }: SandboxQuestion['terms']): DetailName[] {
  if (method === 'offline_xml') return ['share_code'];
  const given = { date_of_birth: details.dateOfBirth, ifsc: details.ifsc };
  const left = (NEEDS[documentType] ?? []).filter((name) => given[name as keyof typeof given] === undefined);
  return left.length > 0 ? left : ['full_name'];
}

/** What the sandbox's comparison of names comes to. */
const NAMES: Readonly<Partial<Record<VerificationReason, { score: number; band: NameMatch['band']; check: CheckResult }>>> = {
  name_mismatch: { score: 20, band: 'no_match', check: 'failed' },
  name_partial_match: { score: 78, band: 'moderate_partial', check: 'warning' },
};

/** A person who has to decide sees what the register says; of a no the account sees how close the names were. */
function judged(reason: VerificationReason, question: SandboxQuestion): Said {
  const { nameMatch: equal, ...agreed } = agreement(question);
  const names = NAMES[reason];
  const checks = {
    ...agreed.checks,
    ...(names && { name_match: names.check }),
    ...(reason === 'watchlist_hit' && { watchlist: 'warning' as const }),
  };
  const nameMatch = names === undefined ? equal : { score: names.score, band: names.band };
  if (REVIEWS.has(reason)) return { kind: 'review', reason, result: { ...agreed, checks, ...(nameMatch && { nameMatch }) } };
  return names === undefined
    ? failed(reason)
    : { kind: 'failed', reason, result: { checks, warnings: [], ...(nameMatch && { nameMatch }) } };
}

function otpSent(nowMs: number): Said {
  return { kind: 'otp', expiresAtMs: nowMs + OTP_WINDOW_MS, resendAfterMs: nowMs + RESEND_AFTER_MS };
}

function failed(reason: VerificationReason): Said {
  return { kind: 'failed', reason };
}

function passed(question: SandboxQuestion): Said {
  return { kind: 'passed', result: agreement(question) };
}

/** The register agrees with everything that was asked, and echoes the customer's own name. */
function agreement({ terms, outcome }: SandboxQuestion): VerificationResult {
  const { details, documentType, verifyAddress } = terms;
  const nameMatch: { score: number; band: NameMatch['band'] } = { score: 100, band: 'direct' };
  const knowsBirthDate = WITH_BIRTH_DATE.has(documentType) || details.dateOfBirth !== undefined;
  return {
    customerName: details.fullName ?? terms.customerName ?? SOMEBODY.name,
    ...(knowsBirthDate && { dateOfBirth: details.dateOfBirth ?? SOMEBODY.dateOfBirth }),
    ...(verifyAddress && { address: SOMEBODY.address, addressScore: 100 }),
    nameMatch,
    checks: {
      number_format: 'passed',
      document_status: 'passed',
      name_match: 'passed',
      ...(knowsBirthDate && { dob_match: 'passed' as const }),
      ...(verifyAddress && { address_match: 'passed' as const }),
    },
    warnings: outcome === 'verified_not_linked' ? ['pan_aadhaar_not_linked'] : [],
  };
}

/** The OTPs of the sandbox (spec/india-vectors.json `sandbox.otp`). The words are what may be stored of them. */
export function judgeSandboxOtp(otp: string): 'accepted' | 'otp_incorrect' | 'otp_expired' {
  if (otp === '111000' || otp === '123456') return 'accepted';
  return otp === '999999' ? 'otp_expired' : 'otp_incorrect';
}
