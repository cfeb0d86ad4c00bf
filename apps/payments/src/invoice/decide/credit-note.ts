import { istDateOf } from '#contracts';
import type { FollowUp } from '#decider';
import type { InvoiceContext } from './context';
import { documentNumber } from './invoice-number';

/** The next number. Nothing is held up by a series that is used up: then its note has no number. */
export function creditNoteNumber({ nowMs, seller, series, invoiceId }: InvoiceContext): { number: string | null; followUps: FollowUp[] } {
  const date = istDateOf(nowMs);
  const { id: streamId, last } = series(seller.creditNotePrefix, date);
  const count = last + 1;
  const number = documentNumber(seller.creditNotePrefix, date, count);
  const take = { streamId, type: 'invoice_series.take', payload: { count, holderId: invoiceId } };
  return { number, followUps: number === null ? [] : [take] };
}
