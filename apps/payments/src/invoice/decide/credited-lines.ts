import { idOfPart, invalidParameter, minorText, shareOf, type IssueCreditNotePayload, type Refusal } from '#contracts';
import type { CreditNote, Issued } from '../state';
import type { BilledLine } from './bill';
import type { Credited, LineTax } from './gst';

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
  // What other lines give back of a kind of tax leaves less of it than a line has, or less than nothing.
  const of = (name: keyof LineTax): number =>
    Math.min(
      Math.max(left.tax[name], 0),
      credited.reduce((sum, { tax }) => sum + tax[name], 0),
    );
  const tax: LineTax = { taxable: of('taxable'), cgst: of('cgst'), sgst: of('sgst'), igst: of('igst') };
  const amount = tax.taxable + tax.cgst + tax.sgst + tax.igst;
  const lines = credited.map(({ index, amount: ofLine }) => ({ index, amount: ofLine }));
  const isAll = amount >= left.total || (Object.keys(tax) as (keyof LineTax)[]).every((name) => tax[name] === left.tax[name]);
  return isAll ? { amount: left.total, tax: left.tax, lines } : { amount, tax, lines };
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
  const of = (name: keyof LineTax): number => until(name, earlier + amount) - until(name, earlier);
  return { taxable: of('taxable'), cgst: of('cgst'), sgst: of('sgst'), igst: of('igst') };
}

function aboveLine(place: number, left: number, { terms }: Issued): Refusal {
  const param = `lines.${place}.amount`;
  const message = `${param} must be at most ${minorText(left, terms.currency)}: that is left of the line.`;
  return { code: 'amount_too_large', details: { param, message, reason: 'above_invoice', amount_available: left } };
}
