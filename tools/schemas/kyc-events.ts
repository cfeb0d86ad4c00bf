import { KYC_EVENT_TYPES, ThinVerification, VERIFICATION_REASONS, type KycEventType, type VerificationReason } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const CREATED: ThinVerification = {
  id: 'kyc_0VB3xQ9k42Vf2t8WnLp5KcSd',
  object: 'kyc.verification',
  livemode: false,
  customer_id: 'cust_0VB3xQ9k42Hb6t5VnMq1RdXa',
  document_type: 'aadhaar',
  status: 'pending',
  ...because('awaiting_provider'),
  expires_at: CREATED_AT + 86_400,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

function because(reason: VerificationReason): Pick<ThinVerification, 'verification_reason' | 'verification_reason_code'> {
  return { verification_reason: VERIFICATION_REASONS[reason], verification_reason_code: reason };
}

type Step = [changes: Partial<ThinVerification>, previous: Partial<ThinVerification> | null];

const TEN_YEARS_S = 315_360_000;
const VERIFIED = {
  status: 'verified',
  expires_at: CREATED_AT + TEN_YEARS_S,
  verification_reason: null,
  verification_reason_code: null,
} as const;

/** What each event changes, on the way from the creation. */
const STEPS: Record<KycEventType, Step> = {
  'kyc.verification.created': [{}, null],
  'kyc.verification.requires_input': [
    { status: 'requires_input', ...because('otp_required'), sequence: 2 },
    { status: 'pending', ...because('awaiting_provider') },
  ],
  'kyc.verification.processing': [
    { status: 'processing', ...because('awaiting_provider'), updated_at: CREATED_AT + 40, sequence: 3 },
    { status: 'requires_input', ...because('otp_required') },
  ],
  'kyc.verification.verified': [
    { ...VERIFIED, updated_at: CREATED_AT + 41, sequence: 4 },
    { status: 'processing', ...because('awaiting_provider') },
  ],
  'kyc.verification.failed': [
    { status: 'failed', expires_at: null, ...because('name_mismatch'), updated_at: CREATED_AT + 41, sequence: 4 },
    { status: 'processing', ...because('awaiting_provider') },
  ],
  'kyc.verification.expired': [
    { status: 'expired', expires_at: null, ...because('otp_expired'), updated_at: CREATED_AT + 600, sequence: 3 },
    { status: 'requires_input', ...because('otp_required') },
  ],
  'kyc.verification.cancelled': [
    { status: 'cancelled', expires_at: null, ...because('cancelled_by_account'), updated_at: CREATED_AT + 60, sequence: 3 },
    { status: 'requires_input', ...because('otp_required') },
  ],
  'kyc.verification.redacted': [{ ...VERIFIED, updated_at: CREATED_AT + 86_400, sequence: 5 }, null],
};

const MEANING: Record<KycEventType, string> = {
  'kyc.verification.created': 'A document of a customer is being verified.',
  'kyc.verification.requires_input': 'The customer has to do something: enter an OTP, give consent, or hand in details.',
  'kyc.verification.processing': 'The provider works on it, or a person has to decide.',
  'kyc.verification.verified': 'The document is verified. Read the verification for the name.',
  'kyc.verification.failed': 'The document is not verified: verification_reason_code says why.',
  'kyc.verification.expired': 'Nobody acted before the time limit.',
  'kyc.verification.cancelled': 'The verification was cancelled before anybody had decided.',
  'kyc.verification.redacted': 'What identifies the person is gone from the verification; status and reason stay.',
};

/** The events of identity verifications: thin, so that no topic holds anything of the person. */
export const KYC_EVENTS = {
  service: 'kyc' as const,
  resourceType: 'kyc.verification',
  resource: ThinVerification,
  meaning: Object.fromEntries(KYC_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as KycEventType];
    return exampleEvent(type, 'kyc.verification', { ...CREATED, ...changes }, previous);
  },
};
