import type { DraftInvoice } from '../state';
import { joined, type InvoiceContext, type Step } from './context';
import { beginDebit } from './debit';
import { issue, openOf } from './issue';

/** draft → open: with a number, a date, and the tax that holds on it; and its debit, where it is collected by one. */
export function finalize(state: DraftInvoice, context: InvoiceContext): Step {
  const issued = issue(state, context);
  if ('refusal' in issued) return issued;
  const { mandateId, collection } = state.terms;
  if (mandateId === undefined || collection !== 'automatic') return issued;
  return joined(issued, () => beginDebit(openOf(state, issued.events), mandateId, context));
}
