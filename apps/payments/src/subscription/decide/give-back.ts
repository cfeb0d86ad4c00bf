import { istDateOf, type CancelSubscriptionPayload } from '#contracts';
import type { FollowUp } from '#decider';
import { grossOf, type BilledLine } from '../../invoice/decide/bill';
import { leftToCredit } from '../../invoice/decide/credit-note';
import { amountRemaining, becomesVoid } from '../../invoice/state';
import type { ExistingSubscription, TrackedInvoice } from '../state';
import type { SubscriptionContext } from './context';
import { collectedOf, isUncertain, leftOf, noteOf, reducibleOf, sourcesOf, type Days, type Source } from './credit';
import type { Draft } from './draft';
import { balanceAfterDrops } from './invoices';
import type { LastInvoice } from './last-invoice';

/** Refunds of one cancellation: what is more stays credit of the customer. */
const REFUNDS_MAX = 12;

/** What an invoice gives back, minor units, and the payments that took its money. */
interface Back {
  invoiceId: string;
  amount: number;
  paymentIds: readonly string[];
  /** What a credit note can take back of it. */
  creditable: number;
}

/** What a cancellation gives back of the days that the customer does not get, or of the whole period. */
export interface GivesBack {
  backs: Back[];
  /** Credit notes of invoices that are not paid. */
  notes: FollowUp[];
  /** What they take off, minor units. */
  reduced: number;
}

export const GIVES_NOTHING: GivesBack = { backs: [], notes: [], reduced: 0 };

/** Of every invoice that charges days from today on, or from the beginning of the period. */
export function givesBackOf(
  state: ExistingSubscription,
  { refund, openInvoices }: Pick<CancelSubscriptionPayload, 'refund' | 'openInvoices'>,
  context: SubscriptionContext,
): GivesBack {
  const { current } = state;
  if (refund === 'none' || current === null) return GIVES_NOTHING;
  const days = { from: refund === 'full' ? current.from : istDateOf(context.nowMs), to: Infinity };
  // What a void one gives back of others is undone with it.
  const sources = sourcesOf(state, days, context).filter(({ invoice }) => openInvoices === 'keep' || !becomesVoid(invoice));
  // Money that is under way for an invoice that becomes void goes back.
  const open = sources.filter((source) => openInvoices === 'void' || !isUncertain(source));
  const reduced = open.map((source) => ({ ...source, amount: reducibleOf(source) })).filter(({ amount }) => amount > 0);
  return {
    backs: sources.map((source) => backOf(source, refund === 'full' ? wholeOf(source, days.from) : collectedOf(source), days)),
    notes: reduced.map(({ id, amount }) => noteOf(id, amount, { ...days, to: current.to })),
    // The rest of an uncollectible invoice is not due.
    reduced: reduced.reduce((sum, { amount, invoice }) => sum + amount - (invoice.status === 'open' ? 0 : amountRemaining(invoice)), 0),
  };
}

function backOf(source: Source, amount: number, days: Days): Back {
  const { id, invoice } = source;
  const { lines } = invoice.bill;
  // The note of what it carries is of its lines that give back.
  const isNoted = lines.some(({ type }) => type === 'carried');
  const noted = isNoted
    ? leftOf(
        lines.filter((line) => line.amount < 0),
        days,
      )
    : 0;
  const most = invoice.status === 'paid' && !isUncertain(source) ? leftToCredit(invoice).total : 0;
  const paymentIds = invoice.collected.map(({ paymentId }) => paymentId);
  return { invoiceId: id, amount, paymentIds, creditable: Math.max(0, Math.min(amount - noted, most)) };
}

/** All of an invoice that began with the period, what is charged once included; not what it charged for others as the balance of the customer. */
function wholeOf(source: Source, from: number): number {
  const { bill, status } = source.invoice;
  if (status !== 'paid' || !bill.lines.every((line) => isWithin(line, from))) return collectedOf(source);
  const once = bill.lines.filter(({ type, period }) => period === undefined && type !== 'carried');
  return collectedOf({ ...source, left: source.left + once.reduce((sum, line) => sum + grossOf(line), bill.roundOff) });
}

function isWithin({ period }: BilledLine, from: number): boolean {
  return period === undefined || istDateOf(period.startMs) >= from;
}

