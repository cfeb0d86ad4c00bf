import { PAYMENT_STATUSES } from '#contracts';
import type { ErrorCode } from '#contracts';
import type { Expansion } from '../lists/expand';
import { STANDARD_FILTERS } from '../lists/list-rules';
import type { ListRules } from '../lists/list-rules';

/** The path parameter of every route of one payment. */
export const PAYMENT_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What can be shown whole in a payment; the payments service has the same paths (queries/expansions.ts). */
export const PAYMENT_EXPAND: readonly Expansion[] = ['customer', 'refunds'];

/** What lists of payments take (spec/api.md 2.2). */
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

export const CREATE_PAYMENT_EXAMPLES = {
  upi: {
    summary: 'The smallest UPI payment: captured at once in test mode',
    value: { amount: 50000, currency: 'INR', payment_method: 'upi', description: 'Order 1001', metadata: { order_id: '1001' } },
  },
  customer_chooses: {
    summary: 'The customer chooses how to pay',
    value: {
      amount: 250000,
      currency: 'INR',
      payment_methods: ['upi', 'card', 'netbanking'],
      customer: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' },
    },
  },
};

export const CONFIRM_PAYMENT_EXAMPLES = {
  upi: { summary: 'A UPI address of the sandbox', value: { payment_method: 'upi', upi: { flow: 'collect', vpa: 'success@sandbox' } } },
  card: {
    summary: 'A card of the sandbox',
    value: { payment_method: 'card', card: { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' } },
  },
};
