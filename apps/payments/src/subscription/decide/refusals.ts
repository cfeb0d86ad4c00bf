import { statusSentence, type SubscriptionStatus } from '#contracts';
import { refuse } from '#decider';
import type { ExistingSubscription } from '../state';
import type { SubscriptionDecision } from './context';

/** What cannot happen in this status. @param act as in `be paused`. */
export function stateConflict(
  { status }: ExistingSubscription,
  act: string,
  allowedFrom: readonly SubscriptionStatus[],
): SubscriptionDecision {
  const message = statusSentence('subscription', status, act, [...allowedFrom]);
  return refuse({ code: 'state_conflict', details: { message, current_status: status, allowed_from: [...allowedFrom] } });
}

/** What cannot happen although the status would allow it. @param message says why. */
export function notNow({ status }: ExistingSubscription, message: string): SubscriptionDecision {
  return refuse({ code: 'state_conflict', details: { message, current_status: status } });
}

/** Every status in which it is not over. */
export const LIVE: readonly SubscriptionStatus[] = ['created', 'authenticated', 'active', 'past_due', 'halted', 'paused'];
