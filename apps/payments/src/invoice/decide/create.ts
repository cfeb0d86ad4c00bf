import { findCurrency, invalidParameter, minorText, type InvoiceCommandPayloads, type InvoiceTerms, type Refusal } from '#contracts';
import { accept, refuse } from '#decider';
import type { DraftInvoice, InvoiceState } from '../state';
import { billOf, type Bill } from './bill';
import { buyerOf, joined, type InvoiceContext, type InvoiceDecision, type Step } from './context';
import { mandateRefusal } from './debit';
import { finalize } from './finalize';
import { rateProblem } from './gst-rates';

/** – → draft, and on to open unless it is to stay a draft. */
export function create(
  { isFinal, ...terms }: InvoiceCommandPayloads['invoices.create'],
  state: InvoiceState,
  context: InvoiceContext,
): InvoiceDecision {
  if (state.status !== 'none') {
    return refuse({ code: 'resource_already_exists', details: { message: 'An invoice of this id exists already.' } });
  }
  const bill = billOf(terms, context.seller, buyerOf(terms, context));
  const refusal =
    customerRefusal(terms, context) ?? mandateRefusal(terms, bill, context) ?? ratesRefusal(terms, context) ?? totalRefusal(terms, bill);
  if (refusal !== null) return refuse(refusal);
  const draft: DraftInvoice = { status: 'draft', terms, bill };
  const created: Step = { events: [{ type: 'invoice.created', data: { terms, bill } }], followUps: [] };
  const step = isFinal ? joined(created, () => finalize(draft, context)) : created;
  return 'refusal' in step ? refuse(step.refusal) : accept(step.events, 201, { followUps: step.followUps });
}

function customerRefusal({ customerId }: InvoiceTerms, { customer }: InvoiceContext): Refusal | null {
  const { status } = customer(customerId);
  if (status === 'active') return null;
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

/** What a payment of it could not take. */
function totalRefusal({ currency }: InvoiceTerms, { total }: Bill): Refusal | null {
  const row = findCurrency(currency);
  if (row === undefined) return invalidParameter('currency', 'is not supported.', 'currency_not_supported');
  if (total >= row.minMinor && total <= row.maxMinor) return null;
  const [code, bound] =
    total < row.minMinor ? (['amount_too_small', row.minMinor] as const) : (['amount_too_large', row.maxMinor] as const);
  const message = `The total is ${minorText(total, currency)}, and must be at ${code === 'amount_too_small' ? 'least' : 'most'} ${minorText(bound, currency)}.`;
  return { code, details: { message, param: 'lines', reason: code } };
}
