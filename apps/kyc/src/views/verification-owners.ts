import { shardOfId } from '#contracts';
import type { Pool } from 'pg';

const FIND = { name: 'kyc-find-owner', text: 'SELECT account_id, livemode FROM kyc.streams WHERE shard = $1 AND stream_id = $2' };

/** Whose verification it is, for what comes from outside and names no account. */
export class VerificationOwners {
  constructor(private readonly pool: Pool) {}

  /** Null when there is no such verification. */
  async find(verificationId: string): Promise<{ accountId: string; livemode: boolean } | null> {
    const shard = shardOfId('kycVerification', verificationId);
    if (shard === undefined) return null;
    const { rows } = await this.pool.query<{ account_id: string; livemode: boolean }>({ ...FIND, values: [shard, verificationId] });
    return rows[0] === undefined ? null : { accountId: rows[0].account_id, livemode: rows[0].livemode };
  }
}
