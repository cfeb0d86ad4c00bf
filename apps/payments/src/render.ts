import {
  FAILURES,
  upiAppLinks,
  type CardDetails,
  type Failure,
  type NetbankingDetails,
  type PaymentLastError,
  type PaymentMethodDetails,
  type PaymentNextAction,
  type PaymentResource,
  type UpiDetails,
} from '#contracts';
import type { Snapshot, StreamHead } from '#event-store';
import { attemptIdOf } from './attempt-id';
import type { NextAction } from './domain/payment/answer';
import type { Attempt, PaymentTerms } from './domain/payment/events';
import { attemptOf, isSettled, refundedAmount, type ExistingPayment, type PaymentState } from './domain/payment/payment';

/** What a rendering needs beside the payment. */
export interface RenderOptions {
  /** The public address of the gateway, without a slash at its end: where the hosted checkout is. */
  publicUrl: string;
}

/** The public resource of a payment (spec/api.md 2.6): every field always present, null when empty. */
export function paymentResource({ head, state }: Snapshot<PaymentState>, options: RenderOptions): PaymentResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no payment.created`);
  const { terms } = state;
  const attempt = attemptOf(state);
  return {
    id: head.streamId,
    object: 'payment',
    livemode: head.livemode,
    status: state.status,
    amount: terms.amount,
    currency: terms.currency,
    ...moneyOf(state),
    payment_method: attempt?.instrument.method ?? null,
    payment_methods: terms.methods,
    payment_method_details: attempt && detailsOf(attempt),
    payment_method_id: null,
    ...textsOf(terms),
    capture_before_at: state.status === 'authorized' ? seconds(state.captureBeforeMs) : null,
    next_action: state.status === 'requires_action' ? nextActionOf(state.nextAction) : null,
    return_url: terms.returnUrl ?? null,
    checkout_url: state.status === 'created' ? `${options.publicUrl}/checkout/${head.streamId}` : null,
    ...NOT_YET,
    processor: attempt?.processor ?? null,
    processor_reference: attempt?.reference ?? null,
    attempt_count: attempt?.number ?? 0,
    latest_attempt_id: attempt && attemptIdOf(head.streamId, attempt.number),
    last_error: 'failure' in state && state.failure !== null ? lastErrorOf(state.failure) : null,
    late_authorized: 'lateAuthorized' in state && state.lateAuthorized,
    risk: null,
    ...feesOf(state),
    disputed: false,
    settlement_id: null,
    transaction_id: null,
    ...timesOf(state, head),
  };
}

/** Belongs to resources that do not exist yet: links from a payment to them. */
const NOT_YET = { client_secret: null, mandate_id: null, subscription_id: null, invoice_id: null, payment_link_id: null } as const;

function moneyOf(
  state: ExistingPayment,
): Pick<PaymentResource, 'amount_capturable' | 'amount_captured' | 'amount_refunded' | 'refund_status'> {
  const amount_capturable = state.status === 'authorized' ? state.authorizedAmount : 0;
  if (!isSettled(state)) return { amount_capturable, amount_captured: 0, amount_refunded: 0, refund_status: null };
  const amount_refunded = refundedAmount(state);
  const partial = amount_refunded > 0 ? 'partial' : null;
  return {
    amount_capturable,
    amount_captured: state.capturedAmount,
    amount_refunded,
    refund_status: state.status === 'refunded' ? 'full' : partial,
  };
}

function textsOf(
  terms: PaymentTerms,
): Pick<
  PaymentResource,
  'description' | 'statement_descriptor' | 'customer' | 'customer_id' | 'metadata' | 'reference_id' | 'capture_method'
> {
  const { customer } = terms;
  return {
    description: terms.description ?? null,
    statement_descriptor: terms.statementDescriptor ?? null,
    customer: customer ? { name: customer.name ?? null, email: customer.email ?? null, phone: customer.phone ?? null } : null,
    customer_id: terms.customerId ?? null,
    metadata: terms.metadata ?? {},
    reference_id: terms.referenceId ?? null,
    capture_method: terms.captureMethod,
  };
}

function feesOf(state: ExistingPayment): Pick<PaymentResource, 'fee' | 'tax' | 'net_amount'> {
  if (!isSettled(state)) return { fee: null, tax: null, net_amount: null };
  return { fee: state.fee, tax: state.tax, net_amount: state.capturedAmount - state.fee - state.tax };
}

type Times = Pick<
  PaymentResource,
  | 'expires_at'
  | 'authorized_at'
  | 'captured_at'
  | 'cancelled_at'
  | 'cancellation_reason'
  | 'failed_at'
  | 'created_at'
  | 'updated_at'
  | 'sequence'
>;

function timesOf(state: ExistingPayment, head: StreamHead): Times {
  return {
    expires_at: seconds(state.terms.expiresAtMs),
    authorized_at: 'authorizedAtMs' in state ? seconds(state.authorizedAtMs) : null,
    captured_at: isSettled(state) ? seconds(state.capturedAtMs) : null,
    cancelled_at: state.status === 'cancelled' ? seconds(state.cancelledAtMs) : null,
    cancellation_reason: state.status === 'cancelled' ? state.reason : null,
    failed_at: state.status === 'failed' ? seconds(state.failedAtMs) : null,
    created_at: Math.floor(head.createdAtMs / 1000),
    updated_at: Math.floor(head.updatedAtMs / 1000),
    sequence: head.sequence,
  };
}

function detailsOf(attempt: Attempt): PaymentMethodDetails {
  const { instrument } = attempt;
  return {
    upi: instrument.method === 'upi' ? upiDetails(attempt, instrument.flow, instrument.vpa) : null,
    card: instrument.method === 'card' ? cardDetails(attempt, instrument.card) : null,
    netbanking: instrument.method === 'netbanking' ? netbankingDetails(attempt, instrument.bank) : null,
  };
}

function upiDetails({ facts, references }: Attempt, flow: string, vpa: string | null): UpiDetails {
  return {
    vpa,
    flow,
    payer_account_type: facts?.payerAccountType ?? null,
    rrn: references?.rrn ?? null,
    upi_transaction_id: references?.upiTransactionId ?? null,
  };
}

function cardDetails({ facts }: Attempt, card: { expiryMonth: number | null; expiryYear: number | null } | null): CardDetails {
  const isDated = card !== null && card.expiryMonth !== null && card.expiryYear !== null;
  return {
    network: facts?.card?.brand ?? null,
    last4: facts?.card?.last4 ?? null,
    issuer: facts?.card?.issuer ?? null,
    type: facts?.card?.type ?? null,
    expiry: isDated ? `${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}` : null,
    international: facts?.card?.international ?? null,
    network_token: false,
  };
}

function netbankingDetails({ references }: Attempt, bank: string | null): NetbankingDetails {
  return { bank, bank_transaction_id: references?.bankTransactionId ?? null };
}

const NO_ACTION: Omit<PaymentNextAction, 'type' | 'expires_at'> = {
  intent_url: null,
  apps: null,
  qr: null,
  vpa: null,
  url: null,
  method: null,
  otp_length: null,
};

function nextActionOf(action: NextAction): PaymentNextAction {
  const known = { type: action.kind, ...NO_ACTION, expires_at: seconds(action.expiresAtMs) };
  switch (action.kind) {
    case 'upi_intent':
      return { ...known, intent_url: action.url, apps: upiAppLinks(action.url), qr: action.url };
    case 'upi_qr':
    case 'qr':
      return { ...known, qr: action.payload };
    case 'upi_collect':
      return { ...known, vpa: action.vpa };
    case 'redirect_to_url':
      return { ...known, url: action.url, method: action.method };
    case 'app_intent':
      return { ...known, url: action.url };
    case 'otp':
      return { ...known, otp_length: action.length };
    case 'wait':
      return known;
  }
}

function lastErrorOf({ reason, networkCode }: Failure): PaymentLastError {
  const { code, source, step, retryable, message } = FAILURES[reason];
  return { code, reason, source, step, network_code: networkCode, retryable, message };
}

function seconds(timeMs: number | null): number | null {
  return timeMs === null ? null : Math.floor(timeMs / 1000);
}
