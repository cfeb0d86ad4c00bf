import { shardOfId, type IdKind } from '#contracts';
import type { ClientBase } from 'pg';
import type { Owner } from '../derived-id';
import { quoteSchema } from '../schema/names';
import { queryOn, type Query } from '../writer/load';

/** Whose stream it is, for what comes from outside and names no account; null when no stream of these kinds has this id. */
export function findOwner(
  connection: Pick<ClientBase, 'query'>,
  among: { schema: string; kinds: readonly IdKind[] },
  streamId: string,
): Promise<Owner | null> {
  return findOwnerBy(queryOn(connection), among, streamId);
}

/** As `findOwner`, on the connections of a service. */
export async function findOwnerBy(
  query: Query,
  { schema, kinds }: { schema: string; kinds: readonly IdKind[] },
  streamId: string,
): Promise<Owner | null> {
  const shard = kinds.map((kind) => shardOfId(kind, streamId)).find((one) => one !== undefined);
  if (shard === undefined) return null;
  const text = `SELECT account_id, livemode FROM ${quoteSchema(schema)}.streams WHERE shard = $1 AND stream_id = $2`;
  const statement = { name: `hundi_find_owner_${schema}`, text };
  const [row] = await query<{ account_id: string; livemode: boolean }>(statement, [shard, streamId]);
  return row === undefined ? null : { accountId: row.account_id, livemode: row.livemode };
}
