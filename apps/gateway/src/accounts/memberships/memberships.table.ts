import type { ClientBase } from 'pg';
import { shardOfAccount, type AccountRules, type AccountStatus, type Role } from '#contracts';
import { HAS_SECOND_FACTOR } from '../../people/second-factor/second-factor.table';
import type { ProjectedChange } from './projected-change';
import type { AskRows } from '../secrets/key-grants.table';
import type { AccountEvent } from '../account/events';

/** An account of a person. */
export interface Membership {
  accountId: string;
  role: Role;
  name: string;
  status: AccountStatus;
  liveEnabled: boolean;
  /** What the account has decided; null for nothing. */
  rules: AccountRules | null;
}

/** A person of an account. Times in milliseconds since the epoch. */
export interface MemberRow {
  userId: string;
  role: Role;
  /** Sealed, as `email` is. */
  name: string;
  email: string;
  hasSecondFactor: boolean;
  invitedBy: string | null;
  joinedAtMs: number;
}

/** Writes the copies of memberships by which the accounts of a person are found, in the transaction of their events. */
export async function keepMemberships(client: ClientBase, changes: readonly ProjectedChange[]): Promise<void> {
  for (const { event } of changes) await keep(client, event.accountId, event as unknown as AccountEvent);
}

/** Of a member who was removed: views of their own, and invitations to their address, with which they could join again. */
const DELETED_WITH_MEMBER = [
  'DELETE FROM gateway.saved_views WHERE account_id = $1 AND user_id = $2 AND NOT is_shared',
  `DELETE FROM gateway.invitations i USING gateway.users u WHERE i.account_id = $1 AND u.id = $2 AND i.email_digest = u.email_digest`,
];

async function keep(client: ClientBase, accountId: string, { type, data }: AccountEvent): Promise<void> {
  switch (type) {
    case 'account.member_joined':
      await client.query(
        `INSERT INTO gateway.memberships (account_id, shard, user_id, role, invited_by, joined_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account_id, user_id) DO UPDATE SET role = excluded.role`,
        [accountId, shardOfAccount(accountId), data.userId, data.role, data.invitedBy ?? null, data.atMs],
      );
      return;
    case 'account.member_updated':
      await client.query('UPDATE gateway.memberships SET role = $3 WHERE account_id = $1 AND user_id = $2', [
        accountId,
        data.userId,
        data.role,
      ]);
      return;
    case 'account.member_removed':
      await client.query('DELETE FROM gateway.memberships WHERE account_id = $1 AND user_id = $2', [accountId, data.userId]);
      for (const text of DELETED_WITH_MEMBER) await client.query(text, [accountId, data.userId]);
      return;
    case 'account.invitation_revoked':
      await client.query('DELETE FROM gateway.invitations WHERE account_id = $1 AND id = $2', [accountId, data.invitationId]);
      return;
    default:
  }
}

const MEMBERSHIP = `m.account_id AS "accountId", m.role, s.state->>'name' AS name, s.state->>'status' AS status,
  (s.state->>'liveEnabled')::boolean AS "liveEnabled", s.state->'rules' AS rules`;
const OF_ACCOUNT = "accounts.streams s ON s.shard = m.shard AND s.stream_id = m.account_id AND s.stream_type = 'account'";

/** The accounts of a person, the oldest membership first. */
export function membershipsOf(ask: AskRows, userId: string): Promise<Membership[]> {
  return ask<Membership>(
    `SELECT ${MEMBERSHIP} FROM gateway.memberships m JOIN ${OF_ACCOUNT} WHERE m.user_id = $1 ORDER BY m.joined_at, 1`,
    [userId],
  );
}

/** The ids of the accounts of a person. */
export async function accountIdsOf(ask: AskRows, userId: string): Promise<string[]> {
  const text = 'SELECT account_id AS "accountId" FROM gateway.memberships WHERE user_id = $1 ORDER BY 1';
  return (await ask<{ accountId: string }>(text, [userId])).map(({ accountId }) => accountId);
}

/** What a person may in one account; undefined when they do not belong to it. */
export async function findMembership(ask: AskRows, userId: string, accountId: string): Promise<Membership | undefined> {
  const text = `SELECT ${MEMBERSHIP} FROM gateway.memberships m JOIN ${OF_ACCOUNT} WHERE m.user_id = $1 AND m.account_id = $2`;
  return (await ask<Membership>(text, [userId, accountId]))[0];
}

/** Everybody who belongs to an account. */
export function membersOf(ask: AskRows, accountId: string): Promise<MemberRow[]> {
  return ask<MemberRow>(
    `SELECT m.user_id AS "userId", m.role, u.name, u.email, ${HAS_SECOND_FACTOR} AS "hasSecondFactor",
       m.invited_by AS "invitedBy", m.joined_at::float8 AS "joinedAtMs"
     FROM gateway.memberships m JOIN gateway.users u ON u.id = m.user_id WHERE m.account_id = $1 ORDER BY m.joined_at, 1`,
    [accountId],
  );
}
