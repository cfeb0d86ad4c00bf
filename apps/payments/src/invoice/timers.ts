import type { InvoiceContext } from './decide/context';
import type { InvoiceRules } from './decide/rules';
import { paymentUnderWay } from './decide/record';
import type { InvoiceEvent } from './events';
import type { ExistingInvoice, InvoiceState } from './state';

/**
 * When an invoice wants to be looked at again, ms since the epoch; null for never: once it is due and nothing is debited any more, its
 * money is expected for so long.
 */
export function wakeAtMs(state: InvoiceState, { uncollectibleAfterMs }: InvoiceRules): number | null {
  if (uncollectibleAfterMs === null || state.status !== 'open') return null;
  if (state.debit !== null || state.paymentId !== null || state.waits !== undefined) return null;
  return Math.max(state.document.dueAtMs, state.stoppedAtMs ?? 0) + uncollectibleAfterMs;
}

/** The invoice is not expected to be paid any more. Woken too early or again, nothing happens. */
export function wake(state: ExistingInvoice, { nowMs, rules }: InvoiceContext): InvoiceEvent[] {
  const dueAtMs = wakeAtMs(state, rules);
  const isDue = dueAtMs !== null && dueAtMs <= nowMs && paymentUnderWay(state) === null;
  return isDue ? [{ type: 'invoice.uncollectible', data: {} }] : [];
}
