import type { ActiveCustomer, Belongings, CustomerState, DeletedCustomer } from '../state';

/** Ended in one commit, at most; the others follow, some in each commit. */
const DETACHED_MAX = 12;
const CANCELLED_MAX = 40;

/** What is left once the next of it has ended; undefined for nothing. */
export function leftOf({ paymentMethodIds, subscriptionIds }: Belongings): Belongings | undefined {
  const left = { paymentMethodIds: paymentMethodIds.slice(DETACHED_MAX), subscriptionIds: subscriptionIds.slice(CANCELLED_MAX) };
  return left.paymentMethodIds.length + left.subscriptionIds.length > 0 ? left : undefined;
}

/** What ends with this customer. */
export function belongingsOf({ paymentMethodIds, subscriptionIds = [] }: ActiveCustomer): Belongings {
  return { paymentMethodIds, subscriptionIds };
}

/** What ends in this commit. */
export function endedIn(before: CustomerState, after: CustomerState): Belongings {
  const present = after.status === 'deleted' ? presentOf(before, after) : undefined;
  const { paymentMethodIds = [], subscriptionIds = [] } = present ?? {};
  return { paymentMethodIds: paymentMethodIds.slice(0, DETACHED_MAX), subscriptionIds: subscriptionIds.slice(0, CANCELLED_MAX) };
}

function presentOf(before: CustomerState, { left }: DeletedCustomer): Belongings | undefined {
  if (before.status === 'active') return belongingsOf(before);
  return before.status === 'deleted' && before.left !== left ? before.left : undefined;
}
