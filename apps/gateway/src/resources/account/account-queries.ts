import type { ShowRoute } from '../../queries/read-route';

/** What reading the account takes, and where it is answered. */
export const ACCOUNT_QUERIES = {
  get: { resource: 'account', isOfAccount: true, expand: [], hasAsOf: true } satisfies ShowRoute,
};
