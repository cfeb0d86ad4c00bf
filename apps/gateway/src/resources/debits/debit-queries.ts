import { DEBIT_STATUSES } from '#contracts';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What each read of debits takes, and where the service answers it. */
export const DEBIT_QUERIES = {
  listOfMandate: {
    service: 'payments',
    internalPath: ({ id }) => `/internal/mandates/${id}/debits`,
    parent: { resource: 'mandate', idParam: 'id' },
    rules: {
      kind: 'debit',
      filters: ['id', 'created_at', 'status', 'amount', 'reference_id', 'metadata'],
      statuses: DEBIT_STATUSES,
      own: {},
      expand: [],
    },
  } satisfies ListRoute,
  get: { resource: 'debit', expand: [], hasAsOf: true } satisfies ShowRoute,
};
