import { CONNECTION_STATUSES } from '#contracts';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What each read of connections takes, and where it is answered. */
export const CONNECTION_QUERIES = {
  list: {
    service: 'accounts',
    internalPath: () => '/internal/connections',
    rules: {
      kind: 'connection',
      filters: ['id', 'created_at', 'status'],
      statuses: CONNECTION_STATUSES,
      own: { app_id: { id: 'app' }, account_id: { id: 'account' } },
      expand: [],
      hasTotalCount: false,
    },
  } satisfies ListRoute,
  get: { resource: 'connection', expand: [], hasAsOf: true } satisfies ShowRoute,
};
