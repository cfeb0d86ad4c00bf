import type { InvoiceRefundReport } from '#contracts';
import { accept, type FollowUp } from '#decider';
import type { InvoiceEvent } from '../events';
import { returnedAmount, type CreditNote, type ExistingInvoice, type PaidInvoice } from '../state';
import type { InvoiceContext, InvoiceDecision } from './context';
import { creditNoteNumber } from './credit-note';
import { creditedTax, type LineTax } from './gst';

/** Money of the payment that paid it went back, or the bank returned some that had. Reported twice, it counts once. */
export function recordRefund(report: InvoiceRefundReport, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  if (state.status !== 'paid' || state.paymentId !== report.paymentId) return accept<InvoiceEvent>([]);
  const { refundId, amount, isReturned, overRefunded } = report;
  const over: InvoiceEvent[] =
    overRefunded === (state.overRefunded ?? 0) ? [] : [{ type: 'invoice.over_refunded', data: { amount: overRefunded } }];
  if (refundId === undefined || amount === 0) return accept(over);
  if (isReturned) return accept([...returned({ refundId, amount }, state), ...over]);
  const { events, followUps } = refunded({ refundId, amount }, state, context);
  return accept([...events, ...over], 200, { followUps });
}

type Refunded = Required<Pick<InvoiceRefundReport, 'refundId' | 'amount'>>;

function returned(data: Refunded, state: PaidInvoice): InvoiceEvent[] {
  return state.returned?.refundIds.includes(data.refundId) ? [] : [{ type: 'invoice.refund_returned', data }];
}

/**
 * A credit note takes the tax back (CGST Act, section 34). One whose money the bank returned stands, and is for the money that goes
 * back next: nothing is credited twice.
 */
function refunded(
  { refundId, amount }: Refunded,
  state: PaidInvoice,
  context: InvoiceContext,
): { events: InvoiceEvent[]; followUps?: FollowUp[] } {
  if (isKnown(refundId, state)) return { events: [] };
  const covered = Math.min(amount, returnedAmount(state));
  const again: InvoiceEvent[] = covered === 0 ? [] : [{ type: 'invoice.refund_repeated', data: { refundId, amount: covered } }];
  if (covered === amount) return { events: again };
  const { number, followUps } = creditNoteNumber(context);
  const note: CreditNote = {
    number,
    amount: amount - covered,
    ...creditedTax({ total: state.bill.total, tax: state.bill }, amount - covered, creditedBefore(state)),
    atMs: context.nowMs,
    reason: context.refundReason(refundId),
    refundId,
  };
  return { events: [...again, { type: 'invoice.refunded', data: note }], followUps };
}

function isKnown(refundId: string, { creditNotes, returned: back }: PaidInvoice): boolean {
  return creditNotes.some((note) => note.refundId === refundId) || (back?.repeatedIds.includes(refundId) ?? false);
}

function creditedBefore({ creditNotes }: PaidInvoice): { total: number; tax: LineTax } {
  const sum = (name: keyof LineTax | 'amount'): number => creditNotes.reduce((total, note) => total + note[name], 0);
  return { total: sum('amount'), tax: { taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst') } };
}
