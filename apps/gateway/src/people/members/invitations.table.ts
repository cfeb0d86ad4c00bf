import { shardOfAccount, type Role } from '#contracts';
import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** Whom an invitation is for, and what the log of the account says of it. */
export interface StoredInvitation {
  id: string;
  /** Sealed under the key of the account. */
  email: string;
  emailDigest: string;
  role: Role;
  invitedBy: string | null;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
  /** Whether who accepts it is an operator from then on; never of one that a member made. */
  makesOperator: boolean;
}

/** Of the transaction of its event. */
export async function insertInvitation(
  ask: AskRows,
  accountId: string,
  { id, email, emailDigest, makesOperator = false }: Pick<StoredInvitation, 'id' | 'email' | 'emailDigest'> & { makesOperator?: boolean },
): Promise<void> {
  await ask('INSERT INTO gateway.invitations (account_id, id, email_digest, email, makes_operator) VALUES ($1, $2, $3, $4, $5)', [
    ...[accountId, id, emailDigest, email, makesOperator],
  ]);
}

/** One was accepted: the address is not needed any more, and with another one to it a removed member could join again. */
export async function deleteInvitationsTo(ask: AskRows, accountId: string, emailDigest: string): Promise<void> {
  await ask('DELETE FROM gateway.invitations WHERE account_id = $1 AND email_digest = $2', [accountId, emailDigest]);
}

const OPEN = `SELECT i.id, i.email, i.email_digest AS "emailDigest", i.makes_operator AS "makesOperator", s.state #>> ARRAY['invitations', i.id, 'role'] AS role,
    s.state #>> ARRAY['invitations', i.id, 'invitedBy'] AS "invitedBy",
    (s.state #>> ARRAY['invitations', i.id, 'expiresAtMs'])::float8 AS "expiresAtMs"
  FROM gateway.invitations i JOIN accounts.streams s ON s.shard = $2 AND s.stream_id = i.account_id AND s.stream_type = 'account'
  WHERE i.account_id = $1 AND s.state #> ARRAY['invitations', i.id] IS NOT NULL`;

/** Those that were neither accepted nor taken back, also such whose time is over. */
export function invitationsOf(ask: AskRows, accountId: string): Promise<StoredInvitation[]> {
  return ask<StoredInvitation>(`${OPEN} ORDER BY i.id`, [accountId, shardOfAccount(accountId)]);
}

/** One of them. */
export async function findInvitation(ask: AskRows, accountId: string, id: string): Promise<StoredInvitation | undefined> {
  return (await ask<StoredInvitation>(`${OPEN} AND i.id = $3`, [accountId, shardOfAccount(accountId), id]))[0];
}
