import { shardOfId, type Clock, type Random } from '#contracts';
import type { Owner } from '#event-store';
import { SubjectErasedError, type PersonalData } from '#personal-data';
import type { Pool } from 'pg';
import { openKycPool, type KycPoolOptions } from './kyc-pool';

/** What must not be part of a command: numbers and secrets of one verification. Absent means not given. */
export interface VaultContent {
  documentNumber?: string;
  ifsc?: string;
  fileNumber?: string;
  otp?: string;
  shareCode?: string;
}

export interface VaultOptions extends KycPoolOptions {
  personalData: PersonalData;
  clock: Clock;
  random: Random;
}

/** Whose content it is. */
export interface VaultOwner {
  accountId: string;
  verificationId: string;
}

/** Rows that one sweep removes, at most; the next sweep takes the rest. */
const SWEEP_MAX = 500;

const INSERT = {
  name: 'kyc-vault-insert',
  text: 'INSERT INTO kyc.vault (vault_id, account_id, verification_id, content, expires_at) VALUES ($1, $2, $3, $4, to_timestamp($5 / 1000.0))',
};
const FIND = {
  name: 'kyc-vault-find',
  text: 'SELECT content FROM kyc.vault WHERE vault_id = $1 AND account_id = $2 AND verification_id = $3 AND expires_at > to_timestamp($4 / 1000.0)',
};
const FORGET = { name: 'kyc-vault-forget', text: 'DELETE FROM kyc.vault WHERE account_id = $1 AND verification_id = $2' };
const INSERT_PROVIDER_REQUEST = {
  name: 'kyc-insert-provider-request',
  text: 'INSERT INTO kyc.provider_requests (account_id, verification_id, request) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
};
const DELETE_PROVIDER_REQUESTS = {
  name: 'kyc-delete-provider-requests',
  text: 'DELETE FROM kyc.provider_requests WHERE account_id = $1 AND verification_id = $2',
};
const DISCARD = {
  name: 'kyc-vault-discard',
  text: `DELETE FROM kyc.vault v WHERE v.account_id = $1 AND v.verification_id = $2
    AND NOT EXISTS (SELECT 1 FROM kyc.streams s WHERE s.shard = $3 AND s.stream_id = $2)`,
};
const SWEEP = {
  name: 'kyc-vault-sweep',
  text: `DELETE FROM kyc.vault WHERE vault_id IN (
    SELECT vault_id FROM kyc.vault WHERE expires_at <= to_timestamp($1 / 1000.0) ORDER BY expires_at LIMIT ${SWEEP_MAX})
    RETURNING account_id, verification_id`,
};
const COUNT_TRY = {
  name: 'kyc-count-try',
  text: `INSERT INTO kyc.document_tries AS t (account_id, livemode, document_hash, day, tries) VALUES ($1, $2, $3, $4, 1)
    ON CONFLICT (account_id, livemode, document_hash, day) DO UPDATE SET tries = t.tries + 1`,
};
const TRIES = {
  name: 'kyc-tries',
  text: 'SELECT tries FROM kyc.document_tries WHERE account_id = $1 AND livemode = $2 AND document_hash = $3 AND day = $4',
};
const FORGET_TRIES = { name: 'kyc-forget-tries', text: 'DELETE FROM kyc.document_tries WHERE day < $1' };

/**
 * Document numbers and OTPs while a flow is open (docs/reference/identity-documents.md, What is stored). Content is
 * sealed under a data key of the verification alone: forgetting destroys that key, so that no backup of the table can be read either.
 */
export class Vault {
  private readonly pool: Pool;
  private closed: Promise<void> | undefined;

  /** Connects when it is first used. */
  constructor(private readonly options: VaultOptions) {
    this.pool = openKycPool('vault', options);
  }

  /**
   * Of a flow that has ended nothing is kept: a request that is repeated then is answered as before, and needs no content.
   *
   * @param expiresAtMs when it is no longer needed, whatever the result of the flow; ms since the epoch. @returns the vault id.
   */
  async keep(owner: VaultOwner, content: VaultContent, expiresAtMs: number): Promise<string> {
    const vaultId = this.options.random.uuid();
    const token = await this.sealOpen(owner, content);
    if (token === null) return vaultId;
    await this.pool.query({ ...INSERT, values: [vaultId, owner.accountId, owner.verificationId, token, expiresAtMs] });
    return vaultId;
  }

