import { PAYMENT_STATUSES } from '#contracts';
import type { ErrorCode } from '#contracts';
import { expansionsOf } from '../lists/expand';
import { STANDARD_FILTERS } from '../lists/list-rules';
import type { ListRules } from '../lists/list-rules';

/** The path parameter of every route of one payment. */
export const PAYMENT_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What can be shown whole in a payment. */
export const PAYMENT_EXPAND = expansionsOf('payment');

/** What lists of payments take (docs/how-to/list-and-page.md). */
export const PAYMENT_LIST: ListRules = {
  kind: 'payment',
  filters: STANDARD_FILTERS,
  statuses: PAYMENT_STATUSES,
  own: { refund_status: { words: ['partial', 'full'] } },
  expand: PAYMENT_EXPAND,
};

/** What `POST /v1/payments` can refuse with, beside what every write can. */
export const CREATE_PAYMENT_ERRORS: readonly ErrorCode[] = [
  'resource_missing',
  'parameter_missing',
  'parameters_exclusive',
  'amount_too_small',
  'amount_too_large',
  'currency_not_supported',
  'metadata_invalid',
  'phone_invalid',
  'email_invalid',
  'url_invalid',
  'upi_collect_not_allowed',
  'bank_not_supported',
  'resource_already_exists',
  'processor_unavailable',
  'processor_not_configured',
  'processor_timeout',
];

const INSTRUMENT_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'parameters_exclusive',
  'url_invalid',
  'upi_collect_not_allowed',
  'bank_not_supported',
  'processor_unavailable',
  'processor_not_configured',
  'processor_timeout',
];

export const UPDATE_PAYMENT_ERRORS: readonly ErrorCode[] = ['metadata_invalid'];
export const CONFIRM_PAYMENT_ERRORS: readonly ErrorCode[] = [...INSTRUMENT_ERRORS, 'payment_declined', 'state_conflict', 'limit_exceeded'];
export const CAPTURE_PAYMENT_ERRORS: readonly ErrorCode[] = [
  'amount_too_small',
  'amount_too_large',
  'capture_amount_exceeds_authorized',
  'payment_declined',
  'state_conflict',
  'payment_already_captured',
  'processor_not_configured',
];
export const CANCEL_PAYMENT_ERRORS: readonly ErrorCode[] = ['parameters_exclusive', 'state_conflict', 'processor_not_configured'];
export const SUBMIT_OTP_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'payment_declined',
  'state_conflict',
  'processor_not_configured',
];
export const SIMULATE_PAYMENT_ERRORS: readonly ErrorCode[] = ['parameter_missing', 'parameters_exclusive', 'state_conflict'];
export const SYNC_PAYMENT_ERRORS: readonly ErrorCode[] = ['processor_not_configured'];
