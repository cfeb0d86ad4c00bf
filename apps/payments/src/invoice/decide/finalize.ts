import { accept } from '#decider';
import { isPayable, type DraftInvoice, type ExistingInvoice } from '../state';
import { joined, type InvoiceContext, type InvoiceDecision, type Step } from './context';
import { beginDebit } from './debit';
import { issue, openOf } from './issue';

/**
 * draft → open: with a number, a date, and the tax that holds on it; and its debit, where it is collected by one that was neither planned nor called off.
 *
 * @param notBeforeMs of the debit, ms since the epoch; absent for the earliest allowed time.
 */
export function finalize(state: DraftInvoice, context: InvoiceContext, notBeforeMs?: number): Step {
  const issued = issue(state, context);
  const { mandateId, collection } = state.terms;
  const hasDebit = state.begun > 0 || state.waits !== undefined || state.stoppedAtMs !== undefined;
  if (mandateId === undefined || collection !== 'automatic' || hasDebit) return issued;
  return joined(issued, (events) => {
    const open = openOf(state, events);
    return isPayable(open) ? beginDebit(open, mandateId, context, notBeforeMs) : { events: [], followUps: [] };
  });
}

/** What it charges has begun. A draft whose series is used up stays one: its subscription goes on. */
export function open(state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  const step: Step = state.status === 'draft' ? finalize(state, context) : { events: [], followUps: [] };
  return 'refusal' in step ? accept([]) : accept(step.events, 200, { followUps: step.followUps });
}
