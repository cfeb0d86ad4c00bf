/** The rails on which a payer can agree to later debits. */
export const MANDATE_METHODS = ['upi', 'card', 'enach'] as const;
export type MandateMethod = (typeof MANDATE_METHODS)[number];

/** What a mandate is for: it decides up to which amount a debit needs no factor of the payer (RBI, e-mandate framework). */
export const MANDATE_CATEGORIES = ['general', 'insurance', 'mutual_fund', 'credit_card_bill'] as const;
export type MandateCategory = (typeof MANDATE_CATEGORIES)[number];

/** How often a mandate may be debited; `as_presented` whenever it is asked for. */
export const MANDATE_FREQUENCIES = [
  'as_presented',
  'daily',
  'weekly',
  'fortnightly',
  'monthly',
  'bimonthly',
  'quarterly',
  'half_yearly',
  'yearly',
] as const;
export type MandateFrequency = (typeof MANDATE_FREQUENCIES)[number];

/** What the payer or the bank of a mandate does in the sandbox, when a caller asks for it. */
export const MANDATE_OUTCOMES = ['approved', 'declined', 'paused', 'resumed', 'revoked', 'expired', 'card_reissued'] as const;
export type MandateOutcome = (typeof MANDATE_OUTCOMES)[number];
