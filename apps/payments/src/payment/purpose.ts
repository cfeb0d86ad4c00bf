import type { AttemptReport, Command, Failure, InvoicePaymentReport, RefundReason, Refusal } from '#contracts';
import { refuse } from '#decider';
import type { HandlingContext } from '#event-store';
import type { DebitState } from '../debit/state';
import { paymentUnderWay } from '../invoice/decide/record';
import { notPayable, otherAmount, underWay } from '../invoice/decide/refusals';
import { amountRemaining, isUnpaid, type InvoiceState } from '../invoice/state';
import type { PaymentDecision } from './decide/context';
import { lateRefundIdOf } from './attempt-id';
import type { PaymentEvent } from './events';
import { findPaymentOfOrder } from './order-paid-once';
import { attemptOf, isEnded, isSettled, refundableAmount, type ExistingPayment, type PaymentState } from './state';

type Captured = Extract<PaymentEvent, { type: 'payment.captured' }>;

type ToKnow = Pick<HandlingContext, 'related' | 'clockId'>;

/**
 * The decision about a payment that is made for a debit, an invoice or an order: money that comes after other money for the same, or after
 * it was called off, goes back in the commit in which it is taken, and none is asked for that would.
 */
export function withPurpose(decision: PaymentDecision, command: Command, state: PaymentState, context: ToKnow): PaymentDecision {
  if (!decision.accepted || state.status === 'none') return decision;
  const refusal = command.type === 'payments.confirm' ? confirmRefusal(state, command.streamId, context) : null;
  if (refusal !== null) return refuse(refusal);
  const captured = decision.events.find((event): event is Captured => event.type === 'payment.captured');
  const isGoingBack = decision.events.some(({ type }) => type === 'payment.refund_requested');
  if (captured === undefined || isGoingBack) return decision;
  const isSecond = findPaymentOfOrder(command, state.terms, context) !== undefined;
  const reason = isSecond ? 'duplicate' : whyBack(state, captured.data.amount, context);
  if (reason === null) return decision;
  const { amount } = captured.data;
  const back: PaymentEvent = { type: 'payment.refund_requested', data: { refundId: lateRefundIdOf(command.streamId), amount, reason } };
  return { ...decision, events: [...decision.events, back] };
}

/** Null where the money still counts. */
function whyBack({ terms: { debit, invoiceId } }: ExistingPayment, amount: number, { related }: ToKnow): RefundReason | null {
  // Of a debit for an invoice the invoice decides.
  const purposeId = invoiceId ?? debit?.id;
  const purpose = purposeId === undefined ? undefined : (related(purposeId)?.state as DebitState | InvoiceState | undefined);
  return purpose === undefined ? null : reasonBack(purpose, amount);
}

/** Some of an invoice may be paid outside or credited meanwhile: then it is other money than what remains. */
function reasonBack(purpose: DebitState | InvoiceState, amount: number): RefundReason | null {
  switch (purpose.status) {
    case 'succeeded':
    case 'paid':
      return 'duplicate';
    case 'cancelled':
    case 'void':
      return 'late_authorization';
    case 'draft':
    case 'open':
    case 'uncollectible':
      return amount === amountRemaining(purpose) ? null : 'duplicate';
    default:
      return null;
  }
}

/** Whether a payment that had failed was confirmed again. Attempts of a debit are payments of their own. */
export function isTriedAgain(before: PaymentState, after: PaymentState): boolean {
  if (!isEnded(before) || before.terms.debit !== undefined) return false;
  return (attemptOf(after)?.number ?? 0) > (attemptOf(before)?.number ?? 0);
}

/** Why the payment of an invoice is not confirmed: what it would take had to go back. Null where nothing speaks against it. */
function confirmRefusal({ terms: { invoiceId, amount } }: ExistingPayment, paymentId: string, { related }: ToKnow): Refusal | null {
  const invoice = invoiceId === undefined ? undefined : (related(invoiceId)?.state as InvoiceState | undefined);
  if (invoice === undefined || invoice.status === 'none') return null;
  if (!isUnpaid(invoice)) return notPayable(invoice);
  if (amount !== amountRemaining(invoice)) return otherAmount(amountRemaining(invoice), invoice.terms.currency);
  const what = paymentUnderWay(invoice.paymentId === paymentId ? { ...invoice, paymentId: null } : invoice);
  return what === null ? null : underWay(what);
}

/** What a payment tells the invoice that it pays; null for nothing. Of its attempts the debit tells. */
export function invoiceReportOf(state: PaymentState, paymentId: string): InvoicePaymentReport | null {
  const report = attemptReportOf(state, paymentId);
  // Money that goes back as a whole, as late money of an order that was paid already, is none.
  if (report === null || state.status === 'none' || report.state === 'given_back') return null;
  const { debit } = state.terms;
  if (report.state === 'captured') return { paymentId, state: 'captured', ...(debit !== undefined && { debitId: debit.id }) };
  return report.state === 'failed' && debit === undefined ? { paymentId, state: 'failed', failure: report.failure ?? CANCELLED } : null;
}

/** What a payment tells the debit that it is an attempt of; null for nothing. */
export function attemptReportOf(state: PaymentState, paymentId: string): AttemptReport | null {
  if (isEnded(state)) return { paymentId, state: 'failed', failure: failureOf(state) ?? CANCELLED };
  if (isSettled(state)) return { paymentId, state: refundableAmount(state) > 0 ? 'captured' : 'given_back' };
  if (state.status === 'none' || state.status === 'created') return null;
  const failure = failureOf(state);
  return { paymentId, state: 'processing', ...(failure !== null && { failure }) };
}

function failureOf(state: PaymentState): Failure | null {
  return ('failure' in state ? state.failure : null) ?? null;
}

const CANCELLED: Failure = { reason: 'payment_cancelled', networkCode: null };
