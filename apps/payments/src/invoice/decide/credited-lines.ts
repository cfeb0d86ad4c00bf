import { idOfPart, invalidParameter, minorText, shareOf, type IssueCreditNotePayload, type Refusal } from '#contracts';
import type { CreditNote, Issued } from '../state';
import { grossOf, TAX_PARTS, taxBy, type BilledLine } from './bill';
import { creditedTax, type Credited, type LineTax } from './gst';

/** What lines of an invoice come to that are taken back, minor units. */
export interface CreditedLines {
  amount: number;
  tax: LineTax;
  lines: NonNullable<NonNullable<CreditNote['issued']>['lines']>;
}

interface ToCredit {
  invoiceId: string;
  left: Credited;
}

interface CreditedLine {
  index: number;
  amount: number;
  tax: LineTax;
}

/** Each line takes its own tax back. Of all that is left of the invoice the note is what is left, rounding included. */
export function creditOfLines(
  asked: NonNullable<IssueCreditNotePayload['lines']>,
  state: Issued,
  { invoiceId, left }: ToCredit,
): CreditedLines | { refusal: Refusal } {
  const credited: CreditedLine[] = [];
  for (const [place, line] of asked.entries()) {
    const step = creditOfLine(line, place, { state, invoiceId, before: credited });
    if ('refusal' in step) return step;
    credited.push(step);
  }
  const named = credited.filter((_line, place) => asked[place]?.amount !== undefined);
  if (totalOf(named) > Math.max(left.total, grossOf(left.tax))) return { refusal: aboveLeft('lines', left.total, state) };
  const lines = credited.map(({ index, amount }) => ({ index, amount }));
  return { ...partOfLeft(credited, left), lines };
}

function partOfLeft(credited: readonly CreditedLine[], left: Credited): Omit<CreditedLines, 'lines'> {
  // What other lines give back of a kind of tax leaves less of it than a line has, or less than nothing.
  const tax = taxBy((name) => Math.min(Math.max(left.tax[name], 0), sumOf(credited, name)));
  const amount = grossOf(tax);
  const isAll = amount >= left.total || TAX_PARTS.every((name) => tax[name] === left.tax[name]);
  if (isAll) return { amount: left.total, tax: left.tax };
  if (amount > 0) return { amount, tax };
  // Nothing is left of what the lines bear: they take a part of the rest, which is rounding, or of other lines.
  const ofRest = Math.min(totalOf(credited), left.total);
  return { amount: ofRest, tax: creditedTax(left, ofRest) };
}

function sumOf(credited: readonly CreditedLine[], name: keyof LineTax): number {
  return credited.reduce((sum, { tax }) => sum + tax[name], 0);
}

/** What lines come to with their tax, minor units. */
function totalOf(credited: readonly CreditedLine[]): number {
  return credited.reduce((sum, { tax }) => sum + grossOf(tax), 0);
}

interface Of {
  state: Issued;
  invoiceId: string;
  before: readonly CreditedLine[];
}

function creditOfLine(
  { id, amount: asked }: { id: string; amount?: number },
  place: number,
  { state, invoiceId, before }: Of,
): CreditedLine | { refusal: Refusal } {
  const { lines } = state.bill;
  const index = lines.findIndex((_line, nth) => idOfPart('invoiceLine', invoiceId, nth + 1) === id);
  const line = lines[index];
  if (line === undefined) return { refusal: { code: 'resource_missing', details: { param: `lines.${place}.id` } } };
  if (before.some((other) => other.index === index)) {
    return { refusal: invalidParameter(`lines.${place}.id`, 'names a line for the second time.', 'line_repeated') };
  }
  const earlier = creditedOf(state, index);
  const leftOfLine = line.amount - earlier;
  const amount = asked ?? leftOfLine;
  if (amount <= 0 || amount > leftOfLine) return { refusal: aboveLine(place, Math.max(0, leftOfLine), state) };
  return { index, amount, tax: shareOfLine(line, earlier, amount) };
}

/** What earlier notes took back of a line, as the line counts it. */
function creditedOf({ creditNotes }: Issued, index: number): number {
  const lines = creditNotes.flatMap(({ issued }) => issued?.lines ?? []);
  return lines.reduce((sum, line) => sum + (line.index === index ? line.amount : 0), 0);
}

function shareOfLine(line: BilledLine, earlier: number, amount: number): LineTax {
  const until = (name: keyof LineTax, part: number): number => shareOf(line[name], part, line.amount);
  return taxBy((name) => until(name, earlier + amount) - until(name, earlier));
}

/** Why a part of an invoice cannot be credited. @param left of the invoice, minor units. */
export function aboveLeft(param: string, left: number, { terms }: Issued): Refusal {
  const text = minorText(left, terms.currency);
  const message =
    left === 0 ? 'Credit notes took all of the invoice back already.' : `${param} must be at most ${text}: that is left of the invoice.`;
  return { code: 'amount_too_large', details: { param, message, reason: 'above_invoice', amount_available: left } };
}

function aboveLine(place: number, left: number, { terms }: Issued): Refusal {
  const param = `lines.${place}.amount`;
  const message = `${param} must be at most ${minorText(left, terms.currency)}: that is left of the line.`;
  return { code: 'amount_too_large', details: { param, message, reason: 'above_invoice', amount_available: left } };
}
