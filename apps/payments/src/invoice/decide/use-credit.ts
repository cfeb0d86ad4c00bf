import { accept } from '#decider';
import { balanceOf } from '../../customer/state';
import type { InvoiceEvent } from '../events';
import { amountRemaining, type ExistingInvoice } from '../state';
import { applyBalance } from './balance';
import { collectRest } from './collect';
import type { InvoiceContext, InvoiceDecision } from './context';
import { paymentUnderWay } from './record';

/** Credit of the customer pays what is open, unless money may be moving: a debit that is planned is made of the rest. */
export function useCredit(_payload: Record<string, never>, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  if (state.status !== 'open' || paymentUnderWay(state) !== null) return accept<InvoiceEvent>([]);
  const { customerId, currency } = state.terms;
  const remaining = amountRemaining(state);
  const credit = Math.max(balanceOf(context.customer(customerId), currency), -remaining);
  if (credit >= 0) return accept<InvoiceEvent>([]);
  const { applied } = applyBalance(remaining, credit, currency);
  return collectRest([{ type: 'invoice.balance_applied', data: { amount: applied } }], state, context);
}
