import {
  KYC_SLOW_MS,
  kycStepOf,
  sandboxOtpResultOf,
  type CheckResult,
  type DetailName,
  type DocumentType,
  type ProviderFailureReason,
  type SandboxKycStep,
  type SandboxOtpResult,
  type SandboxOutcome,
  type VerificationReason,
} from '#contracts';
import type { VerificationTerms } from '../../verification/events';
import type { NameBand, ProviderStep, ProviderResult, VerificationResult } from '../../verification/decide/step';

const OTP_WINDOW_MS = 600_000;
const RESEND_AFTER_MS = 60_000;
const REDIRECT_WINDOW_MS = 3_600_000;

/** What the sandbox's register says of a holder it knows nothing about. */
const PERSON = { name: 'Asha Verma', dateOfBirth: '1990-01-01', address: '12 MG Road, Bengaluru, Karnataka 560001, IN' };

/** Documents whose source tells the date of birth (docs/reference/identity-documents.md, Document types). */
const WITH_BIRTH_DATE: ReadonlySet<DocumentType> = new Set(['aadhaar', 'passport', 'driving_licence']);

/** The steps that wait for the customer. */
const OF_THE_CUSTOMER: ReadonlySet<SandboxKycStep> = new Set<SandboxKycStep>(['otp', 'redirect', 'details']);

/** What the sandbox is asked with. */
export interface SandboxRequest {
  verificationId: string;
  terms: Pick<VerificationTerms, 'documentType' | 'method' | 'verifyAddress' | 'customerName' | 'details'>;
  outcome: SandboxOutcome;
  nowMs: number;
  /** Base of the mock pages, without a slash at its end. */
  publicUrl: string;
}

/** The sandbox's answer to a new verification: a function of its arguments (docs/reference/testing.md). */
export function sandboxStart(providerRequest: SandboxRequest): ProviderStep {
  return by(providerRequest, firstResult(providerRequest));
}

/** What the sandbox says when it is asked again: the slow one has made up its mind by then. */
export function sandboxFetch(providerRequest: SandboxRequest): ProviderStep {
  const { outcome } = providerRequest;
  return by(providerRequest, outcome === 'verified_after_a_while' ? passed(providerRequest) : firstResult(providerRequest));
}

/** What the sandbox makes of an OTP that was judged when it came in; another one is sent on request. */
export function sandboxSubmit(providerRequest: SandboxRequest, answer: 'accepted' | 'otp_incorrect' | 'otp_expired'): ProviderStep {
  return by(providerRequest, answer === 'accepted' ? passed(providerRequest) : { kind: 'otp_wrong', reason: answer });
}

/** The code that opens no file of the sandbox; every other one does. */
export function isShareCodeWrong(shareCode: string): boolean {
  return shareCode === '0000';
}

/** What comes of it once the customer has done what was asked: what the number stands for, and else a pass. */
export function sandboxGoOn(providerRequest: SandboxRequest): ProviderStep {
  const isAsked = OF_THE_CUSTOMER.has(stepOf(providerRequest));
  return by(providerRequest, isAsked ? passed(providerRequest) : firstResult(providerRequest));
}

/** Another OTP. */
export function sandboxResend(providerRequest: SandboxRequest): ProviderStep {
  return by(providerRequest, otpSent(providerRequest.nowMs));
}

function by({ verificationId }: SandboxRequest, providerResult: ProviderResult): ProviderStep {
  return { provider: 'sandbox', reference: `sbx_${verificationId}`, ...providerResult };
}

function stepOf({ outcome, terms }: SandboxRequest): SandboxKycStep {
  return kycStepOf(outcome, terms.verifyAddress);
}

function firstResult(providerRequest: SandboxRequest): ProviderResult {
  return PROVIDER_RESULT[stepOf(providerRequest)](providerRequest);
}

