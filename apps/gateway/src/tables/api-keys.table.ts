import type { GatewayPool } from './gateway-pool';
import type { ApiKeyKind } from '../auth/api-key-format';

/** A key as the database knows it: everything but its secret. */
export interface ApiKeyRow {
  /** `key_…`. */
  id: string;
  accountId: string;
  kind: ApiKeyKind;
  livemode: boolean;
  /** HMAC-SHA-256 of the secret, 32 bytes. */
  digest: Buffer;
  pepperVersion: number;
  /** Last four characters of the key, to recognize it by. */
  lastFour: string;
  /** `payments:read` …; only restricted keys carry scopes. */
  scopes: string[];
  /** Addresses and ranges it may be used from; anywhere when empty. */
  allowedAddresses: string[];
  createdAtMs: number;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
}

/** A key together with what of its account decides whether it may act. */
export interface ApiKeyGrant extends ApiKeyRow {
  isLiveEnabled: boolean;
}

const COLUMNS = `k.id, k.account_id AS "accountId", k.kind, k.livemode, k.digest, k.pepper_version AS "pepperVersion",
  k.last_four AS "lastFour", k.scopes, k.allowed_addresses AS "allowedAddresses", extract(epoch FROM k.created_at)::float8 * 1000 AS "createdAtMs",
  extract(epoch FROM k.expires_at)::float8 * 1000 AS "expiresAtMs", extract(epoch FROM k.revoked_at)::float8 * 1000 AS "revokedAtMs"`;

/** The key with this id and its account, or undefined. */
export async function findApiKeyGrant(pool: GatewayPool, id: string): Promise<ApiKeyGrant | undefined> {
  const { rows } = await pool.query<ApiKeyGrant>({
    name: 'find_api_key_grant',
    text: `SELECT ${COLUMNS}, a.is_live_enabled AS "isLiveEnabled"
      FROM gateway.api_keys k JOIN gateway.accounts a ON a.id = k.account_id WHERE k.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Every key of an account, newest first. */
export async function listApiKeyRows(pool: GatewayPool, accountId: string): Promise<ApiKeyRow[]> {
  const { rows } = await pool.query<ApiKeyRow>(
    `SELECT ${COLUMNS} FROM gateway.api_keys k WHERE k.account_id = $1 ORDER BY k.created_at DESC, k.id DESC`,
    [accountId],
  );
  return rows;
}

/** Stores a new key: its digest, never its secret. The account must exist. */
export async function insertApiKeyRow(pool: GatewayPool, row: Omit<ApiKeyRow, 'revokedAtMs'>): Promise<void> {
  await pool.query(
    `INSERT INTO gateway.api_keys (id, account_id, kind, livemode, digest, pepper_version, last_four, scopes,
        allowed_addresses, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10::float8 / 1000), to_timestamp($11::float8 / 1000))`,
    [
      row.id,
      row.accountId,
      row.kind,
      row.livemode,
      row.digest,
      row.pepperVersion,
      row.lastFour,
      row.scopes,
      row.allowedAddresses,
      row.createdAtMs,
      row.expiresAtMs,
    ],
  );
}

/** Revokes a key once; false when there is no such key. Revoking again keeps the first instant. */
export async function markApiKeyRevoked(pool: GatewayPool, id: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE gateway.api_keys SET revoked_at = coalesce(revoked_at, to_timestamp($2::float8 / 1000)) WHERE id = $1',
    [id, nowMs],
  );
  return rowCount === 1;
}

/** Where a key may be used from now on, anywhere when empty; false when there is no such key. */
export async function setApiKeyAddresses(pool: GatewayPool, id: string, allowedAddresses: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query('UPDATE gateway.api_keys SET allowed_addresses = $2 WHERE id = $1', [id, allowedAddresses]);
  return rowCount === 1;
}
