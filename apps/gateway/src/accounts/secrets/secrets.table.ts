import type { ClientBase } from 'pg';
import { shardOfAccount } from '#contracts';

/** The digest of a secret, and whose it is. */
export interface SecretDigest {
  /** `key_…` or `app_…`. */
  ownerId: string;
  accountId: string;
  /** HMAC-SHA-256, 32 bytes. */
  digest: Buffer;
  pepperVersion: number;
}

/** Writes a digest on the connection of the transaction that makes its owner. Again changes nothing. */
export async function insertSecret(client: ClientBase, { ownerId, accountId, digest, pepperVersion }: SecretDigest): Promise<void> {
  await client.query(
    `INSERT INTO accounts.secrets (owner_id, digest, pepper_version, shard, account_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [ownerId, digest, pepperVersion, shardOfAccount(accountId), accountId],
  );
}
