import { defineList } from '#listing';
import type { SubscriptionState } from './state';

/** Lists of subscriptions (docs/how-to/list-and-page.md). */
export const subscriptionsList = defineList<SubscriptionState>({
  name: 'subscriptions_list',
  version: 1,
  streamType: 'subscription',
  usualStatuses: ['active'],
  rowOf: ({ state }) => {
    if (state.status === 'none') return null;
    const { customerId, referenceId, metadata, collection, planId } = state.terms;
    const filters = {
      collection,
      ...(planId !== undefined && { plan_id: planId }),
      ...(state.mandate !== null && { mandate_id: state.mandate.id }),
    };
    return {
      status: state.status,
      amount: state.regularAmount,
      currency: state.price.currency,
      customerId,
      referenceId,
      metadata,
      filters,
    };
  },
});