interface Due {
  last: LastInvoice;
  open: readonly TrackedInvoice[];
}

/**
 * What is given back pays what is open first; the rest goes back by the payments that paid, with the credit of the customer, and what
 * they cannot give back becomes credit.
 *
 * @param due what is charged at the end, and the invoices that stay open.
 */
export function giveBack(draft: Draft, { backs, reduced }: GivesBack, { last, open }: Due, context: SubscriptionContext): void {
  const { terms, price } = draft.state;
  const given = Math.max(
    0,
    backs.reduce((sum, { amount }) => sum + amount, 0),
  );
  const due = Math.max(0, open.reduce((sum, { amountRemaining }) => sum + amountRemaining, 0) - reduced) + last.remaining;
  const credit = Math.max(0, -balanceAfterDrops(draft, context)) - last.applied + last.credit;
  const refunds = refundsOf(backs, { given, credit, due }, context);
  const back = [...refunds.values()].reduce((sum, amount) => sum + amount, 0);
  const { notes, credited, fromBalance } = creditedOf(backs, given, refunds);
  // Above zero: the customer has so much less credit, as it goes back as money.
  const amount = back - given + credited;
  const about = { currency: price.currency, subscriptionId: context.subscriptionId };
  if (amount !== 0) {
    const payload = { ...about, amount, type: amount < 0 ? 'proration' : 'refund' };
    draft.ask({ streamId: terms.customerId, type: 'customers.change_balance', payload });
  }
  draft.ask(...notes);
  [...refunds].forEach(([paymentId, refunded], index) => {
    const refundId = context.idOf('refund', index === 0 ? 'cancel' : `cancel ${index + 1}`);
    const payload = { refundId, amount: refunded, reason: 'requested_by_customer', ...fromBalance.get(paymentId) };
    draft.ask({ streamId: paymentId, type: 'payments.request_refund', payload });
  });
}

interface Credited {
  notes: FollowUp[];
  /** What these notes come to, minor units: credit of the customer. */
  credited: number;
  /** By payment. */
  fromBalance: Map<string, { fromBalance: number }>;
}

/**
 * Credit notes take back what is given, of the newest invoices first, whose lines took back what the others charged: that of a refund as
 * far as the payments of the invoice give it back, one of its own for the rest. What is refunded beyond them was credit, with notes of its
 * own (CGST Act, section 34).
 */
function creditedOf(backs: readonly Back[], given: number, refunds: ReadonlyMap<string, number>): Credited {
  const result: Credited = { notes: [], credited: 0, fromBalance: new Map() };
  let rest = given;
  for (const { invoiceId, paymentIds, creditable } of backs.toReversed()) {
    let own = Math.min(rest, creditable);
    rest -= own;
    for (const paymentId of paymentIds) {
      const refunded = refunds.get(paymentId) ?? 0;
      const noted = Math.min(refunded, own);
      own -= noted;
      if (refunded > noted) result.fromBalance.set(paymentId, { fromBalance: refunded - noted });
    }
    if (own === 0) continue;
    result.credited += own;
    result.notes.push({ streamId: invoiceId, type: 'invoices.issue_credit_note', payload: { amount: own, refund: 'credit' } });
  }
  return result;
}

interface Money {
  given: number;
  credit: number;
  due: number;
}

/** By payment, minor units: each gives back of its own invoice first, then what others and credit leave. */
function refundsOf(backs: readonly Back[], { given, credit, due }: Money, { refundable }: SubscriptionContext): Map<string, number> {
  const refunds = new Map<string, number>();
  let rest = Math.max(0, given + credit - due);
  const take = (paymentId: string, most: number): number => {
    const taken = refunds.get(paymentId) ?? 0;
    const amount = Math.min(most, rest, refundable(paymentId) - taken);
    if (amount <= 0 || (taken === 0 && refunds.size >= REFUNDS_MAX)) return 0;
    refunds.set(paymentId, taken + amount);
    rest -= amount;
    return amount;
  };
  for (const { amount, paymentIds } of backs) {
    let own = amount;
    for (const paymentId of paymentIds) own -= take(paymentId, own);
  }
  for (const { paymentIds } of backs.toReversed()) for (const paymentId of paymentIds) take(paymentId, rest);
  return refunds;
}
