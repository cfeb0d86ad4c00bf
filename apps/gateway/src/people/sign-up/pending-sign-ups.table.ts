import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** A sign-up whose link was not opened yet: there is no user, and the address is free for everybody. */
export interface PendingSignUp {
  /** Of the user that there will be. */
  userId: string;
  emailDigest: string;
  /** Sealed, as `name` is. */
  email: string;
  name: string;
  accountName: string;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
}

/** @param digest of the token in its link. */
export async function insertPendingSignUp(ask: AskRows, digest: Buffer, pending: PendingSignUp): Promise<void> {
  await ask(
    `INSERT INTO gateway.pending_sign_ups (digest, user_id, email_digest, email, name, account_name, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [...[digest, pending.userId, pending.emailDigest, pending.email, pending.name, pending.accountName], pending.expiresAtMs],
  );
}

const COLUMNS = `user_id AS "userId", email_digest AS "emailDigest", email, name, account_name AS "accountName",
  expires_at::float8 AS "expiresAtMs"`;

/** What a link would complete, without using it. */
export async function findPendingSignUp(ask: AskRows, digest: Buffer, nowMs: number): Promise<PendingSignUp | undefined> {
  const text = `SELECT ${COLUMNS} FROM gateway.pending_sign_ups WHERE digest = $1 AND expires_at > $2`;
  return (await ask<PendingSignUp>(text, [digest, nowMs]))[0];
}

/** Takes it away: of two who open its link at once, one gets it. */
export async function usePendingSignUp(ask: AskRows, digest: Buffer, nowMs: number): Promise<PendingSignUp | undefined> {
  const rows = await ask<PendingSignUp>(`DELETE FROM gateway.pending_sign_ups WHERE digest = $1 AND expires_at > $2 RETURNING ${COLUMNS}`, [
    digest,
    nowMs,
  ]);
  return rows[0];
}

/** The others of an address that has a user now. */
export async function deletePendingSignUps(ask: AskRows, emailDigest: string): Promise<void> {
  await ask('DELETE FROM gateway.pending_sign_ups WHERE email_digest = $1', [emailDigest]);
}

/** @returns the ids of the users that there will never be: their keys may go, too. */
export async function deleteExpiredSignUps(ask: AskRows, nowMs: number): Promise<string[]> {
  const rows = await ask<{ id: string }>('DELETE FROM gateway.pending_sign_ups WHERE expires_at <= $1 RETURNING user_id AS id', [nowMs]);
  return rows.map(({ id }) => id);
}
