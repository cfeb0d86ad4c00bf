import {
  FAILURES,
  sealedAs,
  type Failure,
  type PaymentCustomer,
  type PaymentLastError,
  type PaymentNextAction,
  type PaymentResource,
  toSeconds,
} from '#contracts';
import type { Snapshot, StreamHead } from '#event-store';
import { attemptIdOf } from './attempt-id';
import type { PaymentTerms } from './events';
import {
  attemptOf,
  isBehindNetwork,
  isEnded,
  isSettled,
  overRefundedAmount,
  refundableAmount,
  refundedAmount,
  refundStatusOf,
  type ExistingPayment,
  type PaymentState,
} from './state';
import { detailsOf, nextActionOf } from './render-details';

/** What a rendering needs beside the payment. */
export interface RenderOptions {
  /** The public address of the gateway, without a slash at its end: where the hosted checkout is. */
  publicUrl: string;
}

/** The public resource of a payment: every field always present, null when empty. */
export function paymentResource({ head, state }: Snapshot<PaymentState>, options: RenderOptions): PaymentResource {
  if (state.status === 'none') throw new Error(`${head.streamId} has events but no payment.created`);
  const { terms } = state;
  return {
    id: head.streamId,
    object: 'payment',
    livemode: head.livemode,
    status: state.status,
    amount: terms.amount,
    currency: terms.currency,
    ...moneyOf(state),
    payment_methods: terms.methods,
    ...attemptFieldsOf(state, head.streamId),
    ...textsOf(terms),
    payment_method_id: terms.paymentMethodId ?? terms.savedMethodId ?? null,
    ...actionOf(state, head.streamId, options),
    mandate_id: terms.mandateId ?? null,
    invoice_id: terms.invoiceId ?? null,
    subscription_id: terms.subscriptionId ?? null,
    ...NOT_YET,
    ...feesOf(state),
    ...timesOf(state, head),
  };
}

/** Belongs to resources that do not exist yet: links from a payment to them. */
const NOT_YET = {
  client_secret: null,
  payment_link_id: null,
  risk: null,
  disputed: false,
  settlement_id: null,
  transaction_id: null,
} as const;

type AttemptFields = Pick<
  PaymentResource,
  | 'payment_method'
  | 'payment_method_details'
  | 'processor'
  | 'processor_reference'
  | 'attempt_count'
  | 'latest_attempt_id'
  | 'last_error'
  | 'late_authorized'
>;

const NO_ATTEMPT = {
  payment_method: null,
  payment_method_details: null,
  processor: null,
  processor_reference: null,
  attempt_count: 0,
  latest_attempt_id: null,
} as const;

function attemptFieldsOf(state: ExistingPayment, id: string): AttemptFields {
  const attempt = attemptOf(state);
  const outcome = {
    last_error: 'failure' in state && state.failure ? lastErrorOf(state.failure) : null,
    late_authorized: 'lateAuthorized' in state && state.lateAuthorized,
  };
  if (attempt === null) return { ...NO_ATTEMPT, ...outcome };
  return {
    payment_method: attempt.instrument.method,
    payment_method_details: detailsOf(attempt),
    processor: attempt.processor,
    processor_reference: attempt.reference,
    attempt_count: attempt.number,
    latest_attempt_id: attemptIdOf(id, attempt.number),
    ...outcome,
  };
}

function actionOf(
  state: ExistingPayment,
  id: string,
  { publicUrl }: RenderOptions,
): Pick<PaymentResource, 'next_action' | 'return_url' | 'checkout_url'> {
  return {
    next_action: stepOf(state),
    return_url: state.terms.returnUrl ?? null,
    checkout_url: isOpenAtCheckout(state) ? `${publicUrl}/checkout/${id}` : null,
  };
}

/** Whether the payer can still pay at the checkout: to begin with, while a step is left to do, and again after a decline. */
function isOpenAtCheckout({ status, terms }: ExistingPayment): boolean {
  return status === 'created' || (terms.payerChooses === true && (status === 'requires_action' || status === 'failed'));
}

