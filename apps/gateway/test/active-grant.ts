import type { ApiKeyGrant } from '../src/accounts/secrets/key-grants.table';

/** What the table says of a secret key of test mode that may act, with whatever a test needs of it. */
export function activeGrant(of: Pick<ApiKeyGrant, 'id' | 'digest'>): ApiKeyGrant {
  return {
    ...of,
    ...{ accountId: 'acct_1', kind: 'secret', livemode: false, pepperVersion: 1, status: 'active' },
    ...{ scopes: [], allowedAddresses: [], expiresAtMs: null },
    ...{ isLiveEnabled: true, isSuspended: false, rules: { requestLogDays: 7 } },
  };
}
