import type { EventStore } from '#event-store';

/** The database of the accounts. */
export type AccountsDatabase = Pick<EventStore, 'acrossAccounts'>;

/** When and from where a key was last used. */
export interface KeyUse {
  keyId: string;
  /** Milliseconds since the epoch. */
  atMs: number;
  address: string;
}

/** Several processes write about the same key: the latest use stays. */
const WRITE = {
  name: 'hundi_write_key_uses',
  text: `
  INSERT INTO accounts.key_uses AS known (key_id, last_used_at, last_used_address)
  SELECT use.key_id, to_timestamp(use.at / 1000), use.address FROM unnest($1::text[], $2::float8[], $3::text[]) AS use (key_id, at, address)
  ON CONFLICT (key_id) DO UPDATE SET last_used_at = excluded.last_used_at, last_used_address = excluded.last_used_address
  WHERE known.last_used_at < excluded.last_used_at`,
};

const READ = {
  name: 'hundi_read_key_uses',
  text: `
  SELECT key_id AS "keyId", extract(epoch FROM last_used_at)::float8 * 1000 AS "atMs", last_used_address AS address
  FROM accounts.key_uses WHERE key_id = ANY ($1)`,
};

/** Keeps the last use of these keys. */
export async function writeKeyUses({ acrossAccounts }: AccountsDatabase, uses: readonly KeyUse[]): Promise<void> {
  await acrossAccounts(WRITE, [uses.map(({ keyId }) => keyId), uses.map(({ atMs }) => atMs), uses.map(({ address }) => address)]);
}

/** The last use of those of these keys that were ever used. */
export function readKeyUses({ acrossAccounts }: AccountsDatabase, keyIds: readonly string[]): Promise<KeyUse[]> {
  return acrossAccounts<KeyUse>(READ, [[...keyIds]]);
}
