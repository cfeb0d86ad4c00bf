import type { FollowUp } from '#decider';
import type { Owner } from '#event-store';
import { registryFollowUps } from '../registry/aggregate';
import { isEnded, type SubscriptionState } from './state';

/**
 * The account and the test clock count the subscriptions that have not ended, the customer knows theirs, and a mandate that nothing
 * waits for any more ends.
 */
export function followUpsOf(
  change: { before: SubscriptionState; after: SubscriptionState; clockId?: string },
  { streamId, accountId, livemode }: Owner & { streamId: string },
): FollowUp[] {
  const { before, after, clockId } = change;
  const [was, is] = [isLive(before), isLive(after)];
  const one = { streamId, accountId, livemode };
  const ofClock = clockId === undefined ? [] : registryFollowUps('clockSubscription', { ...one, clockId }, [was, is]);
  const counted = [...registryFollowUps('subscription', one, [was, is]), ...ofClock, ...unusedMandate(change, streamId)];
  // A new one is added by its creation, which may make the customer as well.
  if (!was || is || after.status === 'none') return counted;
  return [...counted, { streamId: after.terms.customerId, type: 'customers.remove_subscription', payload: { subscriptionId: streamId } }];
}

/** A change that waited for another mandate was dropped, or another one took its place: no customer is to approve it any more. */
function unusedMandate({ before, after }: { before: SubscriptionState; after: SubscriptionState }, subscriptionId: string): FollowUp[] {
  const [waited, waits] = [before, after].map((state) => (state.status === 'none' ? null : (state.pendingUpdate?.mandate?.id ?? null)));
  if (waited == null || waited === waits || (after.status !== 'none' && after.mandate?.id === waited)) return [];
  return [{ streamId: waited, type: 'mandates.leave_subscription', payload: { subscriptionId, revoke: 'yes' } }];
}

function isLive(state: SubscriptionState): boolean {
  return state.status !== 'none' && !isEnded(state);
}
