import type { Role } from '#contracts';
import { scopesOfRole } from '../../auth/roles';
import { refusalFor, SCOPES, type Scope } from '../../auth/scopes';
import type { ApiKeyState } from '../api-key/state';

/** The key or the member that answers for an app `app`. A key that was rolled has handed its apps on, like its keys. */
export const GRANTER_COLUMNS = 'granter.state AS granter_key, member.role AS granter_role';
export const GRANTER_JOINS = `
  LEFT JOIN LATERAL (
    WITH RECURSIVE keys AS (
      SELECT k.status, k.state FROM accounts.streams k
      WHERE k.shard = app.shard AND k.stream_id = app.state->'grantedBy'->>'id' AND k.stream_type = 'api_key'
      UNION ALL
      SELECT k.status, k.state FROM keys JOIN accounts.streams k ON k.shard = app.shard AND k.stream_id = keys.state->>'rolledTo')
    SELECT keys.state FROM keys WHERE keys.status = 'active' AND keys.state->>'rolledTo' IS NULL
      AND ((keys.state->>'expiresAtMs') IS NULL OR to_timestamp((keys.state->>'expiresAtMs')::float8 / 1000) > clock_timestamp())
  ) granter ON true
  LEFT JOIN gateway.memberships member ON member.account_id = app.account_id AND member.user_id = app.state->'grantedBy'->>'id'`;

/** What the columns say. */
export interface GranterRow {
  granter_key: Exclude<ApiKeyState, { status: 'none' }> | null;
  granter_role: Role | null;
}

/** What an app may do for the account that owns it. */
export interface OwnGrant {
  scopes: readonly string[];
  /** Addresses and CIDR ranges that its tokens may be used from; anywhere when empty. */
  allowedAddresses: readonly string[];
}

/**
 * The rights that the key or the member has now who answers for an app; null without one, or when the key has ended, the member has left
 * the account, or either may not change apps any more.
 */
export function ownGrantOf(livemode: boolean, { granter_key: key, granter_role: role }: GranterRow): OwnGrant | null {
  if (role !== null) return withRight(scopesOfRole(role, { livemode, hasSecondFactor: true, rules: null }), []);
  return key === null ? null : withRight(key.kind === 'secret' ? SCOPES : key.scopes, key.allowedAddresses);
}

function withRight(scopes: readonly string[], allowedAddresses: readonly string[]): OwnGrant | null {
  return refusalFor('restricted', scopes, 'apps:write' satisfies Scope) === null ? { scopes, allowedAddresses } : null;
}
