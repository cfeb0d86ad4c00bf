import type { SubscriptionInvoiceReport } from '#contracts';
import type { TrackedInvoice } from '../state';

/** An invoice as it was reported last. */
export function trackedReport({
  id: invoiceId,
  period: _period,
  periodAmount: _amount,
  took: _took,
  deducted: _deducted,
  isLast: _isLast,
  isHeld: _isHeld,
  isStopping: _isStopping,
  ...report
}: TrackedInvoice): SubscriptionInvoiceReport & { isOverdue: boolean } {
  return { invoiceId, ...report, paymentId: null };
}
