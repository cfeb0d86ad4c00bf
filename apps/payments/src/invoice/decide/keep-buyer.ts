import { endOfFinancialYear, istDateOf, startOfIstDate, type SealedBuyer } from '#contracts';
import { accept } from '#decider';
import type { InvoiceEvent } from '../events';
import { documentOf, type ExistingInvoice } from '../state';
import type { InvoiceContext, InvoiceDecision } from './context';
import { prefixOf } from './invoice-number';

/**
 * The customer is erased, and tax law has the document kept: its buyer is sealed under the key of its series from now on, which knows
 * in the same commit that it has one. A draft is no document, and keeps nothing.
 */
export function keepBuyer({ buyer }: { buyer: SealedBuyer }, state: ExistingInvoice, { series }: InvoiceContext): InvoiceDecision {
  const document = documentOf(state);
  if (document === null || document.isBuyerKept === true) return accept<InvoiceEvent>([]);
  const date = istDateOf(document.finalizedAtMs);
  const { id: streamId } = series(prefixOf(document.number), date);
  const payload = { yearEndsAtMs: startOfIstDate(endOfFinancialYear(date)) };
  const events: InvoiceEvent[] = [{ type: 'invoice.buyer_kept', data: { buyer } }];
  return accept(events, 200, { followUps: [{ streamId, type: 'invoice_series.keep_key', payload }] });
}
