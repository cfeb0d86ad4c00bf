import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What each read of saved payment methods takes, and where the service answers it. */
export const PAYMENT_METHOD_QUERIES = {
  list: {
    service: 'payments',
    internalPath: ({ id }) => `/internal/customers/${id}/payment_methods`,
    parent: { resource: 'customer', idParam: 'id' },
    rules: { kind: 'paymentMethod', filters: [], expand: [] },
  } satisfies ListRoute,
  get: {
    resource: 'paymentMethod',
    idParam: 'pm_id',
    internalPath: ({ id, pm_id: paymentMethodId }) => `/internal/customers/${id}/payment_methods/${paymentMethodId}`,
    parent: { resource: 'customer', idParam: 'id' },
    expand: [],
  } satisfies ShowRoute,
};
