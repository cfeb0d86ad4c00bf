import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { HAS_SECOND_FACTOR } from '../second-factor/second-factor.table';

/** A session as the table keeps one. Times in milliseconds since the epoch. */
export interface StoredSession {
  /** `ses_…`: not its token. */
  id: string;
  userId: string;
  /** Address and browser, sealed. */
  client: string;
  createdAtMs: number;
  lastSeenAtMs: number;
  /** When password and factor were last asked for. */
  authenticatedAtMs: number;
  endsAtMs: number;
}

/** A session with what of its user every request has to know. */
export interface SessionOfUser extends StoredSession {
  isOperator: boolean;
  hasSecondFactor: boolean;
}

const COLUMNS = `s.id, s.user_id AS "userId", s.client, s.created_at::float8 AS "createdAtMs", s.last_seen_at::float8 AS "lastSeenAtMs",
  s.authenticated_at::float8 AS "authenticatedAtMs", s.ends_at::float8 AS "endsAtMs"`;

/** @param digest keyed, of its token. */
export async function insertSession(ask: AskRows, session: StoredSession, digest: Buffer): Promise<void> {
  await ask(
    `INSERT INTO gateway.sessions (id, digest, user_id, client, created_at, last_seen_at, authenticated_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[session.id, digest, session.userId, session.client],
      ...[session.createdAtMs, session.lastSeenAtMs, session.authenticatedAtMs, session.endsAtMs],
    ],
  );
}

/** The session with one of these digests, of a user who is not disabled; also one that is over. */
export async function findSession(ask: AskRows, digests: readonly Buffer[]): Promise<SessionOfUser | undefined> {
  const rows = await ask<SessionOfUser>(
    `SELECT ${COLUMNS}, u.is_operator AS "isOperator", ${HAS_SECOND_FACTOR} AS "hasSecondFactor"
     FROM gateway.sessions s JOIN gateway.users u ON u.id = s.user_id AND u.status = 'active' WHERE s.digest = ANY ($1::bytea[])`,
    [[...digests]],
  );
  return rows[0];
}

/** Its idle time begins anew. */
export async function saveSeen(ask: AskRows, id: string, atMs: number): Promise<void> {
  await ask('UPDATE gateway.sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2', [id, atMs]);
}

/** Password and factor were asked for again: the token before this one is worth nothing any more. @returns false when the session is gone. */
export async function renewSession(ask: AskRows, id: string, { digest, atMs }: { digest: Buffer; atMs: number }): Promise<boolean> {
  const text = 'UPDATE gateway.sessions SET digest = $2, authenticated_at = $3, last_seen_at = $3 WHERE id = $1 RETURNING id';
  return (await ask(text, [id, digest, atMs])).length > 0;
}

/** Those that are not over, the latest first. */
export function sessionsOf(
  ask: AskRows,
  userId: string,
  { idleSinceMs, nowMs }: { idleSinceMs: number; nowMs: number },
): Promise<StoredSession[]> {
  return ask<StoredSession>(
    `SELECT ${COLUMNS} FROM gateway.sessions s WHERE s.user_id = $1 AND s.ends_at > $2 AND s.last_seen_at > $3 ORDER BY s.last_seen_at DESC`,
    [userId, nowMs, idleSinceMs],
  );
}

/** @returns whether the user had such a session. */
export async function deleteSession(ask: AskRows, userId: string, id: string): Promise<boolean> {
  return (await ask('DELETE FROM gateway.sessions WHERE user_id = $1 AND id = $2 RETURNING id', [userId, id])).length > 0;
}

/** All but the one that is named. */
export async function deleteSessionsOf(ask: AskRows, userId: string, exceptId = ''): Promise<void> {
  await ask('DELETE FROM gateway.sessions WHERE user_id = $1 AND id <> $2', [userId, exceptId]);
}

/** Those that are over, or were idle for too long. */
export async function deleteEndedSessions(ask: AskRows, { idleSinceMs, nowMs }: { idleSinceMs: number; nowMs: number }): Promise<void> {
  await ask('DELETE FROM gateway.sessions WHERE ends_at <= $1 OR last_seen_at <= $2', [nowMs, idleSinceMs]);
}
