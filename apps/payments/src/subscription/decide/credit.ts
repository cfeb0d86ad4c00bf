import { istDateOf, shareOf, type InvoiceLineTerms } from '#contracts';
import type { FollowUp } from '#decider';
import { grossOf, type BilledLine } from '../../invoice/decide/bill';
import { leftToCredit } from '../../invoice/decide/credit-note';
import { paymentUnderWay } from '../../invoice/decide/record';
import { amountRemaining, isOfRest, isPayable, type ExistingInvoice } from '../../invoice/state';
import type { Deduction, ExistingSubscription, WaitingLine } from '../state';
import { billed, chargedOf } from './bills';
import type { SubscriptionContext } from './context';
import { asCharged } from './credited-tax';

/** Days from a date on, up to another that is not part of them. */
export interface Days {
  from: number;
  to: number;
}

/** An invoice that charges days which are left. */
export interface Source {
  id: string;
  invoice: ExistingInvoice;
  /** What its lines charge for those days, less what they, changes of the price and deductions give back, with tax. Minor units. */
  left: number;
  /** What other credit notes and refunds gave back of it, less its deductions. Minor units. */
  gone: number;
}

/** The part of an amount for some days that is for others, minor units. */
function partFor(amount: number, { from, to }: Days, wanted: Days): number {
  if (to > wanted.to) return 0;
  return shareOf(amount, Math.max(0, to - Math.max(from, wanted.from)), to - from);
}

/** What lines charge for days, with tax. Minor units, below zero where they give back more. */
export function leftOf(lines: readonly BilledLine[], wanted: Days): number {
  return lines.reduce((sum, line) => {
    const { period } = line;
    if (period === undefined) return sum;
    return sum + partFor(grossOf(line), { from: istDateOf(period.startMs), to: istDateOf(period.endMs) }, wanted);
  }, 0);
}

/** The invoice as a source of what is given back; null where it is not there, or void. */
function sourceOf(id: string, wanted: Days, { deductions = [] }: ExistingSubscription, context: SubscriptionContext): Source | null {
  const invoice = context.invoice(id);
  if (invoice.status === 'none' || invoice.status === 'void') return null;
  const notes = invoice.creditNotes.filter((note) => !isOfRest(note));
  const dated = notes.flatMap(({ amount, issued }) => (issued?.days === undefined ? [] : { amount, ...issued.days }));
  const deducted = deductions.filter(({ invoiceId }) => invoiceId === id);
  const left = leftOf(invoice.bill.lines, wanted) - partOfAll([...dated, ...deducted], wanted);
  return { id, invoice, left, gone: Math.max(0, sumOf(notes) - sumOf(dated) - sumOf(deducted)) };
}

function partOfAll(parts: readonly (Days & { amount: number })[], wanted: Days): number {
  return parts.reduce((sum, part) => sum + partFor(part.amount, part, wanted), 0);
}

