import { findCurrency, invalidParameter, minorText, type InvoiceTerms, type Refusal } from '#contracts';
import type { Bill } from './bill';

/** What a payment of it could not take. */
export function totalRefusal({ currency, subscriptionId }: InvoiceTerms, { total }: Bill): Refusal | null {
  // A subscription has judged it, and carries what is too small.
  if (subscriptionId !== undefined) return null;
  const row = findCurrency(currency);
  if (row === undefined) return invalidParameter('currency', 'is not supported.', 'currency_not_supported');
  if (total >= row.minMinor && total <= row.maxMinor) return null;
  const [code, bound] =
    total < row.minMinor ? (['amount_too_small', row.minMinor] as const) : (['amount_too_large', row.maxMinor] as const);
  const message = `The total is ${minorText(total, currency)}, and must be at ${code === 'amount_too_small' ? 'least' : 'most'} ${minorText(bound, currency)}.`;
  return { code, details: { message, param: 'lines', reason: code } };
}
