import type { ClientBase } from 'pg';
import { shardOfAccount, TEAM_ROLES, type ConnectionStatus } from '#contracts';
import type { EventStore } from '#event-store';
import type { ConnectionState } from './state';

/** A stream as an event left it. */
export interface ChangedConnection {
  event: { type: string; streamId: string; accountId: string; livemode: boolean };
  after: { state: unknown };
}

/** Where a connection is found from either side. */
export interface ConnectionPlace {
  id: string;
  accountId: string;
  platformAccountId: string;
  appId: string;
  livemode: boolean;
  scopes: readonly string[];
  status: ConnectionStatus;
}

const KEEP = `
  INSERT INTO accounts.connections (id, shard, account_id, platform_account_id, app_id, livemode, scopes, granted_by, status)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (id) DO UPDATE SET scopes = excluded.scopes, granted_by = excluded.granted_by, status = excluded.status`;

/**
 * Keeps the index of connections in the transaction of their events: of each app an account has one that is active.
 *
 * @throws DatabaseError 23505 when another consent came first; nothing is committed.
 */
export async function keepConnections(client: ClientBase, changes: readonly ChangedConnection[]): Promise<void> {
  for (const { event, after } of changes) {
    if (!event.type.startsWith('connection.')) continue;
    const state = after.state as ConnectionState;
    if (state.status === 'none') continue;
    const { streamId, accountId, livemode } = event;
    const { platformAccountId, appId, scopes, grantedBy, status } = state;
    await client.query(KEEP, [
      ...[streamId, shardOfAccount(accountId), accountId, platformAccountId, appId, livemode],
      ...[[...scopes], grantedBy, status],
    ]);
  }
}

/** That whoever consented to the connection `c` may still connect apps: as owner or admin of the account. */
export const CONSENTER_STANDS = `EXISTS (SELECT 1 FROM gateway.memberships m
  WHERE m.account_id = c.account_id AND m.user_id = c.granted_by AND m.role IN (${TEAM_ROLES.map((role) => `'${role}'`).join(', ')}))`;

const OF_APP = `
  SELECT id, account_id AS "accountId", livemode FROM accounts.connections WHERE app_id = $1 AND status = 'active' ORDER BY id`;

/** The active connections of an app, in whatever account they are. */
export function connectionsOfApp(
  { acrossAccounts }: Pick<EventStore, 'acrossAccounts'>,
  appId: string,
): Promise<Pick<ConnectionPlace, 'id' | 'accountId' | 'livemode'>[]> {
  return acrossAccounts({ name: 'hundi_connections_of_app', text: OF_APP }, [appId]);
}
