/** The states of a verification (docs/reference/state-machines.md, KYC verification). `verified` is the only success word. */
export const VERIFICATION_STATUSES = ['pending', 'requires_input', 'processing', 'verified', 'failed', 'expired', 'cancelled'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** How a document is verified (docs/reference/identity-documents.md, Methods). */
export const VERIFICATION_METHODS = [
  'database',
  'otp',
  'digilocker',
  'offline_xml',
  'qr',
  'verifiable_credential',
  'penny_drop',
  'reverse_penny_drop',
  'face_match',
  'video_kyc',
  'ckyc',
] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

/** What a verification looks at (docs/reference/identity-documents.md, Checks of a person). */
export const CHECK_NAMES = [
  'number_format',
  'document_status',
  'name_match',
  'dob_match',
  'gender_match',
  'address_match',
  'face_match',
  'liveness',
  'watchlist',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export const CHECK_RESULTS = ['passed', 'failed', 'warning', 'not_performed', 'not_available'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];
