import { COMMAND_LIFETIME_MS, shardOfAccount, unavailabilityOf, type IdempotencyClaim } from '#contracts';
import type { Pool, PoolClient } from 'pg';
import type { Owner } from './derived-id';
import { inTransaction } from './in-transaction';
import { idempotencyIdOf } from './writer/pending';
import { HELD_STATUS, isSameRequest } from './writer/reply';
import { quoteSchema } from './schema/names';
import { lockShard } from './shard-lock';

/**
 * How long a hold stands without an effect, in milliseconds. Twice the life of a command: whatever it was taken for is stored
 * by then, or can never be, also where two clocks differ by seconds.
 */
const ABANDONED_AFTER_MS = 2 * COMMAND_LIFETIME_MS;

/** A command that another service will decide, as far as the home of the keys has to know it. */
export interface HoldRequest {
  claim: IdempotencyClaim;
  /** The command the key is held for. */
  commandId: string;
  streamId: string;
  operation: string;
}

/**
 * What holding came to. `reused`: a request of this service was accepted with the key. `in_use`: another request of another
 * service holds it, and only that service knows whether it was accepted. `busy`: the shard is locked for longer than a hold
 * waits, or the database is away. A retry may hold the key.
 */
export type HoldVerdict = 'held' | 'reused' | 'in_use' | 'busy';

/** What waits for the lock of a shard has connections of its own. */
export interface HoldPools {
  locking: Pool;
  others: Pool;
}

interface KeyRow {
  fingerprint: string | null;
  http_status: number;
}

/**
 * Idempotency-Keys of an account that are used at other services (decision 0022). A hold is a row beside the stored answers,
 * so that the append, which looks for the key under the lock of the shard in any case, meets it for nothing.
 *
 * Each attempt has a hold of its own, and lets go of no other: of two attempts at the same request, the one that is refused
 * does not free the key of the one that was accepted.
 */
export class KeyHolds {
  constructor(
    private readonly schema: string,
    private readonly pools: HoldPools,
  ) {}

  /** Takes the key for a command that is about to be sent to another service. The same request may hold it many times. */
  async hold(owner: Owner, request: HoldRequest): Promise<HoldVerdict> {
    try {
      return await this.take(owner, request);
    } catch (error) {
      if (unavailabilityOf(error)) return 'busy';
      throw error;
    }
  }

  private take({ accountId, livemode }: Owner, { claim, commandId, streamId, operation }: HoldRequest): Promise<HoldVerdict> {
    const shard = shardOfAccount(accountId);
    const keyId = idempotencyIdOf(accountId, livemode, claim.key);
    return inTransaction(this.pools.locking, async (client) => {
      await lockShard(client, this.schema, shard);
      const verdict = verdictOn(await this.rowsOf(client, shard, keyId), claim);
      if (verdict !== 'held') return verdict;
      await client.query(
        `INSERT INTO ${this.table} (shard, command_id, stream_id, operation, idempotency_id, idempotency_key, fingerprint, outcome, http_status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'held', ${HELD_STATUS})`,
        [shard, commandId, streamId, operation, keyId, claim.key, claim.fingerprint],
      );
      return 'held';
    });
  }

  /** The command has no effect and never will: the key is free again, unless another attempt holds it too. */
  async release({ accountId }: Owner, commandId: string): Promise<void> {
    await this.pools.others.query(`DELETE FROM ${this.table} WHERE shard = $1 AND command_id = $2 AND outcome = 'held'`, [
      shardOfAccount(accountId),
      commandId,
    ]);
  }

  /** Whether a request of another service holds the key and may still take effect. */
  async isHeld(owner: Owner, key: string): Promise<boolean> {
    const { rowCount } = await this.pools.others.query(`SELECT FROM ${this.table} WHERE ${HELD_UNDER_KEY} AND NOT ${ABANDONED} LIMIT 1`, [
      ...placeOf(owner, key),
      ABANDONED_AFTER_MS,
    ]);
    return rowCount !== 0;
  }

  /** Frees the key of requests that cannot take effect any more. Only for a caller that learned from every service that none did. */
  async releaseAbandoned(owner: Owner, key: string): Promise<void> {
    await this.pools.others.query(`DELETE FROM ${this.table} WHERE ${HELD_UNDER_KEY} AND ${ABANDONED}`, [
      ...placeOf(owner, key),
      ABANDONED_AFTER_MS,
    ]);
  }

  private get table(): string {
    return `${quoteSchema(this.schema)}.commands`;
  }

  private async rowsOf(client: PoolClient, shard: number, keyId: string): Promise<KeyRow[]> {
    const { rows } = await client.query<KeyRow>(
      `SELECT DISTINCT fingerprint, http_status FROM ${this.table} WHERE shard = $1 AND idempotency_id = $2`,
      [shard, keyId],
    );
    return rows;
  }
}

const HELD_UNDER_KEY = `shard = $1 AND idempotency_id = $2 AND outcome = 'held'`;
const ABANDONED = `created_at < now() - $3 * interval '1 millisecond'`;

function placeOf({ accountId, livemode }: Owner, key: string): [number, string] {
  return [shardOfAccount(accountId), idempotencyIdOf(accountId, livemode, key)];
}

function verdictOn(rows: readonly KeyRow[], claim: IdempotencyClaim): HoldVerdict {
  if (rows.some(({ http_status }) => http_status !== HELD_STATUS)) return 'reused';
  return rows.every((row) => isSameRequest(row, claim)) ? 'held' : 'in_use';
}
