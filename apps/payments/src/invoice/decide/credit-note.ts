import { istDateOf } from '#contracts';
import type { FollowUp } from '#decider';
import { amountCredited, isOfRest, type CreditNote, type Issued } from '../state';
import type { InvoiceContext } from './context';
import { creditedTax, type Credited, type LineTax } from './gst';
import { documentNumber } from './invoice-number';

/** What a credit note says beyond its number, its date and its tax. */
export type CreditNoteTerms = Pick<CreditNote, 'amount' | 'reason' | 'refundId' | 'refunded' | 'issued'>;

/** A credit note with its number, which it takes in the same commit, and its tax. @param parts its tax; absent for the share of the invoice. */
export function creditNote(
  terms: CreditNoteTerms,
  state: Issued,
  context: InvoiceContext,
  parts: LineTax = creditedTax(leftToCredit(state), terms.amount),
): { note: CreditNote; followUps: FollowUp[] } {
  const { number, followUps } = creditNoteNumber(context);
  const { taxable, cgst, sgst, igst } = parts;
  const roundOff = terms.amount - taxable - cgst - sgst - igst;
  const tax = { taxable, cgst, sgst, igst, ...(roundOff !== 0 && { roundOff }) };
  return { note: { number, ...terms, ...tax, atMs: context.nowMs }, followUps };
}

/** The next number. Nothing is held up by a series that is used up: then its note has no number. */
function creditNoteNumber({ nowMs, seller, series, invoiceId }: InvoiceContext): { number: string | null; followUps: FollowUp[] } {
  const date = istDateOf(nowMs);
  const { id: streamId, last } = series(seller.creditNotePrefix, date);
  const count = last + 1;
  const number = documentNumber(seller.creditNotePrefix, date, count);
  const take = { streamId, type: 'invoice_series.take', payload: { count, holderId: invoiceId } };
  return { number, followUps: number === null ? [] : [take] };
}

/** What credit notes left of an invoice, with its tax. */
export function leftToCredit(state: Issued): Credited {
  const { bill } = state;
  const notes = state.creditNotes.filter((note) => !isOfRest(note));
  const left = (name: keyof LineTax): number => notes.reduce((rest, note) => rest - note[name], bill[name]);
  const tax = { taxable: left('taxable'), cgst: left('cgst'), sgst: left('sgst'), igst: left('igst') };
  return { total: bill.total - amountCredited(state), tax };
}
