/** Every public event type of a verification (docs/reference/state-machines.md, KYC verification). Without personal values. */
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
