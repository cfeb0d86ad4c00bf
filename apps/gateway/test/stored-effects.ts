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
