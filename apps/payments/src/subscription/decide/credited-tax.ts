import type { InvoiceLineTerms, LineTaxBasis } from '#contracts';
import { taxBasisOf, type BilledLine } from '../../invoice/decide/bill';
import type { ExistingSubscription, WaitingLine } from '../state';
import type { SubscriptionContext } from './context';

/** A line that gives back with the tax of the invoice that it corrects (CGST Act, section 34). What is not charged yet has none. */
export function asCharged<TLine extends WaitingLine>(line: TLine, state: ExistingSubscription, context: SubscriptionContext): TLine {
  if (line.unitAmount >= 0 || line.taxedAs !== undefined) return line;
  const isPending = line.ofInvoice === undefined && state.pendingLines.some((pending) => covers(pending, pending.unitAmount, line));
  const taxedAs = isPending ? null : basisOf(line, state, context);
  return taxedAs === null ? line : { ...line, taxedAs };
}

/** That of the newest document that charges its days; null where there is none. */
function basisOf(line: WaitingLine, { periodInvoices }: ExistingSubscription, { invoice }: SubscriptionContext): LineTaxBasis | null {
  const ids = line.ofInvoice === undefined ? periodInvoices.map(({ id }) => id).toReversed() : [line.ofInvoice];
  for (const id of ids) {
    const document = invoice(id);
    if (document.status === 'none' || document.status === 'draft') continue;
    const charged = document.bill.lines.findLast((billed: BilledLine) => covers(billed, billed.amount, line));
    if (charged !== undefined) return taxBasisOf(charged, document.bill);
  }
  return null;
}

function covers({ period }: Pick<InvoiceLineTerms, 'period'>, amount: number, { period: days }: WaitingLine): boolean {
  if (period === undefined || days === undefined || amount <= 0) return false;
  return period.startMs <= days.startMs && days.endMs <= period.endMs;
}
