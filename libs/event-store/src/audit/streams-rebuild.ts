import { ALL_SHARDS } from '#contracts';
import { Client } from 'pg';
import type { AggregateDefinition } from '../aggregate';
import { queryOn, type Query } from '../writer/load';
import { lockClass, quoteSchema } from '../schema/names';
import { FOLDED_COLUMNS, foldShard, type FoldedRow } from './streams-fold';

const WRITE_MAX = 500;

export interface StreamsInput {
  databaseUrl: string;
  schema: string;
  aggregates: readonly AggregateDefinition[];
  /** All shards when left out. */
  shards?: readonly number[];
}

/** What a comparison leaves out: columns that follow from settings, where those of the services are not known. */
export interface StreamsComparison extends StreamsInput {
  ignored?: readonly (keyof FoldedRow)[];
}

/** A stream whose stored row is not what the log says, and the first column that differs. */
export interface StreamDifference {
  shard: number;
  streamId: string;
  column: keyof FoldedRow | 'row';
}

/**
 * Compares every row of `streams` with the fold of the log, to the byte. The state in a row of another state schema is not
 * compared: it is never read. Runs beside live traffic on one snapshot for each shard.
 */
export async function verifyStreams(input: StreamsComparison): Promise<{ streams: number; differences: StreamDifference[] }> {
  let streams = 0;
  const differences: StreamDifference[] = [];
  await forEachShard(input, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async (query, shard) => {
    const stored = await readStored(query, input.schema, shard);
    for await (const folded of foldShard(query, input.schema, input.aggregates, shard)) {
      streams++;
      const column = firstDifference(folded, stored.get(folded.stream_id), input.ignored);
      stored.delete(folded.stream_id);
      if (column) differences.push({ shard, streamId: folded.stream_id, column });
    }
    for (const streamId of stored.keys()) differences.push({ shard, streamId, column: 'row' });
  });
  return { streams, differences };
}

/**
 * Makes `streams` anew from the log: after a change of state schema, or to mend it. Each shard is one transaction under
 * the lock of its appends, so commands of that shard wait meanwhile. A replay causes no effect: nothing is published.
 *
 * @returns how many streams were written.
 */
export async function rebuildStreams(input: StreamsInput): Promise<number> {
  let written = 0;
  await forEachShard(input, 'BEGIN', async (query, shard) => {
    await query({ name: 'hundi_lock_shard', text: 'SELECT pg_advisory_xact_lock($1, $2)' }, [lockClass(input.schema, 'append'), shard]);
    await query({ name: 'hundi_clear_streams', text: `DELETE FROM ${quoteSchema(input.schema)}.streams WHERE shard = $1` }, [shard]);
    let rows: FoldedRow[] = [];
    for await (const folded of foldShard(query, input.schema, input.aggregates, shard)) {
      rows.push(folded);
      written++;
      if (rows.length < WRITE_MAX) continue;
      await write(query, input.schema, shard, rows);
      rows = [];
    }
    await write(query, input.schema, shard, rows);
  });
  return written;
}

async function write(query: Query, schema: string, shard: number, rows: readonly FoldedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const types = ['text', 'text', 'text', 'boolean', 'int', 'int', 'bigint', 'text', 'json', 'smallint', 'json', 'bigint', 'bigint', 'bigint', 'text', 'bigint', 'bigint']; // prettier-ignore
  const arrays = FOLDED_COLUMNS.map((_, index) => `$${index + 2}::text[]`).join(', ');
  const values = FOLDED_COLUMNS.map((column, index) => `r.${column}::${types[index] ?? 'text'}`).join(', ');
  const text = `INSERT INTO ${quoteSchema(schema)}.streams (shard, ${FOLDED_COLUMNS.join(', ')})
    SELECT $1, ${values} FROM unnest(${arrays}) AS r (${FOLDED_COLUMNS.join(', ')})`;
  await query({ name: 'hundi_write_streams', text }, [shard, ...FOLDED_COLUMNS.map((column) => rows.map((row) => row[column]))]);
}

async function readStored(query: Query, schema: string, shard: number): Promise<Map<string, FoldedRow>> {
  const columns = FOLDED_COLUMNS.map((column) => `${column}::text AS ${column}`).join(', ');
  const statement = { name: 'hundi_stored_streams', text: `SELECT ${columns} FROM ${quoteSchema(schema)}.streams WHERE shard = $1` };
  const rows = await query<FoldedRow>(statement, [shard]);
  return new Map(rows.map((row) => [row.stream_id, row]));
}

function firstDifference(
  folded: FoldedRow,
  stored: FoldedRow | undefined,
  ignored: readonly (keyof FoldedRow)[] = [],
): keyof FoldedRow | 'row' | undefined {
  if (!stored) return 'row';
  const unread: (keyof FoldedRow)[] =
    folded.state_schema === stored.state_schema ? [] : ['state', 'state_schema', 'reported', 'wake_at', 'clock_wake_at'];
  return FOLDED_COLUMNS.find((column) => folded[column] !== stored[column] && !unread.includes(column) && !ignored.includes(column));
}

async function forEachShard(input: StreamsInput, begin: string, work: (query: Query, shard: number) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: input.databaseUrl, application_name: `hundi ${input.schema} streams` });
  await client.connect();
  const query = queryOn(client);
  try {
    for (const shard of input.shards ?? ALL_SHARDS) {
      await client.query(begin);
      await work(query, shard);
      await client.query('COMMIT');
    }
  } finally {
    await client.end();
  }
}
