import type { ClientBase } from 'pg';
import { queryOn, type EventStore, type LogMark } from '#event-store';

/** Under this name the audit log keeps how far it has read. */
const CONSUMER = 'audit_log';

type Ask = EventStore['acrossAccounts'];

const READ = {
  name: 'hundi_audit_marks',
  text: `SELECT m.shard, coalesce(p.position, 0)::text AS position FROM unnest($3::smallint[]) AS m (shard)
    LEFT JOIN accounts.consumer_positions p ON p.consumer = $1 AND p.source = $2 AND p.partition = m.shard`,
};
/** Also back: a log that was restored ends before the mark. */
const SAVE = {
  name: 'hundi_save_audit_marks',
  text: `INSERT INTO accounts.consumer_positions (consumer, source, partition, position)
    SELECT $1, $2, m.shard, m.position FROM unnest($3::smallint[], $4::bigint[]) AS m (shard, position)
    ON CONFLICT (consumer, source, partition) DO UPDATE SET position = excluded.position, updated_at = now()`,
};

/** How far these shards of a service's log were read; position 0 where nothing was. */
export async function readAuditMarks(ask: Ask, source: string, shards: readonly number[]): Promise<LogMark[]> {
  const rows = await ask<{ shard: number; position: string }>(READ, [CONSUMER, source, [...shards]]);
  return rows.map(({ shard, position }) => [shard, position]);
}

/** Keeps them, by themselves or on the connection of the transaction of the entries. */
export async function saveAuditMarks(on: Ask | ClientBase, source: string, marks: readonly LogMark[]): Promise<void> {
  const ask: Ask = typeof on === 'function' ? on : queryOn(on);
  await ask(SAVE, [CONSUMER, source, marks.map(([shard]) => shard), marks.map(([, position]) => position)]);
}
