import type { SubscriptionEvent } from '../events';
import type { ExistingSubscription } from '../state';

type Created = Extract<SubscriptionEvent, { type: 'subscription.created' }>['data'];

/** A subscription as it begins. */
export function firstState({ facts, mandate, cancelAtMs }: Created): ExistingSubscription {
  return {
    ...facts,
    status: 'created',
    anchor: null,
    current: null,
    nextFrom: facts.firstFrom,
    upcoming: null,
    made: 0,
    mandates: mandate?.isOwn ? 1 : 0,
    mandate,
    invoices: [],
    latestInvoiceId: null,
    periodInvoices: [],
    paidCount: 0,
    lastPaid: null,
    failure: null,
    haltReason: null,
    quietSinceMs: null,
    isTrialEndNoticed: false,
    pendingLines: [],
    pendingUpdate: null,
    priceChanges: { date: 0, count: 0 },
    retriedAtMs: [],
    isRunOut: false,
    erasedAtMs: null,
    pause: null,
    cancelAtMs,
    cancelReason: null,
    endedAtMs: null,
  };
}