function sumOf(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

/** The invoices that charge some days. */
export function sourcesOf(state: ExistingSubscription, wanted: Days, context: SubscriptionContext): Source[] {
  return state.periodInvoices.flatMap(({ id }) => sourceOf(id, wanted, state, context) ?? []).filter(({ left }) => left !== 0);
}

/**
 * What an invoice collected for its days, and did not give back already: of one that is not paid what its own lines that give back
 * paid. Minor units.
 */
export function collectedOf({ invoice, left, gone }: Source): number {
  if (invoice.status === 'draft' || invoice.status === 'void') return 0;
  const unpaid = invoice.status === 'paid' ? 0 : leftToCredit(invoice).total;
  return left <= 0 ? left : Math.max(0, left - gone - unpaid);
}

/**
 * The amount that an unpaid invoice charges for its days and can be reduced by, minor units. An uncollectible invoice is reduced only by
 * what was paid of it: its rest is not expected any more.
 */
export function reducibleOf({ invoice, left, gone }: Source): number {
  if (!isPayable(invoice)) return 0;
  const most = Math.max(0, Math.min(left - gone, leftToCredit(invoice).total));
  return invoice.status === 'open' || most > amountRemaining(invoice) ? most : 0;
}

/** The reduction of an unpaid invoice by a line that gives back: all of the line where only its rounding is missing. @param most minor units. */
function reducedBy(source: Source, most: number): number {
  const { invoice } = source;
  const amount = Math.min(reducibleOf(source), most);
  const fits = isPayable(invoice) && most <= leftToCredit(invoice).total;
  return amount > 0 && fits && isWhole(amount, most, 1) ? most : amount;
}

/** True when only rounding is missing: tax and share of each line are rounded once. */
function isWhole(part: number, whole: number, lines: number): boolean {
  return part >= whole - lines - 2;
}

/** Whether it is not known yet whether its money comes. */
export function isUncertain({ invoice }: Source): boolean {
  return invoice.status === 'draft' || paymentUnderWay(invoice) !== null;
}

/** A credit note of an invoice that is not paid: what of it had been paid all the same becomes credit of the customer. */
export function noteOf(id: string, amount: number, days: Days): FollowUp {
  return { streamId: id, type: 'invoices.issue_credit_note', payload: { amount, refund: 'credit', days } };
}

/** What gives back of a line: what the invoices of its days collected, and credit notes of those that are not paid. */
export interface Given {
  lines: WaitingLine[];
  notes: FollowUp[];
  deductions: Deduction[];
}

export const NOTHING_GIVEN: Given = { lines: [], notes: [], deductions: [] };

/** What refunds and credit notes of invoices took off. @param missing of what was to be given back, minor units. */
function deductionsOf(sources: readonly Source[], days: Days, missing: number): Deduction[] {
  let rest = missing;
  return sources.flatMap(({ id: invoiceId, left, gone }) => {
    const amount = Math.min(rest, left, gone);
    if (amount <= 0) return [];
    rest -= amount;
    return [{ invoiceId, amount, ...days }];
  });
}

/** What a change of the price gives back and charges for the days that are left. */
interface Change {
  /** Below zero. */
  credit: InvoiceLineTerms;
  /** Absent where a period of the new price begins. */
  charge?: InvoiceLineTerms;
}

/**
 * What a change of price gives back for days that are left: what was collected for them and is not given back already. An unpaid invoice
 * is reduced, to the new price where that is lower; one whose money may be moving has a line that waits for its outcome.
 */
export function fairChange(state: ExistingSubscription, { credit, charge }: Change, context: SubscriptionContext): Given {
  const exact = (lines: readonly InvoiceLineTerms[]): readonly BilledLine[] => billed(lines, state.price, chargedOf(state, context)).lines;
  const sumOf = (lines: readonly InvoiceLineTerms[]): number => exact(lines).reduce((sum, line) => sum + grossOf(line), 0);
  const days = daysOfLine(credit);
  const whole = -sumOf([credit]);
  const charges = charge === undefined ? [] : [charge];
  // What waits already will be less by these.
  const { deductions } = settleLines(state, state.pendingLines, context);
  const claimedOf = (id: string): number => {
    const lines = state.pendingLines.filter((line) => line.ofInvoice === id && isClaim(line));
    const deducted = deductions.filter(({ invoiceId }) => invoiceId === id);
    return -leftOf(exact(lines), days) - partOfAll(deducted, days);
  };
  const pending = leftOf(exact(state.pendingLines.filter((line) => !isClaim(line))), days);
  const sources = sourcesOf(withDeductions(state, deductions), days, context)
    .map((source) => ({ ...source, left: source.left - claimedOf(source.id) }))
    .filter(({ left }) => left !== 0);
  const [source] = sources;
  const newPrice = sumOf(charges);
  if (source && sources.length === 1 && pending === 0 && charge !== undefined && isReducedTo(source, newPrice, whole)) {
    const reducible = reducedBy(source, whole);
    const collected = Math.min(collectedOf(source), whole - reducible);
    const amount = reducible - newPrice;
    const notes = amount > 0 ? [noteOf(source.id, amount, days)] : [];
    const lines = collectedPart(credit, { days, whole, sources, pending }, collected);
    return { lines, notes, deductions: deductionsOf(sources, days, whole - reducible - collected) };
  }
  const given = givenOf(credit, { days, whole, sources, pending });
  return { ...given, lines: [...given.lines, ...charges] };
}

/** True for a line that takes money that an invoice collects, or reduces it: a later change cannot take that money again. */
function isClaim({ ofInvoice, unitAmount }: WaitingLine): boolean {
  return ofInvoice !== undefined && unitAmount < 0;
}

function isReducedTo(source: Source, newPrice: number, whole: number): boolean {
  const reducible = reducedBy(source, whole);
  return !isUncertain(source) && reducible > 0 && reducible >= newPrice;
}

function daysOfLine({ period }: InvoiceLineTerms): Days {
  return period === undefined ? { from: 0, to: 0 } : { from: istDateOf(period.startMs), to: istDateOf(period.endMs) };
}

interface Coverage {
  days: Days;
  whole: number;
  sources: readonly Source[];
  pending: number;
}

function givenOf(line: InvoiceLineTerms, { days, whole, sources, pending }: Coverage): Given {
  const collected = sources.reduce((sum, source) => sum + collectedOf(source), pending);
  const given: Given = { lines: collectedPart(line, { days, whole, sources, pending }, collected), notes: [], deductions: [] };
  let rest = whole - Math.max(0, collected);
  for (const source of sources) {
    const isOpen = !isUncertain(source);
    const amount = isOpen ? reducedBy(source, rest) : Math.min(rest, Math.max(0, source.left - source.gone));
    if (amount <= 0 || source.invoice.status === 'paid') continue;
    rest -= amount;
    if (isOpen) given.notes.push(noteOf(source.id, amount, days));
    else given.lines.push({ ...partOf(line, amount, whole), ofInvoice: source.id });
  }
  return { ...given, deductions: deductionsOf(sources, days, rest) };
}

function collectedPart(line: InvoiceLineTerms, { whole, sources, pending }: Coverage, part: number): WaitingLine[] {
  const [source, ...others] = sources;
  const of = source?.invoice.status === 'paid' && others.length === 0 && pending === 0 ? { ofInvoice: source.id } : {};
  if (isWhole(part, whole, sources.length)) return [{ ...line, ...of }];
  return part <= 0 ? [] : [{ ...partOf(line, part, whole), ...of }];
}

function partOf(line: WaitingLine, part: number, whole: number): WaitingLine {
  return { ...line, quantity: 1, unitAmount: shareOf(line.quantity * line.unitAmount, part, whole) };
}

/** Lines as they are charged now, and those that wait on. */
export interface Settled extends Given {
  kept: WaitingLine[];
}

/** What lines give back of an invoice that was not paid when the price changed depends on what became of it. */
export function settleLines(state: ExistingSubscription, lines: readonly WaitingLine[], context: SubscriptionContext): Settled {
  const settled: Settled = { lines: [], notes: [], deductions: [], kept: [] };
  for (const line of lines) {
    const before = withDeductions(state, settled.deductions);
    settleLine(settled, line.ofInvoice === undefined ? line : asCharged(line, state, context), before, context);
  }
  return settled;
}

function withDeductions(state: ExistingSubscription, more: readonly Deduction[]): ExistingSubscription {
  return { ...state, deductions: [...(state.deductions ?? []), ...more] };
}

function settleLine(settled: Settled, line: WaitingLine, state: ExistingSubscription, context: SubscriptionContext): void {
  const { ofInvoice: id } = line;
  const invoice = id === undefined ? null : context.invoice(id);
  if (id === undefined || invoice === null || invoice.status === 'none') settled.lines.push(line);
  else if (isOpenYet(id, invoice, state)) settled.kept.push(line);
  else if (line.unitAmount >= 0 || invoice.status === 'draft') settled.lines.push(line);
  else settleCredit(settled, { ...line, ofInvoice: id }, state, context);
}

/** Whether what becomes of an invoice is not known yet: it is announced, or its money may be moving. */
function isOpenYet(id: string, invoice: ExistingInvoice, { upcoming }: ExistingSubscription): boolean {
  return invoice.status === 'draft' ? id === upcoming : paymentUnderWay(invoice) !== null;
}

function settleCredit(
  settled: Settled,
  line: WaitingLine & { ofInvoice: string },
  state: ExistingSubscription,
  context: SubscriptionContext,
): void {
  const days = daysOfLine(line);
  const source = sourceOf(line.ofInvoice, days, state, context);
  if (source === null) return;
  const whole = -billed([line], state.price, chargedOf(state, context)).lines.reduce((sum, one) => sum + grossOf(one), 0);
  const reduced = reducedBy(source, whole);
  if (reduced > 0) settled.notes.push(noteOf(source.id, reduced, days));
  const part = Math.min(collectedOf(source), whole);
  if (part > 0) settled.lines.push(part >= whole - 1 ? line : partOf(line, part, whole));
  settled.deductions.push(...deductionsOf([source], days, whole - reduced - Math.max(0, part)));
}
