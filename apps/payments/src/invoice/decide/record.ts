import { type InvoiceDebitReport, type InvoicePaymentReport } from '#contracts';
import { accept } from '#decider';
import type { InvoiceEvent } from '../events';
import { isUnpaid, type DebitOfInvoice, type DraftInvoice, type ExistingInvoice, type OpenInvoice } from '../state';
import type { InvoiceContext, InvoiceDecision } from './context';
import { issuePaid } from './issue';

/** What a payment says. It may say the same twice, and the money of one that was given up may come after all. */
export function recordPayment(report: InvoicePaymentReport, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  // What comes beside the money that paid it, or after it was void, its payment gives back by itself.
  if (!isUnpaid(state)) return accept<InvoiceEvent>([]);
  const { paymentId } = report;
  if (report.state === 'captured') return recordMoney(report, state, context);
  if (report.state === 'begun')
    return accept<InvoiceEvent>(state.paymentId === null ? [{ type: 'invoice.payment_begun', data: { paymentId } }] : []);
  if (state.paymentId !== paymentId) return accept<InvoiceEvent>([]);
  return accept<InvoiceEvent>([{ type: 'invoice.payment_failed', data: { failure: report.failure, paymentId } }]);
}

/** A draft gets its number with its money. */
function recordMoney(
  { paymentId, debitId }: Extract<InvoicePaymentReport, { state: 'captured' }>,
  state: DraftInvoice | OpenInvoice,
  context: InvoiceContext,
): InvoiceDecision {
  const paid: InvoiceEvent = { type: 'invoice.paid', data: { paymentId, atMs: context.nowMs, ...(debitId !== undefined && { debitId }) } };
  if (state.status !== 'draft') return accept([paid]);
  const { events, followUps } = issuePaid(state, context);
  return accept([...events, paid], 200, { followUps });
}

/** What the debit says: when it is tried next, that an attempt failed, or that it is over. */
export function recordDebit(report: InvoiceDebitReport, state: ExistingInvoice, { nowMs }: InvoiceContext): InvoiceDecision {
  const { debitId: id, isOver, failure, paymentId } = report;
  if (!isUnpaid(state) || state.debit?.id !== id) return accept<InvoiceEvent>([]);
  const debit = isOver ? null : { id, ...planOf(report) };
  const end = isOver ? { atMs: nowMs } : {};
  if (failure !== undefined) {
    const payment = paymentId === undefined ? {} : { paymentId };
    return accept<InvoiceEvent>([{ type: 'invoice.payment_failed', data: { failure, ...payment, debit, ...end } }]);
  }
  if (debit === null) return accept<InvoiceEvent>([{ type: 'invoice.debit_ended', data: end }]);
  return accept<InvoiceEvent>(isPlanKnown(debit, state.debit) ? [] : [{ type: 'invoice.debit_planned', data: planOf(report) }]);
}

function planOf({ nextAttemptAtMs, isApprovalOpen }: InvoiceDebitReport): Omit<DebitOfInvoice, 'id'> {
  return { nextAttemptAtMs, ...(isApprovalOpen && { isApprovalOpen }) };
}

function isPlanKnown(reported: DebitOfInvoice, known: DebitOfInvoice): boolean {
  return known.nextAttemptAtMs === reported.nextAttemptAtMs && known.isApprovalOpen === reported.isApprovalOpen;
}

/** Whether money may be moving: then nothing else is done with it. */
export function paymentUnderWay(state: ExistingInvoice): string | null {
  if (!isUnpaid(state)) return null;
  if (state.paymentId !== null) return `payment ${state.paymentId}`;
  return state.debit !== null && state.debit.nextAttemptAtMs === null ? `debit ${state.debit.id}` : null;
}
