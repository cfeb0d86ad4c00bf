import { REFUND_REASONS, REFUND_STATUSES, type ErrorCode } from '#contracts';
import { expansionsOf } from '../lists/expand';
import { STANDARD_FILTERS, type ListRules } from '../lists/list-rules';

/** The path parameter of every route of one refund. */
export const REFUND_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'rfnd_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What can be shown whole in a refund. */
export const REFUND_EXPAND = expansionsOf('refund');

/** What `POST /v1/refunds` can refuse with, beside what every write can. */
export const CREATE_REFUND_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'amount_too_small',
  'amount_too_large',
  'metadata_invalid',
  'refund_amount_exceeds_available',
  'resource_missing',
  'payment_not_refundable',
  'resource_already_exists',
  'processor_unavailable',
  'processor_not_configured',
  'processor_timeout',
];

/** What a simulation can refuse with, beside what every write can. */
export const SIMULATE_REFUND_ERRORS: readonly ErrorCode[] = ['parameter_missing', 'parameters_exclusive', 'state_conflict'];

/** What every list of refunds takes. */
export const REFUND_LIST = {
  kind: 'refund',
  filters: STANDARD_FILTERS,
  statuses: REFUND_STATUSES,
  own: { reason: { words: REFUND_REASONS } },
  expand: REFUND_EXPAND,
} as const satisfies ListRules;
