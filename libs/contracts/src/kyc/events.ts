/** Every public event type of a verification (spec/india.md 5.3). Thin: ids, document type, status, reason and code. */
export const KYC_EVENT_TYPES = [
  'kyc.verification.created',
  'kyc.verification.requires_input',
  'kyc.verification.processing',
  'kyc.verification.verified',
  'kyc.verification.failed',
  'kyc.verification.expired',
  'kyc.verification.cancelled',
  'kyc.verification.redacted',
] as const;

export type KycEventType = (typeof KYC_EVENT_TYPES)[number];
