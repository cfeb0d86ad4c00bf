import { findCurrency, minorText, type CreditNoteRefund, type IssueCreditNotePayload, type Refusal } from '#contracts';
import { accept, refuse, type FollowUp } from '#decider';
import type { InvoiceEvent } from '../events';
import { evolve } from '../evolve';
import {
  amountRemaining,
  isPayable,
  ISSUED_CREDIT_NOTES_MAX,
  type ExistingInvoice,
  type IssuedCredit,
  type OpenInvoice,
  type PaidInvoice,
} from '../state';
import { collectRest } from './collect';
import type { InvoiceContext, InvoiceDecision } from './context';
import { creditNote, leftToCredit } from './credit-note';
import { aboveLeft, creditOfLines, type CreditedLines } from './credited-lines';
import { paymentUnderWay } from './record';
import { moneyMoves, stateConflict } from './refusals';

type Creditable = OpenInvoice | PaidInvoice;

/**
 * open, uncollectible, paid → the same with a credit note, or paid where it leaves nothing to pay. What was not paid yet is not due any
 * more; the rest of the note goes back as the merchant asks.
 */
export function issueCreditNote(payload: IssueCreditNotePayload, state: ExistingInvoice, context: InvoiceContext): InvoiceDecision {
  if (!isPayable(state) && state.status !== 'paid') return stateConflict(state, 'be credited', ['open', 'uncollectible', 'paid']);
  // Its subscription knows what is under way.
  const moving = payload.days === undefined ? moneyMoves(paymentUnderWay(state), state) : null;
  const refusal = moving ?? countRefusal(state);
  return refusal === null ? takeBack(payload, state, context) : refuse(refusal);
}

/** The same while money may be moving: what comes of another amount than what is left to pay goes back. */
export function takeBack(payload: IssueCreditNotePayload, state: Creditable, context: InvoiceContext): InvoiceDecision {
  const credited = creditedOf(payload, state, context);
  if ('refusal' in credited) return refuse(credited.refusal);
  const { amount, tax, lines } = credited;
  const reduced = state.status === 'paid' ? 0 : Math.min(amount, amountRemaining(state));
  const giving = giveBack(payload, amount - reduced, state, context);
  if ('refusal' in giving) return refuse(giving.refusal);
  const { reason = null } = payload;
  const issued = issuedOf(payload, reduced, lines);
  const { note, followUps } = creditNote({ amount, reason, refundId: giving.refundId, issued }, state, context, tax);
  const event: InvoiceEvent = { type: 'invoice.credited', data: note };
  return credit(event, state, { context, followUps: [...followUps, ...giving.followUps] });
}

function issuedOf({ refund, days }: IssueCreditNotePayload, reduced: number, lines: IssuedCredit['lines']): IssuedCredit {
  return { reduced, refund, ...(days && { days }), ...(lines !== undefined && { lines }) };
}

interface Around {
  context: InvoiceContext;
  followUps: FollowUp[];
}

function credit(event: InvoiceEvent, state: Creditable, { context, followUps }: Around): InvoiceDecision {
  if (state.status === 'paid') return accept([event], 200, { followUps });
  const decision = collectRest([event, ...carryRest(evolve(state, event) as OpenInvoice)], state, context);
  return decision.accepted ? { ...decision, followUps: [...followUps, ...(decision.followUps ?? [])] } : decision;
}

/** What is left is too small to be paid, or no part of what was sold: later invoices charge it, as the balance of the customer. */
export function carryRest(state: OpenInvoice): InvoiceEvent[] {
  const remaining = amountRemaining(state);
  const isTooSmall = remaining < (findCurrency(state.terms.currency)?.minMinor ?? 1);
  const carries = isTooSmall || leftToCredit(state).total === 0;
  return remaining > 0 && carries ? [{ type: 'invoice.balance_applied', data: { amount: -remaining } }] : [];
}

function countRefusal({ creditNotes }: Creditable): Refusal | null {
  const issued = creditNotes.filter((note) => note.issued !== undefined);
  if (issued.length < ISSUED_CREDIT_NOTES_MAX) return null;
  const message = `At most ${ISSUED_CREDIT_NOTES_MAX} credit notes are issued of an invoice.`;
  const hint = 'POST /v1/refunds gives back what a payment of the invoice took.';
  return { code: 'limit_exceeded', details: { message, hint } };
}

type Credit = { amount: number } & Partial<CreditedLines>;

function creditedOf(
  { amount, lines }: IssueCreditNotePayload,
  state: Creditable,
  { invoiceId }: InvoiceContext,
): Credit | { refusal: Refusal } {
  const left = leftToCredit(state);
  if (left.total <= 0) return { refusal: aboveLeft(amount === undefined ? 'lines' : 'amount', 0, state) };
  if (lines !== undefined) return creditOfLines(lines, state, { invoiceId, left });
  return amount !== undefined && amount > left.total
    ? { refusal: aboveLeft('amount', left.total, state) }
    : { amount: amount ?? left.total };
}

type Giving = { refundId: string | null; followUps: FollowUp[] } | { refusal: Refusal };

/** How what had been paid goes back. @param back minor units. */
function giveBack({ refund, reason }: IssueCreditNotePayload, back: number, state: Creditable, context: InvoiceContext): Giving {
  if (back === 0 || refund === 'none') return { refundId: null, followUps: [] };
  if (refund === 'credit') return { refundId: null, followUps: [creditBalance(back, state, context)] };
  const available = Math.max(0, ...state.collected.map(({ paymentId }) => context.refundable(paymentId)));
  const payment = state.collected.findLast(({ paymentId }) => context.refundable(paymentId) >= back);
  if (payment === undefined) return { refusal: notRefundable(available, state) };
  const refundId = context.idOf('refund', state.creditNotes.length + 1);
  const payload = { refundId, amount: back, reason: 'requested_by_customer', ...(reason !== undefined && { description: reason }) };
  return { refundId, followUps: [{ streamId: payment.paymentId, type: 'payments.request_refund', payload }] };
}

function creditBalance(back: number, { terms }: Creditable, { invoiceId }: InvoiceContext): FollowUp {
  const { customerId: streamId, currency, subscriptionId } = terms;
  const payload = { amount: -back, currency, type: 'credit_note', invoiceId, ...(subscriptionId !== undefined && { subscriptionId }) };
  return { streamId, type: 'customers.change_balance', payload };
}

function notRefundable(available: number, { terms }: Creditable): Refusal {
  const word: CreditNoteRefund = 'payment';
  const message = `A payment of this invoice can give back at most ${minorText(available, terms.currency)}.`;
  const hint = `Use refund credit or none for what ${word} cannot give back.`;
  return { code: 'refund_amount_exceeds_available', details: { param: 'refund', message, amount_available: available, hint } };
}
