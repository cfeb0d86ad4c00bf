import { istDateOf, startOfIstDate, type InvoiceLineTerms } from '#contracts';
import { addLines } from '../decide/bills';
import { nextPeriodOf } from '../decide/schedule';
import type { SubscriptionEvent } from '../events';
import {
  isBeingCollected,
  isEnded,
  type Deduction,
  type ExistingSubscription,
  type SubscriptionPeriod,
  type TrackedInvoice,
  type PeriodInvoice,
  type WaitingLine,
} from '../state';

type FactOf<TType extends SubscriptionEvent['type']> = Extract<SubscriptionEvent, { type: TType }>['data'];

/** Null of an event that is about no invoice. */
export function evolveInvoices(state: ExistingSubscription, event: SubscriptionEvent): ExistingSubscription | null {
  switch (event.type) {
    case 'subscription.invoice_made':
      return invoiceMade(state, event.data);
    case 'subscription.invoice_recorded':
      return invoiceRecorded(state, event.data);
    default:
      return null;
  }
}

function invoiceMade(state: ExistingSubscription, made: FactOf<'subscription.invoice_made'>): ExistingSubscription {
  const { isUpcoming, takesPending, isLast, id, period, periodAmount, amountRemaining, regularAmount = state.regularAmount } = made;
  const invoice: TrackedInvoice = {
    id,
    period,
    periodAmount,
    amountRemaining,
    status: 'draft',
    attempts: 0,
    collecting: 'none',
    nextAttemptAtMs: null,
    dueAtMs: null,
    isOverdue: false,
    ...(isLast && { isLast }),
    ...tookOf(state, made),
    ...(made.deductions && { deducted: made.deductions }),
  };
  const upcoming = isUpcoming ? id : state.upcoming;
  const pendingLines = takesPending ? (made.kept ?? []) : state.pendingLines;
  const next = { invoices: [...state.invoices, invoice], made: state.made + 1, latestInvoiceId: id };
  const periodInvoices = [...state.periodInvoices, ...chargedIn(state, made, invoice.took)];
  return { ...state, ...next, upcoming, pendingLines, periodInvoices, regularAmount, failure: null, ...deductedIn(state, made.deductions) };
}

/** With those of one more event. */
export function deductedIn(
  { deductions: before = [] }: ExistingSubscription,
  deductions: readonly Deduction[] = [],
): Pick<ExistingSubscription, 'deductions'> {
  return deductions.length === 0 ? {} : { deductions: [...before, ...deductions] };
}

/** Until the last of its days: what it gives back may be for days after its own period. */
function chargedIn(
  { current }: ExistingSubscription,
  { id, period }: FactOf<'subscription.invoice_made'>,
  took: readonly WaitingLine[] = [],
): PeriodInvoice[] {
  const to = period?.to ?? current?.to;
  if (to === undefined) return [];
  return [{ id, to: Math.max(to, ...took.map((line) => (line.period === undefined ? 0 : istDateOf(line.period.endMs)))) }];
}

/** Absent where it took nothing that waited. */
function tookOf(state: ExistingSubscription, made: FactOf<'subscription.invoice_made'>): Pick<TrackedInvoice, 'took'> {
  const lines = made.takesPending ? state.pendingLines.filter((line) => !made.kept?.some((kept) => isSame(kept, line))) : [];
  return lines.length === 0 ? {} : { took: lines };
}

function invoiceRecorded(state: ExistingSubscription, data: FactOf<'subscription.invoice_recorded'>): ExistingSubscription {
  const { invoiceId: id, failure, isDebit: _isDebit, isFree: _isFree, paymentId, triedAtMs, ...report } = data;
  const known = state.invoices.find((invoice) => invoice.id === id);
  if (known === undefined) return data.status === 'open' ? reopened(state, { id, ...report }) : state;
  const next = state.quietSinceMs === null || triedAtMs === undefined ? state : { ...state, quietSinceMs: triedAtMs };
  if (data.status === 'paid') return paid(next, known, paymentId);
  if (data.status === 'void') return voided(next, known);
  const invoices = state.invoices.map((invoice) => (invoice.id === id ? { ...keptOf(invoice, report, state), ...report } : invoice));
  return { ...next, invoices, failure: failure ?? state.failure };
}

/** What of an invoice stays the same with its report: not a mark of what is done by then. */
function keptOf(
  { isStopping, isHeld, ...invoice }: TrackedInvoice,
  report: Pick<TrackedInvoice, 'collecting'>,
  { status }: ExistingSubscription,
): TrackedInvoice {
  return { ...invoice, ...(isStopping && isBeingCollected(report) && { isStopping }), ...(isHeld && status === 'paused' && { isHeld }) };
}

/** It was paid before: its period is not any more, until it is paid again. */
function reopened(state: ExistingSubscription, invoice: Omit<TrackedInvoice, 'period' | 'periodAmount'>): ExistingSubscription {
  const invoices = [{ ...invoice, period: null, periodAmount: 0 }, ...state.invoices];
  return { ...state, invoices, paidCount: state.paidCount - (invoice.unpaysPeriod ? 1 : 0) };
}

/** A draft that is paid before its period begins stays the invoice of that period. */
function paid(state: ExistingSubscription, invoice: TrackedInvoice, paymentId: string | null): ExistingSubscription {
  const { id, period, periodAmount, unpaysPeriod } = invoice;
  const next = { ...state, invoices: state.invoices.filter((other) => other.id !== id), failure: null };
  if (period === null) return unpaysPeriod ? { ...next, paidCount: state.paidCount + 1 } : next;
  const isNewer = state.lastPaid === null || state.lastPaid.period.from <= period.from;
  const lastPaid = isNewer ? { period, paymentId, amount: periodAmount } : state.lastPaid;
  return { ...next, lastPaid, paidCount: state.paidCount + (period.isWhole ? 1 : 0) };
}

/**
 * What waited for a draft waits for the next invoice, unless the subscription has ended; what a change of price made of the draft is of
 * nothing any more. A draft of the next period that the merchant voids is not made again.
 */
function voided(state: ExistingSubscription, { id, period, status, took, deducted = [] }: TrackedInvoice): ExistingSubscription {
  const invoices = state.invoices.filter((invoice) => invoice.id !== id);
  const next = { ...state, invoices };
  if (status !== 'draft' || isEnded(state)) return next;
  const waiting = state.pendingLines.filter((line) => period === null || !changesWhole(line, period));
  // A correction of a line that it took corrects a waiting line now.
  const freed = waiting.map(({ ofInvoice, ...line }) => (ofInvoice === undefined || ofInvoice === id ? line : { ...line, ofInvoice }));
  const deductions = state.deductions?.filter((deduction) => !deducted.some((ofDraft) => isSame(ofDraft, deduction)));
  return { ...next, pendingLines: addLines(took ?? [], freed), ...(deductions && { deductions }) };
}

function isSame<TFact extends WaitingLine | Deduction>(before: TFact, after: TFact): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Whether a line is of another price for the whole of a period: one that had been drafted. */
function changesWhole({ type, period }: InvoiceLineTerms, { from, to }: SubscriptionPeriod): boolean {
  return type === 'proration' && period?.startMs === startOfIstDate(from) && period.endMs === startOfIstDate(to);
}

/** Without the draft of a period that does not begin any more: should it begin after all, another is made. */
export function withoutUnbegun(state: ExistingSubscription): ExistingSubscription {
  const isOpen = state.invoices.some(({ id }) => id === state.upcoming);
  return isOpen && nextPeriodOf(state) === null ? { ...state, upcoming: null } : state;
}
