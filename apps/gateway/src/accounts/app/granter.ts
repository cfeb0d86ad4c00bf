import type { Role } from '#contracts';
import { scopesOfRole } from '../../auth/roles';
import { refusalFor, SCOPES, type Scope } from '../../auth/scopes';
import type { ApiKeyState } from '../api-key/state';
import type { AppState } from './state';

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

const ANYTHING: OwnGrant = { scopes: SCOPES, allowedAddresses: [] };

/**
 * What whoever answers for an app gives it now; null when they have ended, have left the account, or may not change apps any more. An
 * app of a release that did not note who answers for it has its scopes until its next change.
 */
export function ownGrantOf(app: AppState, livemode: boolean, { granter_key: key, granter_role: role }: GranterRow): OwnGrant | null {
  const kind = app.status === 'none' ? undefined : app.grantedBy?.kind;
  if (kind !== 'api_key' && kind !== 'user') return ANYTHING;
  if (kind === 'user') return role === null ? null : withRight(scopesOfRole(role, { livemode, hasSecondFactor: true, rules: null }), []);
  if (key === null) return null;
  return withRight(key.kind === 'secret' ? SCOPES : key.scopes, key.allowedAddresses);
}

function withRight(scopes: readonly string[], allowedAddresses: readonly string[]): OwnGrant | null {
  return refusalFor('restricted', scopes, 'apps:write' satisfies Scope) === null ? { scopes, allowedAddresses } : null;
}
