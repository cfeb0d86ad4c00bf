import type { Client } from 'pg';

/**
 * How many events the log of payments holds that these requests caused. Not all events of a time: other payments of the same
 * Hundi expire and are settled meanwhile.
 *
 * @param requestIds values of the header `Request-Id`.
 */
export async function countEventsOf(database: Client, requestIds: readonly (string | undefined)[]): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM payments.events WHERE meta ->> 'requestId' = ANY ($1)",
    [requestIds],
  );
  return rows[0]?.count ?? -1;
}

/**
 * Ids of what an account has a data key for, but not the object itself. Of a request that is under way in another suite there is
 * one for a moment.
 */
export async function keysWithoutOwner(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ subject: string }>(
    `SELECT subject FROM vault.data_keys k WHERE destroyed_at IS NULL AND subject ~ '^(cust|kyc)_'
        AND NOT EXISTS (SELECT 1 FROM payments.streams s WHERE s.stream_id = k.subject AND s.account_id = k.account_id)
        AND NOT EXISTS (SELECT 1 FROM kyc.streams s WHERE s.stream_id = k.subject AND s.account_id = k.account_id)`,
  );
  return rows.map(({ subject }) => subject);
}
