import { expansionsOf } from '../../lists/expand';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What can be shown whole in a customer. */
const CUSTOMER_EXPAND = expansionsOf('customer');

/** What each read of customers takes, and where the service answers it. */
export const CUSTOMER_QUERIES = {
  list: {
    service: 'payments',
    internalPath: () => '/internal/customers',
    blind: ['email', 'phone'],
    rules: {
      kind: 'customer',
      filters: ['id', 'created_at', 'reference_id', 'metadata'],
      own: { email: { form: 'email' }, phone: { form: 'phone' }, test_clock_id: { id: 'testClock' } },
      expand: CUSTOMER_EXPAND,
    },
  } satisfies ListRoute,
  get: { resource: 'customer', expand: CUSTOMER_EXPAND, hasAsOf: true } satisfies ShowRoute,
};
