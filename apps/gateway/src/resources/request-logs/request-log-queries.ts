import { LOGGED_METHODS, type LoggedRequest, type LoggedResponse } from '#contracts';
import { copiesShownTo } from '../../auth/copies-of-objects';
import type { ListRoute, ShowRoute, ShownInPart } from '../../queries/read-route';

/** Support sees what was asked and how it ended, and nothing of what was in it. */
const partFor: ShownInPart['partFor'] = (caller) =>
  caller.user?.role === 'support'
    ? (log) => ({ ...log, idempotency_key: null, request: NO_REQUEST, response: NO_RESPONSE })
    : copiesShownTo(caller);

const NO_REQUEST: LoggedRequest = { headers: {}, query: {}, body: null };
const NO_RESPONSE: LoggedResponse = { headers: {}, body: null };

/** What each read of the request log takes, and where it is answered. */
export const REQUEST_LOG_QUERIES = {
  list: {
    partFor,
    service: 'accounts',
    internalPath: () => '/internal/request_logs',
    rules: {
      kind: 'requestLog',
      filters: [],
      own: {
        status: { form: 'httpStatus' },
        method: { words: LOGGED_METHODS },
        path: { form: 'path' },
        operation: { form: 'operation' },
        error_code: { form: 'errorCode' },
        actor: { form: 'actor' },
        resource: { form: 'id' },
        at: { instants: true },
      },
      expand: [],
      hasTotalCount: false,
    },
  } satisfies ListRoute,
  get: { partFor, resource: 'requestLog', expand: [] } satisfies ShowRoute,
};
