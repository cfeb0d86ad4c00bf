import type { Pool, PoolClient } from 'pg';

/** Runs work on one connection in one transaction. */
export async function inQueueTransaction<TResult>(pool: Pool, work: (client: PoolClient) => Promise<TResult>): Promise<TResult> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    await client.query('ROLLBACK').catch(() => undefined);
    throw failure;
  } finally {
    client.release(failure);
  }
}
