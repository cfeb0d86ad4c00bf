import { istDateOf, type CustomerProfile, type InvoiceTerms, type SealedBuyer, type TaxSettings } from '#contracts';
import type { FollowUp } from '#decider';
import { amountDue, type DraftInvoice, type InvoiceDocument, type OpenInvoice, type Seller } from '../state';
import type { InvoiceEvent } from '../events';
import { evolve } from '../evolve';
import { balanceOf, taxProfileOf } from '../../customer/state';
import { applyBalance } from './balance';
import { billOf, creditOf, withCredit, type Bill } from './bill';
import { buyerOf, type InvoiceContext, type Step } from './context';
import { creditNote } from './credit-note';
import { documentNumber } from './invoice-number';
import { totalRefusal } from './total';

type Finalized = Extract<InvoiceEvent, { type: 'invoice.finalized' }>;

const DAY_MS = 86_400_000;

/** The invoice that follows from a draft. */
export function openOf(draft: DraftInvoice, events: InvoiceEvent[]): OpenInvoice {
  return events.reduce(evolve, draft) as OpenInvoice;
}

/** With its number; paid at once where there is nothing to pay. Tax may have changed since it was made. */
export function issue(state: DraftInvoice, context: InvoiceContext): Step {
  const { number, followUps } = nextNumber(context);
  if (number === null) return { refusal: { code: 'invoice_series_exhausted' } };
  const event = finalized(state, number, context);
  const refusal = totalRefusal(state.terms, event.data.bill);
  if (refusal !== null) return { refusal };
  const open = openOf(state, [event]);
  const paid: InvoiceEvent = { type: 'invoice.paid', data: { paymentId: null, atMs: context.nowMs } };
  const credit = creditNoteOf(open, context);
  const events = [event, ...(amountDue(open) > 0 ? [] : [paid]), ...credit.events];
  return { events, followUps: [...followUps, ...credit.followUps] };
}

/** What the invoice carries is credit of the customer: a credit note takes the tax of it back. */
function creditNoteOf(state: OpenInvoice, context: InvoiceContext): { events: InvoiceEvent[]; followUps: FollowUp[] } {
  const carried = state.bill.lines.find(({ type }) => type === 'carried');
  if (carried === undefined) return { events: [], followUps: [] };
  const { note, followUps } = creditNote({ amount: creditOf(state.bill), reason: null, refundId: null }, state, context, carried);
  return { events: [{ type: 'invoice.refunded', data: note }], followUps };
}

/** The same for a draft whose money has come: a series that is used up never holds money up. */
export function issuePaid(state: DraftInvoice, context: InvoiceContext): Exclude<Step, { refusal: unknown }> {
  const { number, followUps } = nextNumber(context);
  const event = finalized(state, number, context);
  const credit = creditNoteOf(openOf(state, [event]), context);
  return { events: [event, ...credit.events], followUps: [...followUps, ...credit.followUps] };
}

/** The number is taken from its series in the same commit: when another took it first, the store decides again. */
function nextNumber({ nowMs, invoiceId, seller, series }: InvoiceContext): {
  number: string | null;
  followUps: Exclude<Step, { refusal: unknown }>['followUps'];
} {
  const date = istDateOf(nowMs);
  const { id: streamId, last } = series(seller.invoicePrefix, date);
  const count = last + 1;
  const number = documentNumber(seller.invoicePrefix, date, count);
  const take = { streamId, type: 'invoice_series.take', payload: { count, holderId: invoiceId } };
  return { number, followUps: number === null ? [] : [take] };
}

function finalized(state: DraftInvoice, number: string | null, context: InvoiceContext): Finalized {
  const { nowMs, seller } = context;
  const { terms } = state;
  const bill = billNow(terms, context);
  const days = terms.collection === 'send_invoice' ? terms.daysUntilDue : 0;
  const document: InvoiceDocument = {
    number,
    seller: sellerOf(seller),
    buyer: buyerOnInvoice(state, context),
    finalizedAtMs: nowMs,
    dueAtMs: nowMs + days * DAY_MS,
  };
  return { type: 'invoice.finalized', data: { bill, document, ...announcedOf(state, bill), ...usedOf(state, bill, context) } };
}

/** With the tax as it is now. No lines but those of a subscription give back. */
function billNow(terms: InvoiceTerms, context: InvoiceContext): Bill {
  const { seller } = context;
  const buyer = buyerOf(terms, context);
  const lines = terms.subscriptionId === undefined ? terms.lines : withCredit(terms, seller, buyer);
  return billOf({ ...terms, lines }, seller, buyer);
}

/** Of no subscription: what the customer has pays it, or is charged with it. */
function usedOf({ terms }: DraftInvoice, { total }: Bill, { customer, mandate }: InvoiceContext): { balanceApplied?: number } {
  const balance = balanceOf(customer(terms.customerId), terms.currency);
  if (terms.subscriptionId !== undefined || balance === 0) return {};
  const found = terms.mandateId === undefined ? null : mandate(terms.mandateId);
  const most = found === null || found.status === 'none' ? undefined : found.terms.maxAmount;
  return { balanceApplied: applyBalance(total, Math.max(balance, -total), terms.currency, most).applied };
}

/**
 * Of a subscription the payer has heard the amount before, and pays that: where tax makes the total another one by now, the difference is
 * balance of the customer, for later invoices.
 */
function announcedOf(state: DraftInvoice, bill: Bill): { balanceApplied?: number } {
  const isAnnounced = state.terms.subscriptionId !== undefined && bill.total !== state.bill.total;
  return isAnnounced ? { balanceApplied: amountDue(state) - bill.total } : {};
}

function sellerOf({ legalName, gstin, address, stateCode }: TaxSettings): Seller {
  return {
    ...(legalName !== undefined && { name: legalName }),
    ...(gstin !== undefined && { gstin: gstin.number }),
    ...(address !== undefined && { address }),
    ...(stateCode !== undefined && { stateCode }),
  };
}

function buyerOnInvoice({ terms }: DraftInvoice, { customer }: InvoiceContext): SealedBuyer {
  const state = customer(terms.customerId);
  const { name, gstin, address }: CustomerProfile = state.status === 'active' ? state.profile : {};
  const { taxPlace } = taxProfileOf(state);
  const stateCode = taxPlace?.gstinState ?? taxPlace?.state;
  return {
    ...(name !== undefined && { name }),
    ...(gstin !== undefined && { gstin }),
    ...(address !== undefined && { address }),
    ...(stateCode !== undefined && { stateCode }),
  };
}