/** What the customer has to do. Where only the processor has to act: wait. */
function stepOf(state: ExistingPayment): PaymentNextAction | null {
  // While a one-time password is being checked at the processor there is nothing to do either.
  if (state.status === 'requires_action' && state.call === undefined) return nextActionOf(state.nextAction);
  // Of a payment that is over nothing more is to come, although its processor may be asked to turn the payer away.
  const hasCall = !isEnded(state) && 'call' in state && state.call !== undefined;
  const isAsked = isBehindNetwork(state) && (state.status === 'processing' || hasCall);
  return isAsked ? nextActionOf({ kind: 'wait', expiresAtMs: state.terms.expiresAtMs }) : null;
}

const NOTHING_TAKEN = {
  amount_captured: 0,
  amount_refunded: 0,
  amount_over_refunded: 0,
  amount_refundable: 0,
  refund_status: null,
} as const;

function moneyOf(state: ExistingPayment): Pick<PaymentResource, 'amount_capturable' | keyof typeof NOTHING_TAKEN> {
  // What is being captured or released already cannot be captured.
  const amount_capturable = state.status === 'authorized' && state.call === undefined ? state.authorizedAmount : 0;
  if (!isSettled(state)) return { ...NOTHING_TAKEN, amount_capturable };
  return {
    amount_capturable,
    amount_captured: state.capturedAmount,
    amount_refunded: refundedAmount(state),
    amount_over_refunded: overRefundedAmount(state),
    amount_refundable: refundableAmount(state),
    refund_status: refundStatusOf(state),
  };
}

function textsOf(
  terms: PaymentTerms,
): Pick<
  PaymentResource,
  | 'description'
  | 'statement_descriptor'
  | 'customer'
  | 'customer_id'
  | 'metadata'
  | 'reference_id'
  | 'capture_method'
  | 'capture_window_seconds'
> {
  const { customer } = terms;
  return {
    description: terms.description ?? null,
    statement_descriptor: terms.statementDescriptor ?? null,
    customer: customerOf(customer),
    customer_id: terms.customerId ?? null,
    metadata: terms.metadata ?? {},
    reference_id: terms.referenceId ?? null,
    capture_method: terms.captureMethod,
    capture_window_seconds: toSeconds(terms.captureWindowMs ?? null),
  };
}

/** One token for the whole customer, or one for each field; only the edge makes more of them. */
function customerOf(customer: PaymentTerms['customer']): PaymentCustomer | null {
  if (customer === undefined) return null;
  if (typeof customer === 'string') return sealedAs<PaymentCustomer>(customer);
  return { name: customer.name ?? null, email: customer.email ?? null, phone: customer.phone ?? null };
}

function feesOf(state: ExistingPayment): Pick<PaymentResource, 'fee' | 'tax' | 'net_amount'> {
  if (!isSettled(state) || state.fee === undefined || state.tax === undefined) return { fee: null, tax: null, net_amount: null };
  const { fee, tax, capturedAmount } = state;
  return { fee, tax, net_amount: capturedAmount - fee - tax };
}

type Times = Pick<
  PaymentResource,
  | 'capture_before_at'
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
    capture_before_at: state.status === 'authorized' ? toSeconds(state.captureBeforeMs) : null,
    expires_at: isPastExpiry(state) ? null : toSeconds(state.terms.expiresAtMs),
    authorized_at: 'authorizedAtMs' in state ? toSeconds(state.authorizedAtMs) : null,
    captured_at: isSettled(state) ? toSeconds(state.capturedAtMs) : null,
    cancelled_at: state.status === 'cancelled' ? toSeconds(state.cancelledAtMs) : null,
    cancellation_reason: state.status === 'cancelled' ? state.reason : null,
    failed_at: state.status === 'failed' ? toSeconds(state.failedAtMs) : null,
    created_at: toSeconds(head.createdAtMs),
    updated_at: toSeconds(head.updatedAtMs),
    sequence: head.sequence,
  };
}

/** Held, taken or let go: no time by which it has to be paid is left. */
function isPastExpiry(state: ExistingPayment): boolean {
  return isSettled(state) || state.status === 'authorized' || state.status === 'cancelled';
}

/** A failure as the API shows it (docs/reference/indian-payments.md, Failures). */
export function lastErrorOf({ reason, networkCode }: Failure): PaymentLastError {
  const { code, source, step, payerMayRetry, message } = FAILURES[reason];
  return { code, reason, source, step, network_code: networkCode, payer_may_retry: payerMayRetry, message };
}
