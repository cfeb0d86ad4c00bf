import type { ClientBase, Pool, PoolClient } from 'pg';
import { inTransaction } from './in-transaction';
import { lockClass } from './schema/names';

/** Holds up every append to a shard until the transaction of this connection ends, and waits for the one under way. */
export async function lockShard(client: ClientBase, schema: string, shard: number): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [lockClass(schema, 'append'), shard]);
}

/** Transactions in which nothing is appended to a shard by anybody: for rows of other tables that have an order in their account. */
export class ShardLocks {
  /** @param pool `StorePools.locking`. */
  constructor(
    private readonly schema: string,
    private readonly pool: Pool,
  ) {}

  /** @throws what `work` throws: everything is taken back then; Error of the database, also when the lock is not free for a second. */
  within<TResult>(shard: number, work: (client: PoolClient) => Promise<TResult>): Promise<TResult> {
    return this.withinAll([shard], work);
  }

  /** As `within`, of several shards. Everybody locks them in one order, so that no two wait for each other. @param shards may repeat. */
  withinAll<TResult>(shards: readonly number[], work: (client: PoolClient) => Promise<TResult>): Promise<TResult> {
    const inOrder = [...new Set(shards)].toSorted((left, right) => left - right);
    return inTransaction(this.pool, async (client) => {
      for (const shard of inOrder) await lockShard(client, this.schema, shard);
      return work(client);
    });
  }
}
