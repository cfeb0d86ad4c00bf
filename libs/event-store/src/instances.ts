import type { Query } from './writer/load';
import { lockClass } from './schema/names';

/** How many processes serve this schema now, the one that asks included: each holds a lock of its own. */
export async function countInstances(query: Query, schema: string): Promise<number> {
  return Math.max(1, await countServing(query, schema));
}

/** The same for one that does not serve it itself. */
export async function countServing(query: Query, schema: string): Promise<number> {
  const statement = {
    name: 'hundi_count_instances',
    text: `SELECT count(DISTINCT objid)::int AS count FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = $1::bigint::oid
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  };
  const rows = await query<{ count: number }>(statement, [lockClass(schema, 'instance') >>> 0]);
  return rows[0]?.count ?? 0;
}
