import { CHECK_SENTENCE, DOCUMENT_TYPES, VERIFICATION_REASONS, VERIFICATION_STATUSES } from '#contracts';
import type { ErrorCode } from '#contracts';
import type { ListRules } from '../lists/list-rules';

/** The path parameter of every route of one verification. */
export const VERIFICATION_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'kyc_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What `POST /v1/kyc/verifications` can refuse with, beside what every write can. */
export const CREATE_VERIFICATION_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'document_number_invalid',
  'document_type_unsupported',
  'metadata_invalid',
  'url_invalid',
  'resource_missing',
  'resource_already_exists',
  'processor_not_configured',
];

export const SUBMIT_VERIFICATION_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'parameters_exclusive',
  'document_number_invalid',
  'url_invalid',
  'state_conflict',
];
export const SIMULATE_VERIFICATION_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'parameter_invalid',
  'parameters_exclusive',
  'state_conflict',
  'key_restricted',
];
export const ACT_ON_VERIFICATION_ERRORS: readonly ErrorCode[] = ['state_conflict'];

/** Why a verification is not verified: what became of it, and what was wrong with its number. */
const REASON_CODES = [...new Set([...Object.keys(VERIFICATION_REASONS), ...Object.keys(CHECK_SENTENCE)])];

/** What the list of verifications takes. */
export const VERIFICATION_LIST: ListRules = {
  kind: 'kycVerification',
  filters: ['id', 'created_at', 'status', 'customer_id', 'metadata'],
  statuses: VERIFICATION_STATUSES,
  own: { document_type: { words: DOCUMENT_TYPES }, verification_reason_code: { words: REASON_CODES } },
  expand: [],
};