/** What the register of the sandbox does, in the words of the domain. */
const PROVIDER_RESULT: Readonly<Record<SandboxKycStep, (providerRequest: SandboxRequest) => ProviderResult>> = {
  passed,
  failed: notPassed,
  review: notPassed,
  pending: ({ outcome, nowMs }) => ({ kind: 'pending', checkAtMs: outcome === 'verified_after_a_while' ? nowMs + KYC_SLOW_MS : null }),
  unavailable: ({ outcome }) => ({ kind: 'unavailable', reason: outcome as ProviderFailureReason, retryAtMs: null }),
  otp: ({ nowMs }) => otpSent(nowMs),
  otp_wrong: () => ({ kind: 'otp_wrong', reason: 'otp_incorrect' }),
  redirect: ({ verificationId, publicUrl, nowMs }) => ({
    kind: 'redirect',
    url: `${publicUrl}/sandbox/kyc/${verificationId}`,
    expiresAtMs: nowMs + REDIRECT_WINDOW_MS,
  }),
  details: ({ terms }) => ({ kind: 'details', missing: missingOf(terms) }),
  ended: ({ outcome }) => ({ kind: 'ended', reason: outcome as VerificationReason }),
};

/** What a live provider would need, as far as it is not there yet (docs/reference/identity-documents.md, Document types). */
const NEEDS: Readonly<Partial<Record<DocumentType, readonly DetailName[]>>> = {
  passport: ['file_number', 'date_of_birth'],
  driving_licence: ['date_of_birth'],
  bank_account: ['ifsc'],
};

function missingOf({ documentType, method, details }: SandboxRequest['terms']): DetailName[] {
  if (method === 'offline_xml') return ['share_code'];
  const given = { date_of_birth: details.dateOfBirth, ifsc: details.ifsc };
  const left = (NEEDS[documentType] ?? []).filter((name) => given[name as keyof typeof given] === undefined);
  return left.length > 0 ? left : ['full_name'];
}

/** What the sandbox's comparison of names comes to. */
const NAMES: Readonly<Partial<Record<VerificationReason, { score: number; band: NameBand; check: CheckResult }>>> = {
  name_mismatch: { score: 20, band: 'no_match', check: 'failed' },
  name_partial_match: { score: 78, band: 'moderate_partial', check: 'warning' },
};

/** A person who has to decide sees what the register says; of a no the account sees how close the names were. */
function notPassed(providerRequest: SandboxRequest): ProviderResult {
  const { outcome } = providerRequest;
  const reason = outcome === 'address_mismatch_when_asked' ? 'address_mismatch' : (outcome as VerificationReason);
  const { nameMatch: equal, ...agreed } = agreement(providerRequest);
  const names = NAMES[reason];
  const checks = {
    ...agreed.checks,
    ...(names && { name_match: names.check }),
    ...(reason === 'watchlist_hit' && { watchlist: 'warning' as const }),
  };
  const nameMatch = names === undefined ? equal : { score: names.score, band: names.band };
  if (stepOf(providerRequest) === 'review')
    return { kind: 'review', reason, result: { ...agreed, checks, ...(nameMatch && { nameMatch }) } };
  if (names === undefined) return { kind: 'failed', reason };
  return { kind: 'failed', reason, result: { checks, warnings: [], ...(nameMatch && { nameMatch }) } };
}

function otpSent(nowMs: number): ProviderResult {
  return { kind: 'otp', expiresAtMs: nowMs + OTP_WINDOW_MS, resendAfterMs: nowMs + RESEND_AFTER_MS };
}

function passed(providerRequest: SandboxRequest): ProviderResult {
  return { kind: 'passed', result: agreement(providerRequest) };
}

/** The register agrees with everything that was asked, and echoes the customer's own name. */
function agreement({ terms, outcome }: SandboxRequest): VerificationResult {
  const { details, documentType, verifyAddress } = terms;
  const nameMatch: { score: number; band: NameBand } = { score: 100, band: 'direct' };
  const knowsBirthDate = WITH_BIRTH_DATE.has(documentType) || details.dateOfBirth !== undefined;
  return {
    customerName: details.fullName ?? terms.customerName ?? PERSON.name,
    ...(knowsBirthDate && { dateOfBirth: details.dateOfBirth ?? PERSON.dateOfBirth }),
    ...(verifyAddress && { address: PERSON.address, addressScore: 100 }),
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

/** The words of a verification for what becomes of an OTP; these may be stored, the OTP may not. */
const OTP_ANSWERS = { accepted: 'accepted', incorrect: 'otp_incorrect', expired: 'otp_expired' } as const satisfies Record<
  SandboxOtpResult,
  string
>;

/** What becomes of an OTP of the sandbox. */
export function checkSandboxOtp(otp: string): 'accepted' | 'otp_incorrect' | 'otp_expired' {
  return OTP_ANSWERS[sandboxOtpResultOf(otp)];
}
