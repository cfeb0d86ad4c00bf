import type { FollowUp } from '#decider';
import type { Owner } from '#event-store';
import { registryFollowUps } from '../registry/aggregate';
import { isEnded, type SubscriptionState } from './state';

/** The account counts the subscriptions that have not ended, and the customer knows theirs. */
export function followUpsOf(
  { before, after }: { before: SubscriptionState; after: SubscriptionState },
  { streamId, accountId, livemode }: Owner & { streamId: string },
): FollowUp[] {
  const [was, is] = [isLive(before), isLive(after)];
  const counted = registryFollowUps('subscription', { streamId, accountId, livemode }, [was, is]);
  // A new one is added by its creation, which may make the customer as well.
  if (!was || is || after.status === 'none') return counted;
  return [...counted, { streamId: after.terms.customerId, type: 'customers.remove_subscription', payload: { subscriptionId: streamId } }];
}

function isLive(state: SubscriptionState): boolean {
  return state.status !== 'none' && !isEnded(state);
}
