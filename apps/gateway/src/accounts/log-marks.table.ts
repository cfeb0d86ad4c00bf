import type { ClientBase } from 'pg';
import { queryOn, type EventStore, type LogMark } from '#event-store';

type Ask = EventStore['acrossAccounts'];

const READ = {
  name: 'hundi_log_marks',
  text: `SELECT m.shard, p.position::text AS position FROM unnest($3::smallint[]) AS m (shard)
    LEFT JOIN accounts.consumer_positions p ON p.consumer = $1 AND p.source = $2 AND p.partition = m.shard`,
};
/** Also back: a log that was restored ends before the mark. */
const SAVE = {
  name: 'hundi_save_log_marks',
  text: `INSERT INTO accounts.consumer_positions (consumer, source, partition, position)
    SELECT $1, $2, m.shard, m.position FROM unnest($3::smallint[], $4::bigint[]) AS m (shard, position)
    ON CONFLICT (consumer, source, partition) DO UPDATE SET position = excluded.position, updated_at = now()`,
};

/** How far these shards of a service's log were read by a consumer; null where nothing was. */
export async function readLogMarks(
  ask: Ask,
  consumer: string,
  source: string,
  shards: readonly number[],
): Promise<[shard: number, position: string | null][]> {
  const rows = await ask<{ shard: number; position: string | null }>(READ, [consumer, source, [...shards]]);
  return rows.map(({ shard, position }) => [shard, position]);
}

/** Keeps them, by themselves or on the connection of the transaction of what was read. */
export async function saveLogMarks(on: Ask | ClientBase, consumer: string, source: string, marks: readonly LogMark[]): Promise<void> {
  const ask: Ask = typeof on === 'function' ? on : queryOn(on);
  await ask(SAVE, [consumer, source, marks.map(([shard]) => shard), marks.map(([, position]) => position)]);
}
