import { API_KEY_KINDS, API_KEY_STATUSES } from '#contracts';
import type { ListRoute, ShowRoute } from '../../queries/read-route';

/** What each read of API keys takes, and where it is answered. */
export const API_KEY_QUERIES = {
  list: {
    service: 'accounts',
    internalPath: () => '/internal/api_keys',
    rules: {
      kind: 'apiKey',
      filters: ['id', 'created_at', 'status', 'metadata'],
      statuses: API_KEY_STATUSES,
      own: {
        kind: { words: API_KEY_KINDS },
        unused_days: { digitsMax: 4, about: 'Only keys that have not ended and were not used for so many days.' },
      },
      expand: [],
    },
  } satisfies ListRoute,
  get: { resource: 'apiKey', expand: [], hasAsOf: true } satisfies ShowRoute,
};
