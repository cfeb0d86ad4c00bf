import { INTERVAL_UNITS } from '#contracts';
import type { ListRoute, ShowRoute } from '../queries/read-route';

/** What each read of plans takes, and where the service answers it. */
export const PLAN_QUERIES = {
  list: {
    service: 'payments',
    internalPath: () => '/internal/plans',
    rules: {
      kind: 'plan',
      filters: ['id', 'created_at', 'currency', 'amount', 'reference_id', 'metadata'],
      own: { active: { words: ['true', 'false'] }, interval: { words: INTERVAL_UNITS } },
      expand: [],
    },
  } satisfies ListRoute,
  get: { resource: 'plan', expand: [], hasAsOf: true } satisfies ShowRoute,
};
