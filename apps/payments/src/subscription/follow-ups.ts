import type { FollowUp } from '#decider';
import { isEnded, type SubscriptionState } from './state';

/** The customer knows which of their subscriptions have not ended. */
export function followUpsOf(
  { before, after }: { before: SubscriptionState; after: SubscriptionState },
  subscriptionId: string,
): FollowUp[] {
  if (after.status === 'none' || before.status === 'none' || isEnded(before) || !isEnded(after)) return [];
  return [{ streamId: after.terms.customerId, type: 'customers.remove_subscription', payload: { subscriptionId } }];
}
