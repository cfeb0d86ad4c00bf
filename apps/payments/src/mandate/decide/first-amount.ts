import { invalidParameter, minorText, type MandateTerms, type Refusal } from '#contracts';
import type { MandateRules } from './context';

/** After the approval there is time for a debit with its notice and its bank days before the mandate ends. */
const DEBIT_TAKES_MS = 7 * 86_400_000;

/** Why no such amount can be taken once the payer has agreed, or null. */
export function firstAmountProblem(
  { firstAmount, maxAmount, amountRule, endsAtMs, instrument }: MandateTerms,
  { rails }: MandateRules,
  nowMs: number,
): Refusal | null {
  if (firstAmount === undefined) return null;
  const most = minorText(maxAmount, 'INR');
  if (firstAmount > maxAmount) return invalidParameter('first_amount', `must be at most max_amount, ${most}.`, 'mandate_limit');
  if (amountRule === 'fixed' && firstAmount !== maxAmount) {
    return invalidParameter('first_amount', `must be ${most}: the amount of this mandate is fixed.`, 'amount_fixed');
  }
  const isLongEnough = endsAtMs >= nowMs + rails[instrument.method].approveWithinMs + DEBIT_TAKES_MS;
  return isLongEnough ? null : invalidParameter('ends_at', 'must leave a week for first_amount after the approval.', 'end_too_early');
}
