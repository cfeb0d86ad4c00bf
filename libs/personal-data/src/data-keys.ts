import type { Pool } from 'pg';
import type { WrappedKey } from './key-encryption-keys';

/** Whose data a key seals: a customer, or for what belongs to none the account. Ids of this API. */
export interface Subject {
  accountId: string;
  /** The customer's id, or the account's again. */
  id: string;
}

/** A row of `vault.data_keys`. */
export interface DataKeyRow {
  subject: string;
  /** Null once destroyed. */
  wrapped: WrappedKey | null;
}

interface StoredRow {
  account_id: string;
  subject: string;
  key_id: string;
  wrapped_key: Buffer | null;
}

const COLUMNS = 'account_id, subject, key_id, wrapped_key';

const FIND = {
  name: 'vault_find_keys',
  text: `SELECT ${COLUMNS} FROM vault.data_keys WHERE account_id = $1 AND subject = ANY ($2)`,
};

/**
 * The key that is there, or else the offered one, in one round trip. Of two processes that offer one at once the second gets
 * the first one's: the update changes nothing and is there to return the row that won.
 */
const FIND_OR_CREATE = {
  name: 'vault_find_or_create_key',
  text: `WITH found AS (SELECT ${COLUMNS} FROM vault.data_keys WHERE account_id = $1 AND subject = $2),
    made AS (
      INSERT INTO vault.data_keys AS k (account_id, subject, key_id, wrapped_key, created_at)
      SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT 1 FROM found)
      ON CONFLICT (account_id, subject) DO UPDATE SET subject = k.subject
      RETURNING ${COLUMNS}
    )
    SELECT ${COLUMNS} FROM found UNION ALL SELECT ${COLUMNS} FROM made`,
};

/** A subject without a key gets a destroyed one, so that none is ever made for it. */
const DESTROY = {
  name: 'vault_destroy_key',
  text: `INSERT INTO vault.data_keys AS k (account_id, subject, key_id, wrapped_key, created_at, destroyed_at)
    VALUES ($1, $2, '', NULL, $3, $3)
    ON CONFLICT (account_id, subject) DO UPDATE SET wrapped_key = NULL, destroyed_at = $3 WHERE k.destroyed_at IS NULL`,
};

/** Only a key under which nothing was ever kept. */
const DISCARD = {
  name: 'vault_discard_key',
  text: 'DELETE FROM vault.data_keys WHERE account_id = $1 AND subject = $2 AND destroyed_at IS NULL',
};

const PAGE_TO_REWRAP = {
  name: 'vault_page_to_rewrap',
  text: `SELECT ${COLUMNS} FROM vault.data_keys
    WHERE destroyed_at IS NULL AND key_id <> $1 AND (account_id, subject) > ($2, $3) ORDER BY account_id, subject LIMIT $4`,
};

const REWRAP = {
  name: 'vault_rewrap_key',
  text: `UPDATE vault.data_keys SET key_id = $3, wrapped_key = $4
    WHERE account_id = $1 AND subject = $2 AND wrapped_key = $5`,
};

/** The table of wrapped data keys. The only statements on it. */
export class DataKeyTable {
  constructor(private readonly pool: Pool) {}

  /** The keys that these subjects have; those without one are left out. */
  async find(accountId: string, subjects: readonly string[]): Promise<DataKeyRow[]> {
    const { rows } = await this.pool.query<StoredRow>({ ...FIND, values: [accountId, subjects] });
    return rows.map(toRow);
  }

  /** The key of the subject: `offered` when it had none. */
  async findOrCreate({ accountId, id }: Subject, offered: WrappedKey, nowMs: number): Promise<DataKeyRow> {
    const values = [accountId, id, offered.keyId, Buffer.from(offered.bytes), new Date(nowMs)];
    const { rows } = await this.pool.query<StoredRow>({ ...FIND_OR_CREATE, values });
    const [row] = rows;
    if (row === undefined) throw new Error('a data key was neither found nor made');
    return toRow(row);
  }

  /** For ever: whatever was sealed under the key cannot be read any more. Again changes nothing. */
  async destroy({ accountId, id }: Subject, nowMs: number): Promise<void> {
    await this.pool.query({ ...DESTROY, values: [accountId, id, new Date(nowMs)] });
  }

  /** Takes the key of a subject away that never came to be; that of an erased one stays destroyed. */
  async discard({ accountId, id }: Subject): Promise<void> {
    await this.pool.query({ ...DISCARD, values: [accountId, id] });
  }

  /** Keys that another than this key-encryption key wraps, in the order of their subjects. */
  async pageToRewrap(currentKeyId: string, after: Subject, limit: number): Promise<{ subject: Subject; wrapped: WrappedKey }[]> {
    const { rows } = await this.pool.query<StoredRow>({ ...PAGE_TO_REWRAP, values: [currentKeyId, after.accountId, after.id, limit] });
    return rows.flatMap((row) => {
      const { wrapped } = toRow(row);
      return wrapped === null ? [] : [{ subject: { accountId: row.account_id, id: row.subject }, wrapped }];
    });
  }

  /** @returns false when the key was destroyed or wrapped anew by another process meanwhile. */
  async rewrap({ accountId, id }: Subject, before: WrappedKey, after: WrappedKey): Promise<boolean> {
    const values = [accountId, id, after.keyId, Buffer.from(after.bytes), Buffer.from(before.bytes)];
    const { rowCount } = await this.pool.query({ ...REWRAP, values });
    return rowCount === 1;
  }
}

function toRow({ subject, key_id: keyId, wrapped_key: bytes }: StoredRow): DataKeyRow {
  return { subject, wrapped: bytes === null ? null : { keyId, bytes } };
}

/** What a key and every value under it are bound to: under another subject they cannot be decrypted. */
export function associatedOf({ accountId, id }: Subject): Buffer {
  return Buffer.from(`${accountId}\n${id}`);
}
