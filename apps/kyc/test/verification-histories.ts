import type { CreateVerificationPayload, DocumentReference, SubmitInputPayload, VerificationStatus } from '#contracts';
import type { VerificationEvent } from '../src/verification/events';
import type { VerificationInstruction, VerificationInstructionType } from '../src/verification/decide/instructions';
import type { ProviderStep, ProviderResult, VerificationResult } from '../src/verification/decide/step';

/** 2026-11-21T09:30:00Z. */
export const NOW_MS = 1_795_253_400_000;
const DAY_MS = 86_400_000;
const OTP_WINDOW_MS = 600_000;

export const DOCUMENT: DocumentReference = {
  masked: 'XXXX-XXXX-0009',
  isDuplicate: false,
  vaultId: null,
  sandboxOutcome: 'verified',
  failedCheck: null,
};

export const ASKED: CreateVerificationPayload = {
  customerId: 'cust_0TgWzRaB07xK2mNq5Yd8Vf3L',
  documentType: 'aadhaar',
  document: DOCUMENT,
  method: 'otp',
  verifyAddress: false,
  details: { fullName: '~s1.name' },
  customerName: '~s1.customer',
  consent: null,
};

export const RESULT: VerificationResult = { customerName: '~s1.name', checks: { document_status: 'passed' }, warnings: [] };
export const ANSWERED = { provider: 'sandbox', reference: 'sbx_1' };

/** A provider's answer; the provider is always the same. */
export function step(providerResult: ProviderResult): ProviderStep {
  return { ...ANSWERED, ...providerResult };
}

const terms = { ...ASKED, expiresAtMs: NOW_MS + DAY_MS };
const created: VerificationEvent = { type: 'kyc.verification.created', data: { terms, askAtMs: NOW_MS } };
const otp = { type: 'otp', expiresAtMs: NOW_MS + OTP_WINDOW_MS, resendAfterMs: NOW_MS } as const;
const asked: VerificationEvent = {
  type: 'kyc.verification.requires_input',
  data: { action: otp, reason: 'otp_required', triesLeft: 3, answered: ANSWERED },
};
const submitted: VerificationEvent = {
  type: 'kyc.verification.processing',
  data: { reason: 'awaiting_provider', providerRequest: 'submit', checkAtMs: NOW_MS, vaultId: 'vault-1' },
};

/** What leads to each state. */
export const HISTORY: Record<'none' | VerificationStatus, readonly VerificationEvent[]> = {
  none: [],
  pending: [created],
  requires_input: [created, asked],
  processing: [created, asked, submitted],
  verified: [created, { type: 'kyc.verification.verified', data: { result: RESULT, atMs: NOW_MS, answered: ANSWERED } }],
  failed: [created, { type: 'kyc.verification.failed', data: { reason: 'name_mismatch', atMs: NOW_MS, answered: ANSWERED } }],
  expired: [created, { type: 'kyc.verification.expired', data: { reason: 'session_expired', atMs: NOW_MS } }],
  cancelled: [created, { type: 'kyc.verification.cancelled', data: { reason: 'cancelled_by_account', atMs: NOW_MS } }],
};

const otpHandedIn: SubmitInputPayload = { kind: 'otp', vaultId: null, sandboxAnswer: 'accepted', details: {} };

/** One of each command; those that a provider answers come with a pass. */
export const COMMANDS: { [TType in VerificationInstructionType]: VerificationInstruction } = {
  CreateVerification: { type: 'CreateVerification', payload: ASKED, step: step({ kind: 'passed', result: RESULT }) },
  SubmitInput: { type: 'SubmitInput', payload: otpHandedIn, step: step({ kind: 'passed', result: RESULT }) },
  ResendOtp: { type: 'ResendOtp', step: step({ kind: 'otp', expiresAtMs: NOW_MS + OTP_WINDOW_MS, resendAfterMs: NOW_MS + 60_000 }) },
  CancelVerification: { type: 'CancelVerification', payload: { reason: 'cancelled_by_account' } },
  RedactVerification: { type: 'RedactVerification', because: 'requested' },
  WithdrawConsent: { type: 'WithdrawConsent' },
  HoldVerification: { type: 'HoldVerification', reason: 'case 7' },
  InspectVerification: { type: 'InspectVerification', payload: { by: 'asha', note: 'case 7' } },
  DecideVerification: { type: 'DecideVerification', payload: { as: 'verified', by: 'asha', note: 'seen the card' } },
  RecordKeyDestroyed: { type: 'RecordKeyDestroyed' },
  RecordProviderCallback: { type: 'RecordProviderCallback', provider: 'cashfree' },
  RecordStep: { type: 'RecordStep', tries: 0, step: step({ kind: 'passed', result: RESULT }) },
  WakeVerification: { type: 'WakeVerification' },
  RecordNumberForgotten: { type: 'RecordNumberForgotten' },
};
