import type { CreateVerificationPayload, DocumentReference, KycCommandType, SubmitInputPayload, VerificationStatus } from '#contracts';
import type { VerificationEvent } from '../src/verification/events';
import type { ProviderStep, ProviderResult, VerificationResult } from '../src/verification/decide/step';
import { recordStep, type VerificationCommandOf } from './verification-decider';

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

const passed = step({ kind: 'passed', result: RESULT });

/** One of each command; those that ask a provider are answered with a pass. */
export const COMMANDS: { [TType in KycCommandType]: VerificationCommandOf<TType> } = {
  'kyc.create': { type: 'kyc.create', payload: ASKED, step: passed },
  'kyc.submit': { type: 'kyc.submit', payload: otpHandedIn, step: passed },
  'kyc.resend': {
    type: 'kyc.resend',
    payload: {},
    step: step({ kind: 'otp', expiresAtMs: NOW_MS + OTP_WINDOW_MS, resendAfterMs: NOW_MS + 60_000 }),
  },
  'kyc.cancel': { type: 'kyc.cancel', payload: { reason: 'cancelled_by_account' } },
  'kyc.redact': { type: 'kyc.redact', payload: { because: 'requested' } },
  'kyc.withdraw_consent': { type: 'kyc.withdraw_consent', payload: {} },
  'kyc.hold': { type: 'kyc.hold', payload: { reason: 'case 7' } },
  'kyc.inspect': { type: 'kyc.inspect', payload: { by: 'asha', note: 'case 7' } },
  'kyc.decide': { type: 'kyc.decide', payload: { as: 'verified', by: 'asha', note: 'seen the card' } },
  'kyc.record_key_destroyed': { type: 'kyc.record_key_destroyed', payload: {} },
  'kyc.record_provider_callback': { type: 'kyc.record_provider_callback', payload: { provider: 'cashfree' } },
  'kyc.record_step': recordStep(0, passed),
  'kyc.simulate': { type: 'kyc.simulate', payload: { outcome: 'approve' }, step: passed },
  'kyc.answer_consent': { type: 'kyc.answer_consent', payload: { isGiven: true }, step: passed },
  'kyc.record_number_forgotten': { type: 'kyc.record_number_forgotten', payload: {} },
  'kyc.wake': { type: 'kyc.wake', payload: {} },
};
