import type { InvoiceRefundReport } from '#contracts';
import { accept, type FollowUp } from '#decider';
import type { InvoiceEvent } from '../events';
import { amountCredited, amountToRefund, documentOf, refundedFromBalance, type ExistingInvoice, type Issued } from '../state';
import type { InvoiceContext, InvoiceDecision } from './context';
import { creditNote } from './credit-note';

/** Money of a payment that counts went back, or the bank returned some that had. Reported twice, it counts once. */
export function recordRefund(report: InvoiceRefundReport, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  const document = documentOf(state);
  const isCollected = state.collected.some(({ paymentId }) => paymentId === report.paymentId);
  if (document === null || !isCollected) return accept<InvoiceEvent>([]);
  const { refundId, amount, isReturned, overRefunded } = report;
  const over: InvoiceEvent[] =
    overRefunded === 0 ? [] : [{ type: 'invoice.over_refunded', data: { amount: state.refunds.over + overRefunded } }];
  if (refundId === undefined || amount === 0) return accept(over);
  if (isReturned) return accept([...returned({ refundId, amount }, state), ...over]);
  const { events, followUps } = refunded({ refundId, amount }, { ...state, document }, context);
  return accept([...events, ...over], 200, { followUps });
}

type Refunded = Required<Pick<InvoiceRefundReport, 'refundId' | 'amount'>>;

function returned(data: Refunded, { refunds }: ExistingInvoice): InvoiceEvent[] {
  return refunds.returnedIds.includes(data.refundId) ? [] : [{ type: 'invoice.refund_returned', data }];
}

/**
 * A credit note takes the tax back (CGST Act, section 34). One that was issued before its money went back, or whose money the bank
 * returned, is for the money that goes back next, and what is paid from the balance of the customer has its own: nothing is credited
 * twice, and never more than the invoice.
 */
function refunded(
  { refundId, amount }: Refunded,
  state: Issued,
  context: InvoiceContext,
): { events: InvoiceEvent[]; followUps?: FollowUp[] } {
  if (state.refunds.ids.includes(refundId)) return { events: [] };
  const toPay = state.collected.reduce((sum, { paymentId }) => sum + context.refundsFromBalance(paymentId), 0);
  const fromBalance = Math.min(amount, Math.max(0, toPay - refundedFromBalance(state.refunds)));
  const covered = fromBalance + Math.min(amount - fromBalance, amountToRefund(state));
  const rest = amount - covered;
  const credited = Math.min(rest, state.bill.total - amountCredited(state));
  const repeated = { refundId, ...(fromBalance > 0 && { fromBalance }) };
  if (credited <= 0) return { events: [{ type: 'invoice.refund_repeated', data: { ...repeated, amount } }] };
  const again: InvoiceEvent[] = covered === 0 ? [] : [{ type: 'invoice.refund_repeated', data: { ...repeated, amount: covered } }];
  const more = rest === credited ? {} : { refunded: rest };
  const terms = { amount: credited, reason: context.refundReason(refundId), refundId, ...more };
  const { note, followUps } = creditNote(terms, state, context);
  return { events: [...again, { type: 'invoice.refunded', data: note }], followUps };
}
