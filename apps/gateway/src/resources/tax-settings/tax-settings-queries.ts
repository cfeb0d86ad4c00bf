import type { ShowRoute } from '../../queries/read-route';

/** What reading tax settings takes, and where the service answers it. */
export const TAX_SETTINGS_QUERIES = {
  get: { resource: 'taxSettings', isSingleton: true, expand: [], hasAsOf: true } satisfies ShowRoute,
};
