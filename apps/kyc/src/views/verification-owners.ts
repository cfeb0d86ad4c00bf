import { shardOfId } from '#contracts';
import type { ClientBase, Pool } from 'pg';

const FIND = { name: 'kyc-find-owner', text: 'SELECT account_id, livemode FROM kyc.streams WHERE shard = $1 AND stream_id = $2' };

export interface VerificationOwner {
  accountId: string;
  livemode: boolean;
}

/** Null when there is no such verification. */
export async function findOwnerWith(connection: Pick<ClientBase, 'query'>, verificationId: string): Promise<VerificationOwner | null> {
  const shard = shardOfId('kycVerification', verificationId);
  if (shard === undefined) return null;
  const { rows } = await connection.query<{ account_id: string; livemode: boolean }>({ ...FIND, values: [shard, verificationId] });
  return rows[0] === undefined ? null : { accountId: rows[0].account_id, livemode: rows[0].livemode };
}

/** Whose verification it is, for what comes from outside and names no account. */
export class VerificationOwners {
  constructor(private readonly pool: Pool) {}

  /** Null when there is no such verification. */
  find(verificationId: string): Promise<VerificationOwner | null> {
    return findOwnerWith(this.pool, verificationId);
  }
}
