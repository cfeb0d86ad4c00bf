import type { InvoiceCommandPayloads, InvoiceTerms, Refusal } from '#contracts';
import { accept, refuse } from '#decider';
import { evolve } from '../evolve';
import { INITIAL_INVOICE, type DraftInvoice, type InvoiceState } from '../state';
import { billOf, type Bill } from './bill';
import { buyerOf, joined, type InvoiceContext, type InvoiceDecision, type Step } from './context';
import type { InvoiceEvent } from '../events';
import { mandateRefusal } from './debit';
import { finalize } from './finalize';
import { begin } from './start';
import { rateProblem } from './gst-rates';
import { totalRefusal } from './total';

/** – → draft, and on to open unless it is to stay a draft. */
export function create(
  { isFinal, start, isUpcoming, parties, ...terms }: InvoiceCommandPayloads['invoices.create'],
  state: InvoiceState,
  context: InvoiceContext,
): InvoiceDecision {
  if (state.status !== 'none') {
    return refuse({ code: 'resource_already_exists', details: { message: 'An invoice of this id exists already.' } });
  }
  const { seller, buyer } = parties ?? { seller: context.seller, buyer: buyerOf(terms, context) };
  const bill = billOf(terms, seller, buyer);
  const refusal = refusalOf(terms, bill, parties !== undefined, context);
  if (refusal !== null) return refuse(refusal);
  const event: InvoiceEvent = { type: 'invoice.created', data: { terms, bill } };
  const draft = evolve(INITIAL_INVOICE, event) as DraftInvoice;
  const created: Step = { events: isUpcoming ? [event, { type: 'invoice.upcoming', data: {} }] : [event], followUps: [] };
  const step = joined(created, () => next(draft, { isFinal, start }, context));
  return 'refusal' in step ? refuse(step.refusal) : accept(step.events, 201, { followUps: step.followUps });
}

/** Why it cannot be made. @param isFixed what it comes to was fixed before, and its rates were checked then. */
function refusalOf(terms: InvoiceTerms, bill: Bill, isFixed: boolean, context: InvoiceContext): Refusal | null {
  return (
    customerRefusal(terms, context) ??
    mandateRefusal(terms, bill, context) ??
    (isFixed ? null : ratesRefusal(terms, context)) ??
    totalRefusal(terms, bill)
  );
}

type Next = Pick<InvoiceCommandPayloads['invoices.create'], 'isFinal' | 'start'>;

function next(draft: DraftInvoice, { isFinal, start }: Next, context: InvoiceContext): Step {
  if (isFinal) return finalize(draft, context, start?.kind === 'debit' ? start.notBeforeMs : undefined);
  return start === undefined ? { events: [], followUps: [] } : begin(draft, start, context);
}

function customerRefusal({ customerId, subscriptionId }: InvoiceTerms, { customer }: InvoiceContext): Refusal | null {
  const { status } = customer(customerId);
  // A subscription that ends with its customer charges what is owed.
  if (status === 'active' || (status === 'deleted' && subscriptionId !== undefined)) return null;
  const message = status === 'deleted' ? { message: 'The customer is deleted.' } : {};
  return { code: 'resource_missing', details: { param: 'customer_id', ...message } };
}

function ratesRefusal({ lines }: InvoiceTerms, { rules }: InvoiceContext): Refusal | null {
  for (const [index, { tax }] of lines.entries()) {
    const problem = rateProblem(tax?.rateBps, rules, `lines.${index}.tax.rate_bps`);
    if (problem !== null) return problem;
  }
  return null;
}
