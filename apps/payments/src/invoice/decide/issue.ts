import { istDateOf, type TaxSettings } from '#contracts';
import type { BuyerOnInvoice, DraftInvoice, InvoiceDocument, OpenInvoice, Seller } from '../state';
import type { InvoiceEvent } from '../events';
import { evolve } from '../evolve';
import { billOf } from './bill';
import { buyerOf, type InvoiceContext, type Step } from './context';
import { documentNumber } from './invoice-number';

const DAY_MS = 86_400_000;

/** The invoice that follows from a draft. */
export function openOf(draft: DraftInvoice, events: InvoiceEvent[]): OpenInvoice {
  return events.reduce(evolve, draft) as OpenInvoice;
}

/** The number is taken from its series in the same commit: when another took it first, the store decides again. */
export function issue(state: DraftInvoice, context: InvoiceContext): Step {
  const { nowMs, invoiceId, seller } = context;
  const date = istDateOf(nowMs);
  const { id: streamId, last } = context.series(seller.invoicePrefix, date);
  const count = last + 1;
  const number = documentNumber(seller.invoicePrefix, date, count);
  if (number === null) return { refusal: { code: 'invoice_series_exhausted' } };
  const { terms } = state;
  const bill = billOf(terms, seller, buyerOf(terms, context));
  const days = terms.collection === 'send_invoice' ? terms.daysUntilDue : 0;
  const document: InvoiceDocument = {
    number,
    seller: sellerOf(seller),
    buyer: buyerOnInvoice(state, context),
    finalizedAtMs: nowMs,
    dueAtMs: nowMs + days * DAY_MS,
  };
  const take = { streamId, type: 'invoice_series.take', payload: { count, holderId: invoiceId } };
  return { events: [{ type: 'invoice.finalized', data: { bill, document } }], followUps: [take] };
}

function sellerOf({ legalName, gstin, address, stateCode }: TaxSettings): Seller {
  return {
    ...(legalName !== undefined && { name: legalName }),
    ...(gstin !== undefined && { gstin: gstin.number }),
    ...(address !== undefined && { address }),
    ...(stateCode !== undefined && { stateCode }),
  };
}

function buyerOnInvoice({ terms }: DraftInvoice, { customer }: InvoiceContext): BuyerOnInvoice {
  const state = customer(terms.customerId);
  if (state.status !== 'active') return {};
  const { name, gstin, address, taxPlace } = state.profile;
  const stateCode = taxPlace?.gstinState ?? taxPlace?.state;
  return {
    ...(name !== undefined && { name }),
    ...(gstin !== undefined && { gstin }),
    ...(address !== undefined && { address }),
    ...(stateCode !== undefined && { stateCode }),
  };
}
