import type { ClientBase } from 'pg';
import { shardOfAccount, TEAM_ROLES, type ConnectionEnder, type ConnectionStatus } from '#contracts';
import type { EventStore } from '#event-store';
import type { AskRows } from '../secrets/key-grants.table';
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
  INSERT INTO accounts.connections (id, shard, account_id, platform_account_id, app_id, livemode, scopes, granted_by, status, made_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
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
    const { platformAccountId, appId, scopes, grantedBy, status, madeAtMs } = state;
    await client.query(KEEP, [
      ...[streamId, shardOfAccount(accountId), accountId, platformAccountId, appId, livemode],
      ...[[...scopes], grantedBy, status, madeAtMs],
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

const OF_ACCOUNT = `SELECT id, livemode FROM accounts.connections WHERE account_id = $1 AND status = 'active' ORDER BY id`;

/** The active connections by which apps act for an account. */
export function connectionsOfAccount(
  { acrossAccounts }: Pick<EventStore, 'acrossAccounts'>,
  accountId: string,
): Promise<Pick<ConnectionPlace, 'id' | 'livemode'>[]> {
  return acrossAccounts({ name: 'hundi_connections_of_account', text: OF_ACCOUNT }, [accountId]);
}

/** A connection that is active: what the library of OAuth calls a grant. */
export type ActiveConnection = Omit<ConnectionPlace, 'platformAccountId' | 'status'>;

/** A connection that is active although it should not be. */
export interface LostConnection {
  id: string;
  appId: string;
  reason: Extract<ConnectionEnder, 'consenter' | 'reuse'>;
}

const ACTIVE = `SELECT id, account_id AS "accountId", app_id AS "appId", livemode, scopes FROM accounts.connections WHERE status = 'active'`;
const LOST = `
  SELECT c.id, c.app_id AS "appId", 'consenter' AS reason FROM accounts.connections c WHERE c.status = 'active' AND NOT ${CONSENTER_STANDS}
  UNION SELECT c.id, c.app_id, 'reuse' FROM gateway.oauth_objects o JOIN accounts.connections c ON c.id = o.grant_id AND c.status = 'active'
  WHERE o.is_reused AND o.kind = 'RefreshToken' LIMIT $1`;
const ACCOUNT_OF =
  'SELECT account_id AS "accountId" FROM accounts.connections WHERE id = $1 AND platform_account_id = $2 AND livemode = $3';

/** An active connection. */
export async function findConnection(ask: AskRows, id: string): Promise<ActiveConnection | undefined> {
  return (await ask<ActiveConnection>(`${ACTIVE} AND id = $1`, [id]))[0];
}

/** The active connection of an account to an app. */
export async function findConnectionOf(
  ask: AskRows,
  { accountId, appId }: { accountId: string; appId: string },
): Promise<ActiveConnection | undefined> {
  return (await ask<ActiveConnection>(`${ACTIVE} AND account_id = $1 AND app_id = $2`, [accountId, appId]))[0];
}

/** Connections whose consenter is gone, or of which a refresh token was brought twice. @param most of them. */
export function lostConnections(ask: AskRows, most: number): Promise<LostConnection[]> {
  return ask<LostConnection>(LOST, [most]);
}

/** The account of a connection of one of the apps of a platform; undefined when it has no such one. */
export async function accountOfConnection(
  ask: AskRows,
  { id, platformAccountId, livemode }: Pick<ConnectionPlace, 'id' | 'platformAccountId' | 'livemode'>,
): Promise<string | undefined> {
  return (await ask<{ accountId: string }>(ACCOUNT_OF, [id, platformAccountId, livemode]))[0]?.accountId;
}
