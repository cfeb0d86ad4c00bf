import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** A passkey as the table keeps one. Times in milliseconds since the epoch. */
export interface StoredPasskey {
  id: string;
  userId: string;
  /** By which the authenticator knows it, in base64url. */
  credentialId: string;
  /** COSE_Key (RFC 9052, 7). */
  publicKey: Buffer;
  /** Of signatures, as the authenticator counts them; 0 where it does not. */
  counter: number;
  /** How the authenticator is reached, as the browser said: a hint for the next time. */
  transports: string[];
  deviceType: 'singleDevice' | 'multiDevice';
  backedUp: boolean;
  /** Sealed. */
  name: string;
  createdAtMs: number;
  lastUsedAtMs: number | null;
  /** False since the password was replaced by a mailed link, until it goes with the new one. */
  signsInAlone: boolean;
}

/** One that is added now. */
export type NewPasskey = Omit<StoredPasskey, 'signsInAlone'>;

/** A signature that was right. */
export interface PasskeyUse {
  counter: number;
  backedUp: boolean;
  atMs: number;
  /** It came with the password: whose it is, is who has that. */
  isWithPassword: boolean;
}

const COLUMNS = `id, user_id AS "userId", credential_id AS "credentialBytes", public_key AS "publicKey", counter::float8 AS counter, transports,
  device_type AS "deviceType", backed_up AS "backedUp", name, created_at::float8 AS "createdAtMs", last_used_at::float8 AS "lastUsedAtMs",
  signs_in_alone AS "signsInAlone"`;

type Row = Omit<StoredPasskey, 'credentialId'> & { credentialBytes: Buffer };

/**
 * @param ask of a transaction: new passkeys of one user wait for each other in it, so that they are counted.
 * @returns whether it was stored; `full` when the user has so many, `taken` when the authenticator has it for somebody already.
 */
export async function insertPasskey(ask: AskRows, passkey: NewPasskey, most: number): Promise<'stored' | 'full' | 'taken'> {
  await ask('SELECT id FROM gateway.users WHERE id = $1 FOR UPDATE', [passkey.userId]);
  const [row] = await ask<{ count: number }>('SELECT count(*)::int AS count FROM gateway.passkeys WHERE user_id = $1', [passkey.userId]);
  if ((row?.count ?? 0) >= most) return 'full';
  const rows = await ask(
    `INSERT INTO gateway.passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
    [
      ...[passkey.id, passkey.userId, Buffer.from(passkey.credentialId, 'base64url'), passkey.publicKey, passkey.counter],
      ...[passkey.transports, passkey.deviceType, passkey.backedUp, passkey.name, passkey.createdAtMs],
    ],
  );
  return rows.length > 0 ? 'stored' : 'taken';
}

/** @param credentialId base64url. */
export async function findPasskey(ask: AskRows, credentialId: string): Promise<StoredPasskey | undefined> {
  const text = `SELECT ${COLUMNS} FROM gateway.passkeys WHERE credential_id = $1`;
  return (await ask<Row>(text, [Buffer.from(credentialId, 'base64url')])).map(passkeyOf)[0];
}

/** The oldest first. */
export async function passkeysOf(ask: AskRows, userId: string): Promise<StoredPasskey[]> {
  const text = `SELECT ${COLUMNS} FROM gateway.passkeys WHERE user_id = $1 ORDER BY created_at, id`;
  return (await ask<Row>(text, [userId])).map(passkeyOf);
}

/**
 * Takes a signature once: of two with one count, one is right. Authenticators that do not count always say 0.
 *
 * @returns false when the count is not above the last one, which a copy of the key could be the reason for; or the passkey is gone.
 */
export async function usePasskey(ask: AskRows, id: string, { counter, backedUp, atMs, isWithPassword }: PasskeyUse): Promise<boolean> {
  const rows = await ask(
    `UPDATE gateway.passkeys SET counter = $2, backed_up = $3, last_used_at = $4, signs_in_alone = signs_in_alone OR $5
     WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
    [id, counter, backedUp, atMs, isWithPassword],
  );
  return rows.length > 0;
}

/** @param ask of a transaction: a sign-in that is under way waits for it. @returns false when the user has no such passkey. */
export async function deletePasskey(ask: AskRows, userId: string, id: string): Promise<boolean> {
  await ask('SELECT id FROM gateway.users WHERE id = $1 FOR UPDATE', [userId]);
  return (await ask('DELETE FROM gateway.passkeys WHERE user_id = $1 AND id = $2 RETURNING id', [userId, id])).length > 0;
}

/** All of a user. */
export async function deletePasskeysOf(ask: AskRows, userId: string): Promise<void> {
  await ask('DELETE FROM gateway.passkeys WHERE user_id = $1', [userId]);
}

/** The password was replaced by the owner of the address: whoever added passkeys before it may not have been them. */
export async function distrustPasskeys(ask: AskRows, userId: string): Promise<void> {
  await ask('UPDATE gateway.passkeys SET signs_in_alone = false WHERE user_id = $1', [userId]);
}

function passkeyOf({ credentialBytes, ...row }: Row): StoredPasskey {
  return { ...row, credentialId: credentialBytes.toString('base64url') };
}
