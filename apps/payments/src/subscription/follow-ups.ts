import type { FollowUp } from '#decider';
import type { Owner } from '#event-store';
import { registryFollowUps } from '../registry/aggregate';
import { isEnded, type SubscriptionState } from './state';

/** The account and the test clock count the subscriptions that have not ended, and the customer knows theirs. */
export function followUpsOf(
  { before, after, clockId }: { before: SubscriptionState; after: SubscriptionState; clockId?: string },
  { streamId, accountId, livemode }: Owner & { streamId: string },
): FollowUp[] {
  const [was, is] = [isLive(before), isLive(after)];
  const one = { streamId, accountId, livemode };
  const ofClock = clockId === undefined ? [] : registryFollowUps('clockSubscription', { ...one, clockId }, [was, is]);
  const counted = [...registryFollowUps('subscription', one, [was, is]), ...ofClock];
  // A new one is added by its creation, which may make the customer as well.
  if (!was || is || after.status === 'none') return counted;
  return [...counted, { streamId: after.terms.customerId, type: 'customers.remove_subscription', payload: { subscriptionId: streamId } }];
}

function isLive(state: SubscriptionState): boolean {
  return state.status !== 'none' && !isEnded(state);
}
