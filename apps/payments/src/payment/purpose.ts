import type { AttemptReport, Failure, InvoicePaymentReport, RefundReason } from '#contracts';
import type { HandlingContext } from '#event-store';
import type { DebitState } from '../debit/state';
import type { InvoiceState } from '../invoice/state';
import type { PaymentDecision } from './decide/context';
import { lateRefundIdOf } from './attempt-id';
import type { PaymentEvent } from './events';
import { isEnded, isSettled, refundableAmount, type PaymentState } from './state';

type Captured = Extract<PaymentEvent, { type: 'payment.captured' }>;

/**
 * The decision about a payment that is made for a debit or an invoice: money that comes beside other money for the same, or after
 * it was called off, goes back in the commit in which it is taken.
 */
export function withPurpose(
  decision: PaymentDecision,
  paymentId: string,
  state: PaymentState,
  { related }: Pick<HandlingContext, 'related'>,
): PaymentDecision {
  if (!decision.accepted || state.status === 'none') return decision;
  const { debit, invoiceId } = state.terms;
  // Of a debit for an invoice the invoice decides.
  const purposeId = invoiceId ?? debit?.id;
  if (purposeId === undefined) return decision;
  const captured = decision.events.find((event): event is Captured => event.type === 'payment.captured');
  const isGoingBack = decision.events.some(({ type }) => type === 'payment.refund_requested');
  if (captured === undefined || isGoingBack) return decision;
  const reason = whyBack(related(purposeId)?.state as DebitState | InvoiceState | undefined);
  if (reason === null) return decision;
  const { amount } = captured.data;
  const back: PaymentEvent = { type: 'payment.refund_requested', data: { refundId: lateRefundIdOf(paymentId), amount, reason } };
  return { ...decision, events: [...decision.events, back] };
}

/** Null where the money still counts. */
function whyBack(purpose: DebitState | InvoiceState | undefined): RefundReason | null {
  switch (purpose?.status) {
    case 'succeeded':
    case 'paid':
      return 'duplicate';
    case 'cancelled':
    case 'void':
      return 'late_authorization';
    default:
      return null;
  }
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
