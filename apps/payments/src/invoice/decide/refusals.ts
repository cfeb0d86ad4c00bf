import { minorText, statusSentence, type InvoiceStatus, type Refusal } from '#contracts';
import { refuse } from '#decider';
import type { ExistingInvoice } from '../state';
import type { InvoiceDecision } from './context';

/** There is no such invoice. */
export function missing(): InvoiceDecision {
  return refuse({ code: 'resource_missing', details: { param: 'id' } });
}

/** What cannot happen in this status. @param act as in `be voided`. */
export function stateConflict({ status }: ExistingInvoice, act: string, allowedFrom: InvoiceStatus[]): InvoiceDecision {
  const message = statusSentence('invoice', status, act, allowedFrom);
  return refuse({ code: 'state_conflict', details: { message, current_status: status, allowed_from: allowedFrom } });
}

/** No payment of it can begin in this status. */
export function notPayable({ status }: ExistingInvoice): Refusal {
  const message = `The invoice is ${status} and cannot be paid.`;
  const allowed_from = ['open', 'uncollectible'];
  return { code: 'invoice_not_payable', details: { message, current_status: status, allowed_from } };
}

/** Money may be moving. @param what as in `debit debit_…`. */
export function underWay(what: string): Refusal {
  const message = `The ${what} of this invoice is under way.`;
  return { code: 'invoice_not_payable', details: { message, reason: 'payment_under_way', hint: 'Wait for its end, or cancel it.' } };
}

/** What an invoice comes to does not change while money of it may be moving. @param what as in `debit debit_…`; null for nothing. */
export function moneyMoves(what: string | null, { status }: ExistingInvoice): Refusal | null {
  if (what === null) return null;
  const message = `The ${what} of this invoice is under way: what it takes would be taken twice.`;
  const hint = 'Wait for its end, or cancel it.';
  return { code: 'state_conflict', details: { message, reason: 'payment_under_way', current_status: status, hint } };
}

/** A payment of the amount of before. @param remaining minor units. */
export function otherAmount(remaining: number, currency: string): Refusal {
  const message = `${minorText(remaining, currency)} remains to be paid of the invoice, which is another amount than that of this payment.`;
  return { code: 'invoice_not_payable', details: { message, reason: 'amount_changed', hint: 'Pay the invoice again.' } };
}
