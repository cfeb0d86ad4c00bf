import type { Client } from 'pg';

/** Who has not come to the end of the log of payments. The marks of views and of other services count as the cursor of the relay. */
const COUNT_BEHIND = `
WITH head AS (
  SELECT s.shard, (SELECT max(e.position) FROM payments.events e WHERE e.shard = s.shard) AS position FROM generate_series(0, 63) AS s (shard)
), mark AS (
  SELECT shard, least(position, public_position) AS position FROM payments.relay_cursors
  UNION ALL SELECT shard, position FROM payments.projection_checkpoints
  UNION ALL SELECT partition, position FROM webhooks.consumer_positions WHERE source = 'payments.events'
  UNION ALL SELECT partition, position FROM kyc.consumer_positions WHERE source = 'payments.events'
  UNION ALL SELECT partition, position FROM accounts.consumer_positions WHERE source = 'payments'
)
SELECT count(*)::int AS behind FROM head h JOIN mark m ON m.shard = h.shard WHERE m.position < h.position`;

/** How many marks of those that follow the log of payments are behind its end. */
export async function countBehind(database: Client): Promise<number> {
  const { rows } = await database.query<{ behind: number }>(COUNT_BEHIND);
  return rows[0]?.behind ?? 0;
}
