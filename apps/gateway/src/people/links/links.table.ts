import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** What a mailed or printed link does when it is opened. */
export type LinkPurpose = 'claim' | 'invitation' | 'new_email' | 'reset_password' | 'sign_in';

/** A link that works once, as the table keeps it. */
export interface OneTimeLink {
  purpose: LinkPurpose;
  userId: string | null;
  /** The account or invitation that it is about. */
  subject: string | null;
  /** What goes with it, sealed under the key of the user. */
  sealed: string | null;
  /** Milliseconds since the epoch. */
  expiresAtMs: number;
}

/** Again changes nothing. */
export async function insertLink(ask: AskRows, digest: Buffer, link: OneTimeLink): Promise<void> {
  await ask(
    `INSERT INTO gateway.one_time_links (digest, purpose, user_id, subject, sealed, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (digest) DO NOTHING`,
    [digest, link.purpose, link.userId, link.subject, link.sealed, link.expiresAtMs],
  );
}

/** Takes the link away: of two who open it at once, one gets it. @returns undefined when there is none, or its time is over. */
export async function useLink(ask: AskRows, digest: Buffer, purpose: LinkPurpose, nowMs: number): Promise<OneTimeLink | undefined> {
  const rows = await ask<OneTimeLink>(
    `DELETE FROM gateway.one_time_links WHERE digest = $1 AND purpose = $2 AND expires_at > $3
     RETURNING purpose, user_id AS "userId", subject, sealed, expires_at::float8 AS "expiresAtMs"`,
    [digest, purpose, nowMs],
  );
  return rows[0];
}

/** What the link is, without using it. */
export async function findLink(ask: AskRows, digest: Buffer, purpose: LinkPurpose, nowMs: number): Promise<OneTimeLink | undefined> {
  const rows = await ask<OneTimeLink>(
    `SELECT purpose, user_id AS "userId", subject, sealed, expires_at::float8 AS "expiresAtMs" FROM gateway.one_time_links
     WHERE digest = $1 AND purpose = $2 AND expires_at > $3`,
    [digest, purpose, nowMs],
  );
  return rows[0];
}

/** The links of a purpose that were sent to a user before, or are about a subject. */
export async function deleteLinks(ask: AskRows, purpose: LinkPurpose, about: { userId?: string; subject?: string }): Promise<void> {
  await ask('DELETE FROM gateway.one_time_links WHERE purpose = $1 AND (user_id = $2 OR subject = $3)', [
    ...[purpose, about.userId ?? null, about.subject ?? null],
  ]);
}

/** Whatever was sent to a user before, for whichever purpose. */
export async function deleteLinksOf(ask: AskRows, userId: string): Promise<void> {
  await ask('DELETE FROM gateway.one_time_links WHERE user_id = $1', [userId]);
}

/** Those whose time is over. */
export async function deleteExpiredLinks(ask: AskRows, nowMs: number): Promise<void> {
  await ask('DELETE FROM gateway.one_time_links WHERE expires_at <= $1', [nowMs]);
}
