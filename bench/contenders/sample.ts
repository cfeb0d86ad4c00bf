import { randomUUID } from 'node:crypto';
import type { LoadRequest } from '../load/client';

/** The body of every contender: the curl of the README. */
export const PAYMENT_BODY = JSON.stringify({
  amount: 50_000,
  currency: 'INR',
  payment_method: 'upi',
  description: 'Order 1001',
  customer: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' },
  metadata: { order_id: '1001' },
});

/** A payment with its own Idempotency-Key, as a careful merchant sends it. */
export function paymentRequest(apiKey: string): LoadRequest {
  return {
    path: '/v1/payments',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: PAYMENT_BODY,
  };
}

/** A payment record of the size the product answers with, for the contenders that do not make one. */
export const SAMPLE_PAYMENT = {
  id: 'pay_0abcdefg07ABCDEFGHIJKLMN',
  object: 'payment',
  livemode: false,
  status: 'captured',
  amount: 50_000,
  currency: 'INR',
  amount_capturable: 0,
  amount_captured: 50_000,
  amount_refunded: 0,
  refund_status: null,
  payment_method: 'upi',
  payment_methods: ['upi'],
  payment_method_details: {
    upi: { vpa: null, flow: 'intent', rrn: '632512345678', upi_transaction_id: 'SBX0abcdefg07ABCDEFGHIJKLMN' },
    card: null,
    netbanking: null,
  },
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
  processor: 'sandbox',
  processor_reference: 'sbx_0abcdefg07ABCDEFGHIJKLMN',
  attempt_count: 1,
  latest_attempt_id: 'att_0abcdefg07ABCDEFGHIJKLMN_1',
  last_error: null,
  late_authorized: false,
  risk: { score: null, decision: null },
  fee: 0,
  tax: 0,
  net_amount: 50_000,
  disputed: false,
  settlement_id: null,
  transaction_id: null,
  expires_at: 1_795_252_000,
  authorized_at: 1_795_251_400,
  captured_at: 1_795_251_400,
  cancelled_at: null,
  cancellation_reason: null,
  failed_at: null,
  created_at: 1_795_251_400,
  updated_at: 1_795_251_400,
  sequence: 4,
};

export type SamplePayment = typeof SAMPLE_PAYMENT;
