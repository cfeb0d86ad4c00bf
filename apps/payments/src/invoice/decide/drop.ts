import { accept } from '#decider';
import type { InvoiceEvent } from '../events';
import { amountRemaining, isPayable, isSettledInPart, isUnpaid, type ExistingInvoice, type OpenInvoice } from '../state';
import { collectRest } from './collect';
import type { InvoiceContext, InvoiceDecision } from './context';
import { leftToCredit } from './credit-note';
import { carryRest, takeBack } from './issue-credit-note';

/**
 * Nothing is collected from the customer any more: void, or, where some of it was paid, paid with a credit note of the rest. Money that is under
 * way goes back when it comes.
 *
 * @param payload `givesBack`: of a period that does not begin, and what was paid for it ahead becomes credit.
 */
export function drop({ givesBack }: { givesBack?: true }, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  if (givesBack && state.status === 'paid' && leftToCredit(state).total > 0) return takeBack({ refund: 'credit' }, state, context);
  if (!isUnpaid(state)) return accept<InvoiceEvent>([]);
  const credited = isPayable(state) && isSettledInPart(state) ? creditRest(state, context) : null;
  return credited?.accepted ? credited : accept<InvoiceEvent>([{ type: 'invoice.voided', data: { atMs: context.nowMs } }]);
}

function creditRest(state: OpenInvoice, context: InvoiceContext): InvoiceDecision {
  const amount = Math.min(amountRemaining(state), leftToCredit(state).total);
  // Credit notes gave all of it back, and the money that they gave back was taken back itself.
  return amount > 0 ? takeBack({ amount, refund: 'none' }, state, context) : collectRest(carryRest(state), state, context);
}
