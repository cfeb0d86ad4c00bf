import type { SubscriptionEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { SubscriptionEvent } from './events';
import { subscriptionResource, type SubscriptionRenderOptions } from './render';
import type { SubscriptionState } from './state';

/** Stored type → what merchants see it as; null for what they do not see. */
export const SUBSCRIPTION_PUBLIC_NAME: Readonly<Record<SubscriptionEvent['type'], SubscriptionEventType | null>> = {
  'subscription.created': 'subscription.created',
  'subscription.mandate_replaced': null,
  'subscription.method_chosen': 'subscription.updated',
  'subscription.mandate_recorded': null,
  'subscription.invoice_made': null,
  'subscription.invoice_recorded': null,
  'subscription.authenticated': 'subscription.authenticated',
  'subscription.activated': 'subscription.activated',
  'subscription.period_begun': 'subscription.updated',
  'subscription.charged': 'subscription.charged',
  'subscription.past_due': 'subscription.past_due',
  'subscription.retry_changed': 'subscription.updated',
  'subscription.retried': null,
  'subscription.settled': 'subscription.updated',
  'subscription.halted': 'subscription.halted',
  'subscription.pause_planned': 'subscription.updated',
  'subscription.paused': 'subscription.paused',
  'subscription.resumed': 'subscription.resumed',
  'subscription.changed': 'subscription.updated',
  'subscription.price_changed': 'subscription.updated',
  'subscription.trial_changed': 'subscription.updated',
  'subscription.update_planned': 'subscription.updated',
  'subscription.update_dropped': 'subscription.updated',
  'subscription.request_renewed': 'subscription.updated',
  'subscription.trial_ending': 'subscription.trial_ending',
  'subscription.run_out': null,
  'subscription.customer_erased': null,
  'subscription.cancelled': 'subscription.cancelled',
  'subscription.completed': 'subscription.completed',
  'subscription.expired': 'subscription.expired',
};

/** Every stored event is written in version 1 so far. */
export const SUBSCRIPTION_EVENT_DEFINITIONS = eventDefinitionsOf(SUBSCRIPTION_PUBLIC_NAME);

/** Stored event → public event with the whole subscription right after it. */
export function subscriptionPublisher(options: SubscriptionRenderOptions): Publish<SubscriptionState, SubscriptionEvent> {
  return resourcePublisher({
    resourceType: 'subscription',
    names: SUBSCRIPTION_PUBLIC_NAME,
    render: (snapshot) => subscriptionResource(snapshot, options),
  });
}
