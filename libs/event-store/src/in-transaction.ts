import type { Pool, PoolClient } from 'pg';

/**
 * Runs work on one connection in one transaction. A connection on which it failed is not used again: its state is not known.
 *
 * @throws whatever the work threw; nothing of it is stored then.
 */
export async function inTransaction<TResult>(pool: Pool, work: (client: PoolClient) => Promise<TResult>): Promise<TResult> {
  const client = await pool.connect();
  // The pool does not listen while a connection is out, and an unhandled error event ends the process. The running query fails with it anyway.
  const ignore = (): void => undefined;
  client.on('error', ignore);
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
    client.off('error', ignore);
  }
}
