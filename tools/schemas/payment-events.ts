import { EMPTY_NEXT_ACTION, PAYMENT_EVENT_TYPES, PaymentResource, sealedAs, type PaymentEventType, type PublicEvent } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const PAYMENT_ID = 'pay_0VB3xQ9k42Zr8s7JpLw2NcYd';

const CREATED: PaymentResource = {
  id: PAYMENT_ID,
  object: 'payment',
  livemode: false,
  status: 'created',
  amount: 50_000,
  currency: 'INR',
  amount_capturable: 0,
  amount_captured: 0,
  amount_refunded: 0,
  amount_over_refunded: 0,
  amount_refundable: 0,
  refund_status: null,
  payment_method: 'upi',
  payment_methods: ['upi'],
  payment_method_details: null,
  payment_method_id: null,
  description: 'Order 1001',
  statement_descriptor: null,
  customer: sealedAs('~s1.acct_0VB3xQ9k000000000000demo.kJ9eQy0bXwAAAAB7n2Vd5hT1cRzLq8uWm3sKfYp6gEoUjD4aNxBvHiZt'),
  customer_id: null,
  metadata: { order_id: '1001' },
  reference_id: null,
  capture_method: 'automatic',
  capture_window_seconds: null,
  capture_before_at: null,
  next_action: null,
  return_url: null,
  checkout_url: null,
  client_secret: null,
  mandate_id: null,
  subscription_id: null,
  invoice_id: null,
  payment_link_id: null,
  processor: null,
  processor_reference: null,
  attempt_count: 0,
  latest_attempt_id: null,
  last_error: null,
  late_authorized: false,
  risk: null,
  fee: null,
  tax: null,
  net_amount: null,
  disputed: false,
  settlement_id: null,
  transaction_id: null,
  expires_at: CREATED_AT + 600,
  authorized_at: null,
  captured_at: null,
  cancelled_at: null,
  cancellation_reason: null,
  failed_at: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const ATTEMPT = { processor: 'sandbox', attempt_count: 1, latest_attempt_id: 'att_0VB3xQ9k42ab3DeFgH5kLmNo' } as const;
const UPI = { vpa: 'success@sandbox', flow: 'collect', payer_account_type: 'bank_account', rrn: '632418000001', upi_transaction_id: null };
const PAID = {
  expires_at: null,
  payment_method_details: { upi: UPI, card: null, netbanking: null, enach: null },
  authorized_at: CREATED_AT + 2,
  updated_at: CREATED_AT + 2,
};
const DECLINE = {
  code: 'payment_declined',
  reason: 'insufficient_funds',
  source: 'customer',
  step: 'payment_debit_request',
  network_code: 'Z9',
  payer_may_retry: true,
  message: 'The account does not have enough money.',
};
const CAPTURE_REFUSED = {
  code: 'gateway_error',
  reason: 'gateway_technical_error',
  source: 'gateway',
  step: 'payment_authorization',
  network_code: null,
  payer_may_retry: true,
  message: 'The gateway has a technical problem.',
};
type Step = [changes: Partial<PaymentResource>, previous: Record<string, unknown> | null];
const CAPTURED = {
  ...ATTEMPT,
  ...PAID,
  status: 'captured',
  amount_captured: 50_000,
  amount_refundable: 50_000,
  captured_at: CREATED_AT + 2,
  sequence: 3,
} as const;

/** What each event changes, on the way from the creation. */
const STEPS: Record<PaymentEventType, Step> = {
  'payment.created': [{}, null],
  'payment.requires_action': [
    {
      ...ATTEMPT,
      status: 'requires_action',
      next_action: { ...EMPTY_NEXT_ACTION, type: 'upi_collect', vpa: 'success@sandbox', expires_at: null },
      sequence: 2,
    },
    { status: 'created' },
  ],
  'payment.processing': [{ ...ATTEMPT, status: 'processing', sequence: 2 }, { status: 'created' }],
  'payment.authorized': [{ ...ATTEMPT, ...PAID, status: 'authorized', amount_capturable: 50_000, sequence: 2 }, { status: 'created' }],
  'payment.captured': [CAPTURED, { status: 'authorized' }],
  'payment.capture_failed': [
    { ...ATTEMPT, ...PAID, status: 'authorized', amount_capturable: 50_000, last_error: CAPTURE_REFUSED, sequence: 5 },
    { amount_capturable: 0, next_action: { ...EMPTY_NEXT_ACTION, type: 'wait', expires_at: CREATED_AT + 600 }, last_error: null },
  ],
  'payment.failed': [
    { ...ATTEMPT, status: 'failed', last_error: DECLINE, failed_at: CREATED_AT + 2, sequence: 3 },
    { status: 'processing' },
  ],
  'payment.late_authorized': [
    { ...ATTEMPT, ...PAID, status: 'authorized', late_authorized: true, amount_capturable: 50_000, sequence: 4 },
    { status: 'expired' },
  ],
  'payment.cancelled': [
    { status: 'cancelled', expires_at: null, cancelled_at: CREATED_AT + 60, cancellation_reason: 'requested_by_customer', sequence: 2 },
    { status: 'created' },
  ],
  'payment.expired': [{ status: 'expired', updated_at: CREATED_AT + 600, sequence: 2 }, { status: 'created' }],
  'payment.refunded': [
    { ...CAPTURED, status: 'refunded', amount_refunded: 50_000, amount_refundable: 0, refund_status: 'full', sequence: 4 },
    { status: 'captured' },
  ],
  'payment.partially_refunded': [
    { ...CAPTURED, amount_refunded: 20_000, amount_refundable: 30_000, refund_status: 'partial', sequence: 4 },
    { amount_refunded: 0, amount_refundable: 50_000 },
  ],
  'payment.updated': [{ description: 'Order 1001, gift wrapped', sequence: 2 }, { description: 'Order 1001' }],
  'attempt.started': [{ ...ATTEMPT, status: 'processing', attempt_count: 2, sequence: 4 }, { attempt_count: 1 }],
  'attempt.failed': [{ ...ATTEMPT, status: 'processing', last_error: DECLINE, sequence: 3 }, { last_error: null }],
  'attempt.succeeded': [{ ...CAPTURED, sequence: 4 }, null],
};

/** What happened, in one sentence for each type. */
const MEANING: Record<PaymentEventType, string> = {
  'payment.created': 'A payment was created.',
  'payment.requires_action': 'The payer has to do something: see next_action.',
  'payment.processing': 'The processor was asked and has not decided yet.',
  'payment.authorized': 'The money is reserved.',
  'payment.captured': 'The money is taken: the payment succeeded.',
  'payment.capture_failed': 'The processor refused to capture the money that it holds: see last_error. The payment is still authorized.',
  'payment.failed': 'An attempt was declined: see last_error. The payer may try again until expires_at.',
  'payment.late_authorized': 'Money turned up after the payment had ended.',
  'payment.cancelled': 'The payment was cancelled, by the merchant or because the capture window closed.',
  'payment.expired': 'Nobody paid in time.',
  'payment.refunded': 'The whole captured amount was refunded.',
  'payment.partially_refunded': 'A part of the captured amount was refunded.',
  'payment.updated': 'Something other than the status changed: see previous_attributes.',
  'attempt.started': 'Another processor is tried within the same payment.',
  'attempt.failed': 'One attempt was declined, and the payment goes on.',
  'attempt.succeeded': 'An earlier attempt turned out paid; its money goes back.',
};

/** One event of this type as a consumer would read it. */
function exampleOf(type: PaymentEventType): PublicEvent<PaymentResource> {
  const [changes, previous] = STEPS[type];
  return exampleEvent(type, 'payment', { ...CREATED, ...changes }, previous);
}

/** The events of payments and their attempts. */
export const PAYMENT_EVENTS = {
  service: 'payments' as const,
  resourceType: 'payment',
  resource: PaymentResource,
  meaning: Object.fromEntries(PAYMENT_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf: (type: string) => exampleOf(type as PaymentEventType),
};
