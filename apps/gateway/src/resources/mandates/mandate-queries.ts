import { MANDATE_FREQUENCIES, MANDATE_METHODS, MANDATE_STATUSES } from '#contracts';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What each read of mandates takes, and where the service answers it. */
export const MANDATE_QUERIES = {
  list: {
    service: 'payments',
    internalPath: () => '/internal/mandates',
    rules: {
      kind: 'mandate',
      filters: ['id', 'created_at', 'status', 'amount', 'customer_id', 'reference_id', 'metadata'],
      statuses: MANDATE_STATUSES,
      own: { method: { words: MANDATE_METHODS }, frequency: { words: MANDATE_FREQUENCIES } },
      expand: [],
    },
  } satisfies ListRoute,
  get: { resource: 'mandate', expand: [], hasAsOf: true } satisfies ShowRoute,
};
