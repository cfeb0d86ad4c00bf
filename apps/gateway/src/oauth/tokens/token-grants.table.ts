import { NO_RULES, type AccountRules } from '#contracts';
import type { Query, Statement } from '#event-store';
import { CONSENTER_STANDS } from '../../accounts/connection/connections.table';
import { GRANTER_COLUMNS, GRANTER_JOINS, ownGrantOf, type GranterRow, type OwnGrant } from '../../accounts/app/granter';
import type { AppState } from '../../accounts/app/state';
import { digestOf, unsealed } from '../objects/oauth-objects.table';

/** What decides whether an access token may act: itself, its connection, its app and both accounts, all of one moment. */
export interface TokenGrant {
  appId: string;
  /** The account that owns the app. */
  ownerId: string;
  /** The account that it acts for. */
  accountId: string;
  /** `conn_…`; null of an app that acts for its own account. */
  connectionId: string | null;
  livemode: boolean;
  scopes: readonly string[];
  /** Addresses and CIDR ranges it may be used from; anywhere when empty. */
  allowedAddresses: readonly string[];
  /** Thumbprint of the key that it is bound to. */
  jkt: string | null;
  hasExpired: boolean;
  isSuspended: boolean;
  isLiveEnabled: boolean;
  /** What the account has decided. */
  rules: AccountRules;
}

interface Row extends GranterRow {
  kind: string;
  payload: Buffer;
  has_expired: boolean;
  client_id: string;
  grant_id: string | null;
  livemode: boolean;
  owner_id: string;
  app: AppState;
  account_id: string;
  connection_scopes: string[] | null;
  is_suspended: boolean;
  is_live_enabled: boolean;
  rules: AccountRules | null;
}

/** Look-ups by primary key alone. The shard of an app stands in its id, behind `app_` and eight characters of time. */
const FIND: Statement = {
  name: 'hundi_token_grant',
  text: `
  SELECT o.kind, o.payload, o.expires_at <= clock_timestamp() AS has_expired, o.client_id, o.grant_id, app.livemode, app.state AS app,
    app.account_id AS owner_id, account.stream_id AS account_id, c.scopes AS connection_scopes,
    (owner.status <> 'active' OR account.status <> 'active') AS is_suspended, (account.state->>'liveEnabled')::boolean AS is_live_enabled,
    account.state->'rules' AS rules, ${GRANTER_COLUMNS}
  FROM gateway.oauth_objects o
  JOIN accounts.streams app ON app.shard = substr(o.client_id, 13, 2)::smallint AND app.stream_id = o.client_id AND app.status = 'active'
  JOIN accounts.streams owner ON owner.shard = app.shard AND owner.stream_id = app.account_id${GRANTER_JOINS}
  LEFT JOIN accounts.connections c ON c.id = o.grant_id AND c.status = 'active' AND ${CONSENTER_STANDS}
  JOIN accounts.streams account ON account.shard = coalesce(c.shard, owner.shard) AND account.stream_id = coalesce(c.account_id, owner.stream_id)
  WHERE o.digest = ANY ($1) AND (o.grant_id IS NULL OR c.id IS NOT NULL)`,
};
const KINDS = ['AccessToken', 'ClientCredentials'];

/** Access tokens as the edge looks them up. */
export class TokenGrants {
  constructor(private readonly ask: Query) {}

  /** @returns undefined for a text that is no token, or one whose connection or app is not active any more. */
  async find(text: string): Promise<TokenGrant | undefined> {
    const [row] = await this.ask<Row>(FIND, [KINDS.map((kind) => digestOf(kind, text))]);
    if (row === undefined || row.app.status === 'none') return undefined;
    const { scope = '', jkt = null } = unsealed(row.payload, row.kind, text) as { scope?: string; jkt?: string };
    const most = mostOf(row);
    if (most === null) return undefined;
    return {
      ...{
        appId: row.client_id,
        ownerId: row.owner_id,
        accountId: row.account_id,
        connectionId: row.grant_id,
        livemode: row.livemode,
        jkt,
      },
      scopes: scopesOfBoth(scope.split(' '), scopesOfBoth(row.app.allowedScopes, most.scopes)),
      allowedAddresses: most.allowedAddresses,
      ...{ hasExpired: row.has_expired, isSuspended: row.is_suspended, isLiveEnabled: row.is_live_enabled },
      rules: row.rules ?? NO_RULES,
    };
  }
}

/** The most that a token may do: what the account consented to, or for the account of the app what its granter may do; null for nothing. */
function mostOf({ grant_id: connectionId, connection_scopes: scopes, livemode, ...granter }: Row): OwnGrant | null {
  return connectionId === null ? ownGrantOf(livemode, granter) : { scopes: scopes ?? [], allowedAddresses: [] };
}

/** The scopes that both allow. Writing includes reading. */
export function scopesOfBoth(some: readonly string[], others: readonly string[]): string[] {
  const allows = (scopes: readonly string[], scope: string): boolean =>
    scopes.includes(scope) || (scope.endsWith(':read') && scopes.includes(scope.replace(/:read$/, ':write')));
  return [...new Set([...some, ...others])].filter((scope) => allows(some, scope) && allows(others, scope));
}
