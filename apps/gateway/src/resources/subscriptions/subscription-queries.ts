import { COLLECTIONS, INVOICE_STATUSES, SUBSCRIPTION_STATUSES } from '#contracts';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

const PARENT = { resource: 'subscription', idParam: 'id' } as const;

/** What each read of subscriptions takes, and where the service answers it. */
export const SUBSCRIPTION_QUERIES = {
  list: {
    service: 'payments',
    internalPath: () => '/internal/subscriptions',
    rules: {
      kind: 'subscription',
      filters: ['id', 'created_at', 'status', 'amount', 'currency', 'customer_id', 'reference_id', 'metadata'],
      statuses: SUBSCRIPTION_STATUSES,
      own: {
        plan_id: { id: 'plan' },
        mandate_id: { id: 'mandate' },
        collection: { words: COLLECTIONS },
        current_period_end_at: { instants: true },
        test_clock_id: { id: 'testClock' },
      },
      expand: [],
    },
  } satisfies ListRoute,
  get: { resource: 'subscription', expand: [], hasAsOf: true } satisfies ShowRoute,
  listEvents: {
    service: 'payments',
    internalPath: ({ id = '' }) => `/internal/subscriptions/${id}/events`,
    parent: PARENT,
    rules: { kind: 'event', filters: [], expand: [] },
  } satisfies ListRoute,
  listInvoices: {
    service: 'payments',
    internalPath: ({ id = '' }) => `/internal/subscriptions/${id}/invoices`,
    parent: PARENT,
    rules: {
      kind: 'invoice',
      filters: ['id', 'status'],
      statuses: INVOICE_STATUSES,
      own: {},
      expand: [],
    },
  } satisfies ListRoute,
};
