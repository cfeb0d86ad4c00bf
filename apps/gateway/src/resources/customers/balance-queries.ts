import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What each read of changes of a balance takes, and where the service answers it. */
export const BALANCE_QUERIES = {
  list: {
    service: 'payments',
    internalPath: ({ id }) => `/internal/customers/${id}/balance_transactions`,
    parent: { resource: 'customer', idParam: 'id' },
    rules: { kind: 'customerBalanceTransaction', filters: ['id', 'created_at', 'amount', 'currency'], hasSignedAmount: true, expand: [] },
  } satisfies ListRoute,
  get: {
    resource: 'customerBalanceTransaction',
    idParam: 'transaction_id',
    internalPath: ({ id, transaction_id: transactionId }) => `/internal/customers/${id}/balance_transactions/${transactionId}`,
    parent: { resource: 'customer', idParam: 'id' },
    expand: [],
  } satisfies ShowRoute,
};
