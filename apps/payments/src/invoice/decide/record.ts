import { istDateOf, type InvoiceDebitReport, type InvoicePaymentReport, type InvoiceRefundReport } from '#contracts';
import { accept, type FollowUp } from '#decider';
import type { InvoiceEvent } from '../events';
import { isPayable, issuedOf, refundedAmount, type CreditNote, type ExistingInvoice, type Issued, type PaidInvoice } from '../state';
import type { InvoiceContext, InvoiceDecision } from './context';
import { creditedTax, type LineTax } from './gst';
import { documentNumber } from './invoice-number';

/** What a payment says. It may say the same twice, and the money of one that was given up may come after all. */
export function recordPayment(report: InvoicePaymentReport, state: ExistingInvoice, { nowMs }: InvoiceContext): InvoiceDecision {
  const { paymentId } = report;
  if (report.state === 'captured') {
    // What comes beside the money that paid it, or after it was void, its payment gives back by itself.
    if (!isPayable(state)) return accept<InvoiceEvent>([]);
    const { debitId } = report;
    return accept<InvoiceEvent>([{ type: 'invoice.paid', data: { paymentId, atMs: nowMs, ...(debitId !== undefined && { debitId }) } }]);
  }
  if (!isPayable(state) || state.paymentId !== paymentId) return accept<InvoiceEvent>([]);
  return accept<InvoiceEvent>([{ type: 'invoice.payment_failed', data: { failure: report.failure, paymentId } }]);
}

/** What the debit says: when it is tried next, that an attempt failed, or that it is over. */
export function recordDebit(report: InvoiceDebitReport, state: ExistingInvoice): InvoiceDecision {
  const { debitId: id, nextAttemptAtMs, isOver, failure, paymentId } = report;
  if (!isPayable(state) || state.debit?.id !== id) return accept<InvoiceEvent>([]);
  const debit = isOver ? null : { id, nextAttemptAtMs };
  if (failure !== undefined) {
    const payment = paymentId === undefined ? {} : { paymentId };
    return accept<InvoiceEvent>([{ type: 'invoice.payment_failed', data: { failure, ...payment, debit } }]);
  }
  if (debit === null) return accept<InvoiceEvent>([{ type: 'invoice.debit_ended', data: {} }]);
  const isKnown = state.debit.nextAttemptAtMs === nextAttemptAtMs;
  return accept<InvoiceEvent>(isKnown ? [] : [{ type: 'invoice.debit_planned', data: { nextAttemptAtMs } }]);
}

/** Money of the payment that paid it went back: a credit note takes its tax back (CGST Act, section 34). */
export function recordRefund(report: InvoiceRefundReport, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  const isOfPayment = state.status === 'paid' && state.paymentId === report.paymentId;
  if (!isOfPayment || state.creditNotes.some(({ refundId }) => refundId === report.refundId)) return accept<InvoiceEvent>([]);
  const { number, followUps } = creditNoteNumber(context);
  const note: CreditNote = {
    number,
    amount: report.amount,
    ...creditedTax({ total: state.bill.total, tax: state.bill }, report.amount, creditedBefore(state)),
    atMs: context.nowMs,
    reason: context.refundReason(report.refundId),
    refundId: report.refundId,
  };
  return accept<InvoiceEvent>([{ type: 'invoice.refunded', data: note }], 200, { followUps });
}

/** A refund is never held up by a series that is used up: then its note has no number. */
function creditNoteNumber({ nowMs, seller, series, invoiceId }: InvoiceContext): { number: string | null; followUps: FollowUp[] } {
  const date = istDateOf(nowMs);
  const { id: streamId, last } = series(seller.creditNotePrefix, date);
  const count = last + 1;
  const number = documentNumber(seller.creditNotePrefix, date, count);
  const take = { streamId, type: 'invoice_series.take', payload: { count, holderId: invoiceId } };
  return { number, followUps: number === null ? [] : [take] };
}

function creditedBefore(state: PaidInvoice): { total: number; tax: LineTax } {
  const sum = (name: keyof LineTax): number => state.creditNotes.reduce((total, note) => total + note[name], 0);
  return { total: refundedAmount(state), tax: { taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst') } };
}

/** Whether money may be moving: then nothing else is done with it. */
export function paymentUnderWay(state: ExistingInvoice): string | null {
  const issued: Issued | null = isPayable(state) ? issuedOf(state) : null;
  if (issued === null) return null;
  if (issued.paymentId !== null) return `payment ${issued.paymentId}`;
  return issued.debit !== null && issued.debit.nextAttemptAtMs === null ? `debit ${issued.debit.id}` : null;
}
