import { APP_STATUSES } from '#contracts';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What each read of apps takes, and where it is answered. */
export const APP_QUERIES = {
  list: {
    service: 'accounts',
    internalPath: () => '/internal/apps',
    rules: { kind: 'app', filters: ['id', 'created_at', 'status'], statuses: APP_STATUSES, expand: [] },
  } satisfies ListRoute,
  get: { resource: 'app', expand: [], hasAsOf: true } satisfies ShowRoute,
};
