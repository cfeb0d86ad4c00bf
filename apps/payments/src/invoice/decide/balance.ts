import { findCurrency } from '#contracts';
import type { InvoiceState } from '../state';
import { ownCredit } from './bill';

/**
 * What of an invoice earlier credit pays, and what is left of that: an amount too small to be paid is carried to the next invoice.
 *
 * @param most what can be debited; what was carried is never what makes an invoice too large.
 */
export function applyBalance(total: number, balance: number, currency: string, most = Infinity): { applied: number; balance: number } {
  const usable = balance > 0 ? Math.max(0, Math.min(balance, most - total)) : balance;
  const due = total + usable;
  const least = findCurrency(currency)?.minMinor ?? 1;
  return due >= least ? { applied: usable, balance: balance - usable } : { applied: -total, balance: total + balance };
}

/** Minor units: below zero what credit pays of it, above zero what it charges beyond its total. The customer has no credit of a draft yet. */
export function takenOf(state: InvoiceState): number {
  if (state.status === 'none' || state.status === 'void') return 0;
  const { terms, bill } = state;
  return (terms.balanceApplied ?? 0) + (state.status === 'draft' ? ownCredit(bill) : 0);
}
