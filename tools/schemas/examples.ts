import { API_VERSION, type PaymentEventType, type PaymentResource, type PublicEvent } from '#contracts';

const CREATED_AT = 1_795_219_200;
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
  refund_status: null,
  payment_method: 'upi',
  payment_methods: ['upi'],
  payment_method_details: null,
  payment_method_id: null,
  description: 'Order 1001',
  statement_descriptor: null,
  customer: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' },
  customer_id: null,
  metadata: { order_id: '1001' },
  reference_id: null,
  capture_method: 'automatic',
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
  payment_method_details: { upi: UPI, card: null, netbanking: null },
  authorized_at: CREATED_AT + 2,
  updated_at: CREATED_AT + 2,
};
const DECLINE = {
  code: 'payment_declined',
  reason: 'insufficient_funds',
  source: 'customer',
  step: 'payment_debit_request',
  network_code: 'Z9',
  retryable: true,
  message: 'The account does not have enough money.',
};
const WAIT = { intent_url: null, apps: null, qr: null, vpa: null, url: null, method: null, otp_length: null, expires_at: null };

type Step = [changes: Partial<PaymentResource>, previous: Record<string, unknown> | null];
const CAPTURED = { ...ATTEMPT, ...PAID, status: 'captured', amount_captured: 50_000, captured_at: CREATED_AT + 2, sequence: 4 } as const;

/** What each event changes, on the way from the creation. */
const STEPS: Record<PaymentEventType, Step> = {
  'payment.created': [{}, null],
  'payment.requires_action': [
    { ...ATTEMPT, status: 'requires_action', next_action: { ...WAIT, type: 'upi_collect', vpa: 'success@sandbox' }, sequence: 2 },
    { status: 'created' },
  ],
  'payment.processing': [{ ...ATTEMPT, status: 'processing', sequence: 2 }, { status: 'created' }],
  'payment.authorized': [{ ...ATTEMPT, ...PAID, status: 'authorized', amount_capturable: 50_000, sequence: 3 }, { status: 'processing' }],
  'payment.captured': [CAPTURED, { status: 'authorized' }],
  'payment.failed': [
    { ...ATTEMPT, status: 'failed', last_error: DECLINE, failed_at: CREATED_AT + 2, sequence: 3 },
    { status: 'processing' },
  ],
  'payment.late_authorized': [
    { ...ATTEMPT, ...PAID, status: 'authorized', late_authorized: true, amount_capturable: 50_000, sequence: 4 },
    { status: 'expired' },
  ],
  'payment.cancelled': [
    { status: 'cancelled', cancelled_at: CREATED_AT + 60, cancellation_reason: 'requested_by_customer', sequence: 2 },
    { status: 'created' },
  ],
  'payment.expired': [{ status: 'expired', updated_at: CREATED_AT + 600, sequence: 2 }, { status: 'created' }],
  'payment.refunded': [
    { ...CAPTURED, status: 'refunded', amount_refunded: 50_000, refund_status: 'full', sequence: 5 },
    { status: 'captured' },
  ],
  'payment.partially_refunded': [{ ...CAPTURED, amount_refunded: 20_000, refund_status: 'partial', sequence: 5 }, { amount_refunded: 0 }],
  'payment.updated': [{ description: 'Order 1001, gift wrapped', sequence: 2 }, { description: 'Order 1001' }],
  'attempt.started': [{ ...ATTEMPT, status: 'processing', attempt_count: 2, sequence: 4 }, { attempt_count: 1 }],
  'attempt.failed': [{ ...ATTEMPT, status: 'processing', last_error: DECLINE, sequence: 3 }, { last_error: null }],
  'attempt.succeeded': [{ ...CAPTURED, sequence: 5 }, null],
};

/** One event of this type as a consumer would read it. */
export function exampleOf(type: PaymentEventType): PublicEvent<PaymentResource> {
  const [changes, previous] = STEPS[type];
  const payment = { ...CREATED, ...changes };
  return {
    id: 'evt_0VB3xQ9k42mN3pQrStUvWxYz',
    object: 'event',
    type,
    api_version: API_VERSION,
    created_at: payment.updated_at,
    timestamp: new Date(payment.updated_at * 1_000).toISOString(),
    livemode: false,
    account_id: 'acct_0VB3xQ9k000000000000demo',
    resource: { type: 'payment', id: PAYMENT_ID },
    sequence: payment.sequence,
    data: { object: payment, previous_attributes: previous },
    request: { id: 'req_0VB3xQ9k42aBcDeFgHiJkLmN', idempotency_key: 'order-1001' },
    correlation_id: '01a1f3c8-4c00-7a3e-9b1d-3f5e7a9c1b2d',
    causation_id: '01a1f3c8-4c00-7a3e-9b1d-3f5e7a9c1b2d',
  };
}
