import { shardOfId, type IdKind } from '#contracts';
import type { ClientBase } from 'pg';
import type { Owner } from '../derived-id';
import { quoteSchema } from '../schema/names';

/** Whose stream it is, for what comes from outside and names no account; null when no stream of these kinds has this id. */
export async function findOwner(
  connection: Pick<ClientBase, 'query'>,
  { schema, kinds }: { schema: string; kinds: readonly IdKind[] },
  streamId: string,
): Promise<Owner | null> {
  const shard = kinds.map((kind) => shardOfId(kind, streamId)).find((one) => one !== undefined);
  if (shard === undefined) return null;
  const text = `SELECT account_id, livemode FROM ${quoteSchema(schema)}.streams WHERE shard = $1 AND stream_id = $2`;
  const values = [shard, streamId];
  const { rows } = await connection.query<{ account_id: string; livemode: boolean }>({ name: `hundi_find_owner_${schema}`, text, values });
  return rows[0] === undefined ? null : { accountId: rows[0].account_id, livemode: rows[0].livemode };
}
