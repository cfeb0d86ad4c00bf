import { AttemptResource, ExpandedPayment, HistoryEventResource, PaymentResource } from '#contracts';
import type { ErrorCode } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

/** The path parameter of every route of one payment. */
export const PAYMENT_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

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

/** What the reference says of each route of payments. */
export const PAYMENT_DOCS = {
  create: {
    summary: 'Create a payment and, when possible, process it',
    answer: { status: 201, description: 'The payment.', type: PaymentResource },
    errors: [
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
    ],
  },
  list: { summary: 'List payments', item: ExpandedPayment },
  search: { summary: 'Search payments', item: ExpandedPayment },
  get: { summary: 'Retrieve a payment', params: [PAYMENT_ID], answer: { description: 'The payment.', type: ExpandedPayment } },
  update: {
    summary: 'Change description, metadata or reference of a payment',
    params: [PAYMENT_ID],
    answer: { status: 200, description: 'The payment.', type: PaymentResource },
    isBodyOptional: true,
    errors: ['metadata_invalid', 'resource_already_exists'],
  },
  confirm: {
    summary: 'Say how a payment is paid, and process it',
    params: [PAYMENT_ID],
    answer: { status: 200, description: 'The payment.', type: PaymentResource },
    errors: [
      ...INSTRUMENT_ERRORS,
      'payment_declined',
      'state_conflict',
      'invoice_not_payable',
      'limit_exceeded',
      'resource_already_exists',
    ],
  },
  capture: {
    summary: 'Capture all or part of an authorized payment',
    params: [PAYMENT_ID],
    answer: { status: 200, description: 'The payment.', type: PaymentResource },
    isBodyOptional: true,
    errors: [
      'amount_too_small',
      'amount_too_large',
      'capture_amount_exceeds_authorized',
      'payment_declined',
      'state_conflict',
      'resource_already_exists',
      'payment_already_captured',
      'processor_not_configured',
    ],
  },
  cancel: {
    summary: 'Cancel a payment before it is captured',
    params: [PAYMENT_ID],
    answer: { status: 200, description: 'The payment.', type: PaymentResource },
    isBodyOptional: true,
    errors: ['parameters_exclusive', 'state_conflict', 'processor_not_configured'],
  },
  sync: {
    summary: 'Ask the processor for the truth now',
    params: [PAYMENT_ID],
    answer: { status: 200, description: 'The payment.', type: PaymentResource },
    errors: ['processor_not_configured'],
  },
  submitOtp: {
    summary: 'Give the one-time password that the customer was sent',
    params: [PAYMENT_ID],
    answer: { status: 200, description: 'The payment.', type: PaymentResource },
    errors: ['parameter_missing', 'payment_declined', 'state_conflict', 'processor_not_configured'],
  },
  listEvents: { summary: 'List every event of a payment', params: [PAYMENT_ID], item: HistoryEventResource, errors: ['resource_missing'] },
  listAttempts: { summary: 'List the attempts of a payment', params: [PAYMENT_ID], item: AttemptResource, errors: ['resource_missing'] },
} as const satisfies Record<string, RouteDocs>;
