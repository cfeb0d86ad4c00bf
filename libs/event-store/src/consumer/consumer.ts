import type { EventMessage } from '#contracts';
import type { ClientBase } from 'pg';
import { followPositions, type Mark } from './position-rule';
import { quoteSchema } from '../schema/names';

/** Who reads what, and where the mark is kept. */
export interface ConsumerIdentity {
  /** Schema of the service that consumes; its `consumer_positions` holds the mark. */
  schema: string;
  consumer: string;
  /** Topic and cluster the messages come from. */
  source: string;
}

export type Applied =
  | { outcome: 'applied' }
  | { outcome: 'dropped' }
  | { outcome: 'gap'; expectedPrev: bigint; foundPrev: bigint }
  | { outcome: 'restored'; mark: Mark; epochStart: bigint };

/**
 * The position rule (docs/how-to/read-events.md): the effect of a message happens exactly once although it may arrive any
 * number of times. Call it inside the transaction of the effect, on the same client.
 *
 * - of a log that lacks what was applied: restored; nothing is applied. Stop this shard and raise an alarm: an operator decides;
 * - at or below the mark: dropped, seen before;
 * - `prev` is not the mark: a gap; nothing is applied. Stop this shard, raise an alarm, read again from the feed;
 * - else the effect runs and the mark moves, in the same transaction.
 */
export async function applyOnce(
  client: ClientBase,
  identity: ConsumerIdentity,
  message: EventMessage,
  effect: (message: EventMessage) => Promise<void>,
): Promise<Applied> {
  const table = `${quoteSchema(identity.schema)}.consumer_positions`;
  const key = [identity.consumer, identity.source, message.shard];
  await client.query(`INSERT INTO ${table} (consumer, source, partition, position) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING`, key);
  const { rows } = await client.query<{ position: string; epoch: string }>(
    `SELECT position, epoch FROM ${table} WHERE consumer = $1 AND source = $2 AND partition = $3 FOR UPDATE`,
    key,
  );
  const mark = { position: BigInt(rows[0]?.position ?? 0), epoch: BigInt(rows[0]?.epoch ?? 0) };
  const { fresh, mark: next, gapAt, restoredAt } = followPositions(mark, [message]);
  if (restoredAt) return { outcome: 'restored', mark, epochStart: restoredAt.epoch?.start ?? 0n };
  if (gapAt) return { outcome: 'gap', expectedPrev: mark.position, foundPrev: gapAt.prev };
  if (fresh.length === 0) return { outcome: 'dropped' };
  await effect(message);
  await client.query(
    `UPDATE ${table} SET position = $4, epoch = $5, updated_at = now() WHERE consumer = $1 AND source = $2 AND partition = $3`,
    [...key, next.position.toString(), next.epoch.toString()],
  );
  return { outcome: 'applied' };
}