  /** The content, or null when it has run out, was forgotten, or belongs to another verification. */
  async find(owner: VaultOwner, vaultId: string): Promise<VaultContent | null> {
    const values = [vaultId, owner.accountId, owner.verificationId, this.options.clock.nowMs()];
    const { rows } = await this.pool.query<{ content: string }>({ ...FIND, values });
    const token = rows[0]?.content;
    if (token === undefined) return null;
    return (await this.options.personalData.unsealValue(token, owner.accountId)) as VaultContent | null;
  }

  /** Nothing of this verification can be read again. Again changes nothing. */
  async forget(owner: VaultOwner): Promise<void> {
    await this.options.personalData.destroy(subjectOf(owner));
    await this.pool.query({ ...FORGET, values: [owner.accountId, owner.verificationId] });
    await this.pool.query({ ...DELETE_PROVIDER_REQUESTS, values: [owner.accountId, owner.verificationId] });
  }

  /** Takes away what was kept for a verification that never came to be; of one that is stored nothing goes. */
  async discard(owner: VaultOwner): Promise<void> {
    const shard = shardOfId('kycVerification', owner.verificationId);
    if (shard === undefined) return;
    const { rowCount } = await this.pool.query({ ...DISCARD, values: [owner.accountId, owner.verificationId, shard] });
    if (rowCount !== 0) await this.options.personalData.discard(subjectOf(owner));
  }

  /** Forgets what has run out, and the tries of earlier days. @returns how many rows of content went. */
  async sweep(): Promise<number> {
    const nowMs = this.options.clock.nowMs();
    const { rows } = await this.pool.query<{ account_id: string; verification_id: string }>({ ...SWEEP, values: [nowMs] });
    const owners = new Map(rows.map((row) => [row.verification_id, { accountId: row.account_id, verificationId: row.verification_id }]));
    for (const owner of owners.values()) await this.options.personalData.destroy(subjectOf(owner));
    await this.pool.query({ ...FORGET_TRIES, values: [dayOf(nowMs)] });
    return rows.length;
  }

  /** How often a provider was asked about this document today (UTC). */
  async triesToday(owner: Owner, documentHash: string): Promise<number> {
    const { rows } = await this.pool.query<{ tries: number }>({ ...TRIES, values: this.tryKey(owner, documentHash) });
    return rows[0]?.tries ?? 0;
  }

  /** A provider is about to be asked. */
  async countTry(owner: Owner, documentHash: string): Promise<void> {
    await this.pool.query({ ...COUNT_TRY, values: this.tryKey(owner, documentHash) });
  }

  /**
   * Writes down that a request is about to be sent, before it is. @returns false when it was about to be put before: a crash
   * came in between, and it is unknown whether it was.
   */
  async isPutFirst({ accountId, verificationId }: VaultOwner, providerRequest: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({ ...INSERT_PROVIDER_REQUEST, values: [accountId, verificationId, providerRequest] });
    return rowCount === 1;
  }

  /** Lets go of the database. May be called twice. */
  close(): Promise<void> {
    return (this.closed ??= this.pool.end());
  }

  /** Null when the flow has ended: its key is destroyed. */
  private async sealOpen(owner: VaultOwner, content: VaultContent): Promise<string | null> {
    try {
      return await this.options.personalData.seal(subjectOf(owner), content, 'vault');
    } catch (error) {
      if (error instanceof SubjectErasedError) return null;
      throw error;
    }
  }

  private tryKey({ accountId, livemode }: Owner, documentHash: string): unknown[] {
    return [accountId, livemode, documentHash, dayOf(this.options.clock.nowMs())];
  }
}

/** Not the key of the verification's record: that one outlives the flow. */
function subjectOf({ accountId, verificationId }: VaultOwner): { accountId: string; id: string } {
  return { accountId, id: `vault_${verificationId}` };
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
