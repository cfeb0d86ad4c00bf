import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** A person as the table keeps one. Times in milliseconds since the epoch. */
export interface StoredUser {
  id: string;
  /** Sealed, as `name` and `totpSecret` are. */
  email: string;
  name: string;
  emailDigest: string;
  /** Null while nobody has shown that mails to it reach them. */
  emailVerifiedAtMs: number | null;
  status: 'active' | 'disabled';
  /** PHC text; null for who only ever signs in otherwise. */
  passwordHash: string | null;
  totpSecret: string | null;
  /** Null while the secret was shown and no code of it came back. */
  totpConfirmedAtMs: number | null;
  isOperator: boolean;
  theme: string | null;
  timezone: string | null;
  createdAtMs: number;
  lastSignedInAtMs: number | null;
  recoveryCodesLeft: number;
  passkeyCount: number;
}

/** What a new person is stored with. */
export type NewUser = Pick<
  StoredUser,
  'id' | 'email' | 'name' | 'emailDigest' | 'passwordHash' | 'isOperator' | 'createdAtMs' | 'emailVerifiedAtMs'
>;

const COLUMNS = `id, email, name, email_digest AS "emailDigest", email_verified_at::float8 AS "emailVerifiedAtMs", status,
  password_hash AS "passwordHash", totp_secret AS "totpSecret", totp_confirmed_at::float8 AS "totpConfirmedAtMs",
  is_operator AS "isOperator", theme, timezone, created_at::float8 AS "createdAtMs", last_signed_in_at::float8 AS "lastSignedInAtMs",
  (SELECT count(*)::int FROM gateway.recovery_codes c WHERE c.user_id = u.id) AS "recoveryCodesLeft",
  (SELECT count(*)::int FROM gateway.passkeys k WHERE k.user_id = u.id) AS "passkeyCount"`;

/** @returns false when another person has this address, or this id is taken: nothing was written. */
export async function insertUser(ask: AskRows, user: NewUser): Promise<boolean> {
  const rows = await ask(
    `INSERT INTO gateway.users (id, email, name, email_digest, password_hash, is_operator, created_at, email_verified_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`,
    [user.id, user.email, user.name, user.emailDigest, user.passwordHash, user.isOperator, user.createdAtMs, user.emailVerifiedAtMs],
  );
  return rows.length > 0;
}

/** Also one that is disabled. */
export async function findUser(ask: AskRows, id: string): Promise<StoredUser | undefined> {
  return (await ask<StoredUser>(`SELECT ${COLUMNS} FROM gateway.users u WHERE id = $1`, [id]))[0];
}

/** @param digest see `emailDigest`. */
export async function findUserByEmail(ask: AskRows, digest: string): Promise<StoredUser | undefined> {
  return (await ask<StoredUser>(`SELECT ${COLUMNS} FROM gateway.users u WHERE email_digest = $1`, [digest]))[0];
}

/** @param passwordHash PHC text. */
export async function savePassword(ask: AskRows, userId: string, passwordHash: string): Promise<void> {
  await ask('UPDATE gateway.users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
}

/** A stronger hash of the same password: not when another password came in between. */
export async function strengthenPassword(ask: AskRows, userId: string, { from, to }: { from: string; to: string }): Promise<boolean> {
  const text = 'UPDATE gateway.users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id';
  return (await ask(text, [userId, from, to])).length > 0;
}

/**
 * Waits for a change of the person that is under way.
 *
 * @param ask of a transaction. @param user as the proof was compared with. @param atMs milliseconds since the epoch. @returns false when
 *   password, address, status or second factors are others by now: what was proven is worth nothing, and nothing may be committed.
 */
export async function saveSignIn(ask: AskRows, user: StoredUser, atMs: number): Promise<boolean> {
  const text = `UPDATE gateway.users SET last_signed_in_at = $5 WHERE id = $1 AND status = 'active'
    AND password_hash IS NOT DISTINCT FROM $2 AND email_digest = $3 AND totp_confirmed_at IS NOT DISTINCT FROM $4 RETURNING id`;
  const { id, passwordHash, emailDigest, totpConfirmedAtMs, passkeyCount } = user;
  if ((await ask(text, [id, passwordHash, emailDigest, totpConfirmedAtMs, atMs])).length === 0) return false;
  // Asked after the row is locked: a passkey that is added or removed meanwhile waits for it, or is seen.
  return (await findUser(ask, id))?.passkeyCount === passkeyCount;
}

/** What is left out stays. */
export interface UserChange {
  /** Sealed. */
  name?: string;
  theme?: string;
  timezone?: string;
}

/** What of the person may be changed without asking again who it is. */
export async function saveUser(ask: AskRows, userId: string, { name, theme, timezone }: UserChange): Promise<void> {
  await ask(
    'UPDATE gateway.users SET name = coalesce($2, name), theme = coalesce($3, theme), timezone = coalesce($4, timezone) WHERE id = $1',
    [userId, name ?? null, theme ?? null, timezone ?? null],
  );
}

/** @returns false when another person has this address meanwhile. */
export async function saveEmail(
  ask: AskRows,
  userId: string,
  { email, digest, atMs }: { email: string; digest: string; atMs: number },
): Promise<boolean> {
  const rows = await ask(
    `UPDATE gateway.users SET email = $2, email_digest = $3, email_verified_at = $4
     WHERE id = $1 AND NOT EXISTS (SELECT FROM gateway.users WHERE email_digest = $3 AND id <> $1) RETURNING id`,
    [userId, email, digest, atMs],
  );
  return rows.length > 0;
}

/** An invitation of the installation said so. */
export async function makeOperator(ask: AskRows, userId: string): Promise<void> {
  await ask('UPDATE gateway.users SET is_operator = true WHERE id = $1', [userId]);
}

/** Who is disabled cannot sign in. */
export async function saveUserStatus(ask: AskRows, userId: string, status: StoredUser['status']): Promise<void> {
  await ask('UPDATE gateway.users SET status = $2 WHERE id = $1', [userId, status]);
}

/** People of this Hundi, the newest first. @param afterId the list begins after this person. */
export function latestUsers(ask: AskRows, { limit, afterId }: { limit: number; afterId?: string }): Promise<StoredUser[]> {
  return ask<StoredUser>(
    `SELECT ${COLUMNS} FROM gateway.users u
     WHERE $2::text IS NULL OR (created_at, id) < (SELECT a.created_at, a.id FROM gateway.users a WHERE a.id = $2)
     ORDER BY created_at DESC, id DESC LIMIT $1`,
    [limit, afterId ?? null],
  );
}
