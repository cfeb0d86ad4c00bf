import { invalidParameter, methodTakes, minorText, type MandateMethod, type MandateTerms, type Refusal } from '#contracts';
import type { MandateRules } from './context';
import { railAt, type RailsConfig } from './rails';

/** After the approval there is time for a debit with its notice and its bank days before the mandate ends. */
const DEBIT_TAKES_MS = 7 * 86_400_000;

/**
 * Whether the registration at a processor behind a network takes the first payment: its rail does, and a payment by the method may be of
 * so much. Else a debit follows the registration.
 *
 * @param amount minor units.
 */
export function takesFirst(rules: RailsConfig, processor: string, { method, amount }: { method: MandateMethod; amount: number }): boolean {
  const isPayment = method !== 'enach' && methodTakes(method, { amount, currency: 'INR' });
  return isPayment && railAt(rules, processor, method).takesFirst === true;
}

/** Why no such amount can be taken once the payer has agreed, or null. @param isDebited whether a debit takes it, and not the registration. */
export function firstAmountProblem(
  { firstAmount, maxAmount, amountRule, endsAtMs, instrument }: MandateTerms,
  { rails }: MandateRules,
  { nowMs, isDebited }: { nowMs: number; isDebited: boolean },
): Refusal | null {
  if (firstAmount === undefined) return null;
  const most = minorText(maxAmount, 'INR');
  if (firstAmount > maxAmount) return invalidParameter('first_amount', `must be at most max_amount, ${most}.`, 'mandate_limit');
  if (amountRule === 'fixed' && firstAmount !== maxAmount) {
    return invalidParameter('first_amount', `must be ${most}: the amount of this mandate is fixed.`, 'amount_fixed');
  }
  if (!isDebited) return null;
  const isLongEnough = endsAtMs >= nowMs + rails[instrument.method].approveWithinMs + DEBIT_TAKES_MS;
  return isLongEnough ? null : invalidParameter('ends_at', 'must leave a week for first_amount after the approval.', 'end_too_early');
}
