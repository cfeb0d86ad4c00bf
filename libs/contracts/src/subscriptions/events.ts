/** Every public event type of a subscription. */
export const SUBSCRIPTION_EVENT_TYPES = [
  'subscription.created',
  'subscription.authenticated',
  'subscription.activated',
  'subscription.charged',
  'subscription.past_due',
  'subscription.halted',
  'subscription.paused',
  'subscription.resumed',
  'subscription.updated',
  'subscription.trial_ending',
  'subscription.cancelled',
  'subscription.completed',
  'subscription.expired',
] as const;
export type SubscriptionEventType = (typeof SUBSCRIPTION_EVENT_TYPES)[number];
