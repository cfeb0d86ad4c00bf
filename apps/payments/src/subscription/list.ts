import { startOfIstDate } from '#contracts';
import { defineList } from '#listing';
import type { SubscriptionState } from './state';

/** Lists of subscriptions (docs/how-to/list-and-page.md). */
export const subscriptionsList = defineList<SubscriptionState>({
  name: 'subscriptions_list',
  version: 1,
  streamType: 'subscription',
  usualStatuses: ['active'],
  keyFilters: ['test_clock_id'],
  rowOf: ({ head, state }) => {
    if (state.status === 'none') return null;
    const { customerId, referenceId, metadata, collection, planId } = state.terms;
    const filters = {
      collection,
      ...(planId !== undefined && { plan_id: planId }),
      ...(state.mandate !== null && { mandate_id: state.mandate.id }),
      ...(head.clockId !== undefined && { test_clock_id: head.clockId }),
    };
    return {
      status: state.status,
      amount: state.regularAmount,
      currency: state.price.currency,
      customerId,
      referenceId,
      metadata,
      filters,
      instants: { current_period_end_at: state.current === null ? null : startOfIstDate(state.current.to) },
    };
  },
});
