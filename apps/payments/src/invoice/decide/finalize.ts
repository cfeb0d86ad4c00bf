import type { DraftInvoice } from '../state';
import { joined, type InvoiceContext, type Step } from './context';
import { beginDebit } from './debit';
import { issue, openOf } from './issue';

/** draft → open: with a number, a date, and the tax that holds on it; and its debit, where it is collected by one. */
export function finalize(state: DraftInvoice, context: InvoiceContext): Step {
  const issued = issue(state, context);
  const { mandateId, collection } = state.terms;
  if (mandateId === undefined || collection !== 'automatic') return issued;
  return joined(issued, (events) => beginDebit(openOf(state, events), mandateId, context));
}
