import { TEST_CLOCK_STATUSES } from '#contracts';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What each read of test clocks takes, and where the service answers it. */
export const TEST_CLOCK_QUERIES = {
  list: {
    service: 'payments',
    internalPath: () => '/internal/test_clocks',
    rules: { kind: 'testClock', filters: ['id', 'created_at', 'status', 'metadata'], statuses: TEST_CLOCK_STATUSES, expand: [] },
  } satisfies ListRoute,
  get: { resource: 'testClock', expand: [], hasAsOf: true } satisfies ShowRoute,
};
