import { PAYMENT_STATUSES } from '#contracts';
import { expansionsOf } from '../lists/expand';
import { STANDARD_FILTERS } from '../lists/list-rules';
import type { ListRules } from '../lists/list-rules';
import type { ListRoute, ShowRoute } from '../queries/read-route';

/** What can be shown whole in a payment. */
const PAYMENT_EXPAND = expansionsOf('payment');

/** What lists of payments take (docs/how-to/list-and-page.md). */
export const PAYMENT_LIST: ListRules = {
  kind: 'payment',
  filters: STANDARD_FILTERS,
  statuses: PAYMENT_STATUSES,
  own: { refund_status: { words: ['partial', 'full'] } },
  expand: PAYMENT_EXPAND,
};

/** What each read of payments takes, and where the service answers it. */
export const PAYMENT_QUERIES = {
  list: { service: 'payments', internalPath: () => '/internal/payments', rules: PAYMENT_LIST } satisfies ListRoute,
  search: {
    service: 'payments',
    internalPath: () => '/internal/payments/search',
    rules: { ...PAYMENT_LIST, isSearch: true },
  } satisfies ListRoute,
  get: { resource: 'payment', expand: PAYMENT_EXPAND, hasAsOf: true } satisfies ShowRoute,
  listEvents: {
    service: 'payments',
    internalPath: ({ id = '' }) => `/internal/payments/${id}/events`,
    parent: { resource: 'payment', idParam: 'id' },
    rules: { kind: 'event', filters: [], expand: [] },
  } satisfies ListRoute,
  listAttempts: {
    service: 'payments',
    internalPath: ({ id = '' }) => `/internal/payments/${id}/attempts`,
    parent: { resource: 'payment', idParam: 'id' },
    rules: { kind: 'attempt', filters: [], expand: [] },
  } satisfies ListRoute,
};
