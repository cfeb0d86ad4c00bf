import type { AccountRules } from '#contracts';
import { CONSENTER_STANDS } from '../../accounts/connection/connections.table';
import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** A connection of one of the apps of a platform. */
export interface PlatformConnection {
  id: string;
  appId: string;
  scopes: readonly string[];
  /** What the account has decided; null for nothing. */
  rules: AccountRules | null;
}

const FIND = `
  SELECT c.id, c.app_id AS "appId", c.scopes, account.state->'rules' AS rules FROM accounts.connections c
  JOIN accounts.streams app ON app.shard = substr(c.app_id, 13, 2)::smallint AND app.stream_id = c.app_id AND app.status = 'active'
  JOIN accounts.streams account ON account.shard = c.shard AND account.stream_id = c.account_id AND account.status = 'active'
    AND (NOT c.livemode OR (account.state->>'liveEnabled')::boolean)
  WHERE c.platform_account_id = $1 AND c.account_id = $2 AND c.livemode = $3 AND c.status = 'active' AND ${CONSENTER_STANDS} ORDER BY c.id`;

/** By which a platform may act for an account now; none for an account that is not active, or not in live mode. */
export function connectionsOfPlatform(
  ask: AskRows,
  { platformId, accountId, livemode }: { platformId: string; accountId: string; livemode: boolean },
): Promise<PlatformConnection[]> {
  return ask<PlatformConnection>(FIND, [platformId, accountId, livemode]);
}
