import type { ClientBase } from 'pg';
import { marksOfRows, type MarkRow } from '../consumer/consumer-marks';
import type { Mark } from '../consumer/position-rule';
import { countServing } from '../instances';
import { withOperatorClient } from '../reads/operator-client';
import { quoteSchema } from '../schema/names';
import { queryOn } from '../writer/load';

/** The marks of one consumer, and the log that they are about. */
export interface AcceptedEpoch {
  databaseUrl: string;
  /** Schema of the service whose log was restored. */
  ownerSchema: string;
  /** Schema of the service that consumes. */
  consumerSchema: string;
  consumer: string;
  /** The topic. */
  source: string;
}

/** A mark that was set back. */
export interface MarkSetBack {
  shard: number;
  from: bigint;
  to: bigint;
}

interface EpochStart {
  epoch: bigint;
  starts: readonly bigint[];
}

/**
 * Says that what a consumer applied of a lost end of a log is known to be lost: marks above the point where the logs part are set
 * to it, so that what the log holds from there on is applied. Other marks stay. Services may run.
 */
export async function acceptLogEpoch(accepted: AcceptedEpoch): Promise<MarkSetBack[]> {
  return withOperatorClient(accepted.databaseUrl, async (client) => {
    const epochs = await readEpochs(client, accepted.ownerSchema);
    const setBack: MarkSetBack[] = [];
    for (const [shard, mark] of await readMarks(client, accepted)) {
      const to = partingOf(mark, shard, epochs);
      if (to < mark.position && (await moveMark(client, accepted, { shard, from: mark.position, to }))) {
        setBack.push({ shard, from: mark.position, to });
      }
    }
    return setBack;
  });
}

/** Whether a process serves this log now. */
export async function isLogServed({ databaseUrl, schema }: { databaseUrl: string; schema: string }): Promise<boolean> {
  return withOperatorClient(databaseUrl, async (client) => (await countServing(queryOn(client), schema)) > 0);
}

/** Says that a log was restored in a way that Postgres does not show, by a copy of its folder. Its services must not run. */
export async function beginLogEpoch({ databaseUrl, schema }: { databaseUrl: string; schema: string }): Promise<void> {
  await withOperatorClient(databaseUrl, (client) => client.query(`SELECT FROM ${quoteSchema(schema)}.enter_log_epoch(true)`));
}

/**
 * Up to where the log is the one that was applied. An epoch that the log does not know was lost with its beginning: then it is
 * only certain that the epoch before it is shared.
 */
export function partingOf(mark: Mark, shard: number, epochs: readonly EpochStart[]): bigint {
  if (mark.epoch === 0n) return mark.position;
  const next = epochs.find(({ epoch }) => epoch > mark.epoch);
  const last = epochs.findLast(({ epoch }) => epoch <= mark.epoch);
  const parting = last?.epoch === mark.epoch ? next : last;
  return parting?.starts[shard] ?? (next === undefined ? mark.position : 0n);
}

async function readEpochs(client: ClientBase, schema: string): Promise<EpochStart[]> {
  const { rows } = await client.query<{ epoch: string; starts: string[] }>(
    `SELECT epoch, starts FROM ${quoteSchema(schema)}.log_epochs ORDER BY epoch`,
  );
  return rows.map(({ epoch, starts }) => ({ epoch: BigInt(epoch), starts: starts.map(BigInt) }));
}

async function readMarks(client: ClientBase, { consumerSchema, consumer, source }: AcceptedEpoch): Promise<Map<number, Mark>> {
  const { rows } = await client.query<MarkRow>(
    `SELECT partition, position, epoch FROM ${quoteSchema(consumerSchema)}.consumer_positions WHERE consumer = $1 AND source = $2`,
    [consumer, source],
  );
  return marksOfRows(rows);
}

/** @returns false when the mark has moved meanwhile: then nothing stood in its way. */
async function moveMark(
  client: ClientBase,
  { consumerSchema, consumer, source }: AcceptedEpoch,
  { shard, from, to }: MarkSetBack,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE ${quoteSchema(consumerSchema)}.consumer_positions SET position = $5, epoch = 0, updated_at = now()
      WHERE consumer = $1 AND source = $2 AND partition = $3 AND position = $4`,
    [consumer, source, shard, String(from), String(to)],
  );
  return rowCount === 1;
}
