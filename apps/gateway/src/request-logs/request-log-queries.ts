import { LOGGED_METHODS } from '#contracts';
import type { ListRoute, ShowRoute } from '../queries/read-route';

/** What each read of the request log takes, and where it is answered. */
export const REQUEST_LOG_QUERIES = {
  list: {
    service: 'accounts',
    internalPath: () => '/internal/request_logs',
    rules: {
      kind: 'requestLog',
      filters: [],
      own: {
        status: { digitsMax: 3, about: 'Only with this HTTP status.' },
        method: { words: LOGGED_METHODS },
        path: { textMax: 200 },
        operation: { textMax: 100 },
        error_code: { textMax: 100 },
        actor: { textMax: 100 },
        resource: { textMax: 64 },
        at: { instants: true },
      },
      expand: [],
      hasTotalCount: false,
    },
  } satisfies ListRoute,
  get: { resource: 'requestLog', expand: [] } satisfies ShowRoute,
};
