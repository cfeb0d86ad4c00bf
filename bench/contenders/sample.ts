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

/** What contenders that look at a key take. */
export const CONTENDER_KEY = 'sk_test_bench';

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
  id: 'pay_0VbbRmjl14JEWj9Zp4VNXlJa',
  object: 'payment',
  livemode: false,
  status: 'captured',
  amount: 50_000,
  currency: 'INR',
  amount_capturable: 0,
  amount_captured: 50_000,
  amount_refunded: 0,
  amount_over_refunded: 0,
  amount_refundable: 50_000,
  refund_status: null,
  payment_methods: ['upi'],
  payment_method: 'upi',
  payment_method_details: {
    upi: {
      vpa: null,
      flow: 'intent',
      payer_account_type: 'bank_account',
      rrn: '632516119971',
      upi_transaction_id: 'SBX0VbbRmjl14JEWj9Zp4VNXlJa',
    },
    card: null,
    netbanking: null,
  },
  processor: 'sandbox',
  processor_reference: 'sbx_n_mwqa029e_0VbbRmjl14JEWj9Zp4VNXlJa',
  attempt_count: 1,
  latest_attempt_id: 'att_0VbbRmjl14JEWj9Zp4VNXl01',
  last_error: null,
  late_authorized: false,
  description: 'Order 1001',
  statement_descriptor: null,
  customer: {
    name: 'Asha Verma',
    email: 'asha@example.com',
    phone: '+919876543210',
  },
  customer_id: null,
  metadata: {
    order_id: '1001',
  },
  reference_id: null,
  capture_method: 'automatic',
  capture_window_seconds: null,
  next_action: null,
  return_url: null,
  checkout_url: null,
  payment_method_id: null,
  client_secret: null,
  mandate_id: null,
  subscription_id: null,
  invoice_id: null,
  payment_link_id: null,
  risk: null,
  disputed: false,
  settlement_id: null,
  transaction_id: null,
  fee: 0,
  tax: 0,
  net_amount: 50_000,
  capture_before_at: null,
  expires_at: 1_795_258_164,
  authorized_at: 1_795_257_564,
  captured_at: 1_795_257_564,
  cancelled_at: null,
  cancellation_reason: null,
  failed_at: null,
  created_at: 1_795_257_564,
  updated_at: 1_795_257_564,
  sequence: 3,
};

export type SamplePayment = typeof SAMPLE_PAYMENT;
