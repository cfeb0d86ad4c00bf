import { CHECK_SENTENCE, DOCUMENT_TYPES, VERIFICATION_REASONS, VERIFICATION_STATUSES } from '#contracts';
import type { ListRules } from '../../lists/list-rules';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** Why a verification is not verified: what became of it, and what was wrong with its number. */
const REASON_CODES = [...new Set([...Object.keys(VERIFICATION_REASONS), ...Object.keys(CHECK_SENTENCE)])];

/** What the list of verifications takes. */
const VERIFICATION_LIST: ListRules = {
  kind: 'kycVerification',
  filters: ['id', 'created_at', 'status', 'customer_id', 'metadata'],
  statuses: VERIFICATION_STATUSES,
  own: { document_type: { words: DOCUMENT_TYPES }, verification_reason_code: { words: REASON_CODES } },
  expand: [],
};

/** What each read of verifications takes, and where the service answers it. */
export const VERIFICATION_QUERIES = {
  list: { service: 'kyc', internalPath: () => '/internal/kyc_verifications', rules: VERIFICATION_LIST } satisfies ListRoute,
  get: { resource: 'kycVerification', expand: [], hasAsOf: true } satisfies ShowRoute,
  listEvents: {
    service: 'kyc',
    internalPath: ({ id = '' }) => `/internal/kyc_verifications/${id}/events`,
    parent: { resource: 'kycVerification', idParam: 'id' },
    rules: { kind: 'event', filters: [], expand: [] },
  } satisfies ListRoute,
};
