import { DEFAULT_GST_RULES } from '../../invoice/decide/gst-rates';
import { DEFAULT_RAILS_CONFIG } from '../../mandate/decide/rails';
import type { SubscriptionRules } from './context';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The rules as they are unless configured. */
export const DEFAULT_SUBSCRIPTION_RULES: SubscriptionRules = {
  ...DEFAULT_GST_RULES,
  ...DEFAULT_RAILS_CONFIG,
  mcc: null,
  // In the morning, outside of the hours in which UPI takes no debits.
  debitHour: 6,
  // The payer hears at least 24 hours before (RBI, e-mandate framework); a notice of UPI serves for 48.
  leadMs: 36 * HOUR_MS,
  // Of a period of one day the notice goes out when the one before has begun.
  dailyLeadMs: 20 * HOUR_MS,
  haltAfterMs: 30 * DAY_MS,
  // Banks confirm a mandate within five working days.
  authorizeWithinMs: { upi: 7 * DAY_MS, card: 7 * DAY_MS, enach: 11 * DAY_MS },
};
