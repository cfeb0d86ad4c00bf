/** Every status of a subscription (docs/reference/state-machines.md, Subscription). */
export const SUBSCRIPTION_STATUSES = [
  'created',
  'authenticated',
  'active',
  'past_due',
  'halted',
  'paused',
  'cancelled',
  'completed',
  'expired',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Those in which it is over for good. */
export const ENDED_SUBSCRIPTION_STATUSES: readonly SubscriptionStatus[] = ['cancelled', 'completed', 'expired'];

/** What an incomplete period costs, the first one or the one after a pause: its share, nothing, or the whole. */
export const FIRST_PERIODS = ['prorate', 'free', 'full'] as const;
export type FirstPeriod = (typeof FIRST_PERIODS)[number];

/** What becomes of a change of price in the middle of a period: on the next invoice, not charged, or on an invoice of its own at once. */
export const PRORATIONS = ['prorate', 'none', 'invoice_now'] as const;
export type Prorating = (typeof PRORATIONS)[number];

/** When a change takes effect. */
export const CHANGE_TIMES = ['now', 'period_end'] as const;
export type ChangeTime = (typeof CHANGE_TIMES)[number];

/** What becomes of a price above what the customer agreed to: they are asked again, or the change is refused. */
export const OVER_LIMIT = ['reauthorize', 'refuse'] as const;
export type OverLimit = (typeof OVER_LIMIT)[number];

/**
 * What a change waits for: the end of the period, or the customer, who has to agree to more, to another instrument, or to a mandate
 * after the present one.
 */
export const PENDING_REASONS = ['period_end', 'mandate_amount_exceeded', 'instrument', 'mandate_expiring'] as const;
export type PendingReason = (typeof PENDING_REASONS)[number];

/** What goes back of the period that a cancellation ends: nothing, what is left of it, or all of it. */
export const CANCEL_REFUNDS = ['none', 'prorated', 'full'] as const;
export type CancelRefund = (typeof CANCEL_REFUNDS)[number];

/** What becomes of invoices that are open when a subscription is cancelled. */
export const OPEN_INVOICES = ['keep', 'void'] as const;
export type OpenInvoices = (typeof OPEN_INVOICES)[number];

/** Why nothing is debited any more: the mandate, the last try of the schedule, or nothing was tried for long. */
export const HALT_REASONS = ['mandate_revoked', 'mandate_paused', 'mandate_expired', 'retries_exhausted', 'nothing_scheduled'] as const;
export type HaltReason = (typeof HALT_REASONS)[number];

/** What a caller can have happen to a subscription of the sandbox: its next period begins, or its trial ends. */
export const SUBSCRIPTION_OUTCOMES = ['renew', 'trial_end'] as const;
export type SubscriptionOutcome = (typeof SUBSCRIPTION_OUTCOMES)[number];
