import type { ErrorCode } from '#contracts';

/** Headers of every accepted write. */
export const WRITE_HEADERS = {
  Location: { description: 'Where the object is.', required: true, schema: { type: 'string' } },
  'Event-Position': {
    description: 'Position of the event this write stored. Lists take it as `min_position`.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the stored answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** What `POST /v1/payments` can refuse with, beside what every route with a key can. */
export const CREATE_PAYMENT_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'parameter_invalid',
  'parameter_unknown',
  'parameters_exclusive',
  'json_invalid',
  'amount_too_small',
  'amount_too_large',
  'currency_not_supported',
  'metadata_invalid',
  'phone_invalid',
  'email_invalid',
  'url_invalid',
  'upi_collect_not_allowed',
  'bank_not_supported',
  'body_too_large',
  'media_type_unsupported',
  'idempotency_key_in_use',
  'resource_already_exists',
  'lock_timeout',
  'idempotency_key_reused',
  'outcome_unknown',
  'command_expired',
  'maintenance',
  'processor_unavailable',
  'processor_not_configured',
  'processor_timeout',
];

export const GET_PAYMENT_ERRORS: readonly ErrorCode[] = ['parameter_invalid', 'parameter_unknown', 'resource_missing'];

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
