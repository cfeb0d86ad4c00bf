import type { ClientBase, Pool, QueryResultRow } from 'pg';
import type { Snapshot } from '../aggregate';
import { applyStoredEvent, EVENT_COLUMNS, toStoredEvent, type EventRow } from '../fold';
import type { AggregateRegistry } from '../registry';
import { ReleasedQuery, runQuery } from '../released-query';
import { SEPARATOR } from '../schema/canonical';
import { quoteSchema } from '../schema/names';
import type { Statement } from './connection';

/** A row of `streams` as the store selects it. */
export interface StreamRow {
  shard: number;
  stream_id: string;
  stream_type: string;
  account_id: string;
  livemode: boolean;
  version: number;
  sequence: number;
  state: string;
  state_schema: number;
  created_at: string;
  updated_at: string;
  clock_id: string | null;
  /** For writers alone: the column is not one of STREAM_COLUMNS. */
  reported?: string | null;
}

export const STREAM_COLUMNS =
  's.shard, s.stream_id, s.stream_type, s.account_id, s.livemode, s.version, s.sequence, s.state::text AS state, s.state_schema, s.created_at, s.updated_at, s.clock_id';

/** Anything that runs a prepared statement: a writer's connection, a pool, a client in a transaction. */
export type Query = <TRow extends QueryResultRow>(statement: Statement, values: readonly unknown[]) => Promise<TRow[]>;

/** Prepared statements on a pool, or on a client inside a transaction. */
export function queryOn(connection: Pick<Pool | ClientBase, 'query'>): Query {
  return async <TRow extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<TRow[]> => {
    const { rows } = await runQuery<TRow>(connection, new ReleasedQuery(statement, values));
    return rows;
  };
}

/** Statements that are not worth preparing, on a pool or on one connection, such as that of a transaction. */
export function askOn(connection: Pick<Pool | ClientBase, 'query'>) {
  return async <TRow extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<TRow[]> => {
    const { rows } = await runQuery<TRow>(connection, new ReleasedQuery({ text }, values));
    return rows;
  };
}

/** Reads streams and their events. */
export class StreamReader {
  private readonly loadStreams: Statement;
  private readonly loadEvents: Statement;

  constructor(
    schema: string,
    private readonly registry: AggregateRegistry,
  ) {
    const quoted = quoteSchema(schema);
    this.loadStreams = {
      name: 'hundi_load_streams',
      text: `SELECT ${STREAM_COLUMNS}, s.reported::text AS reported FROM unnest($1::smallint[], string_to_array($2, E'\\x1f')) AS wanted (shard, stream_id) JOIN ${quoted}.streams s ON s.shard = wanted.shard AND s.stream_id = wanted.stream_id`,
    };
    this.loadEvents = {
      name: 'hundi_load_events',
      text: `SELECT ${EVENT_COLUMNS} FROM ${quoted}.events e WHERE e.shard = $1 AND e.stream_id = $2 AND e.version > $3 AND e.version <= $4 ORDER BY e.version LIMIT $5`,
    };
  }

  /** The snapshots of those streams that exist, in one round trip. */
  async load(query: Query, wanted: readonly { shard: number; streamId: string }[]): Promise<Map<string, Snapshot>> {
    const shards = `{${wanted.map((stream) => stream.shard).join(',')}}`;
    const rows = await query<StreamRow>(this.loadStreams, [shards, wanted.map((stream) => stream.streamId).join(SEPARATOR)]);
    const found = new Map<string, Snapshot>();
    for (const row of rows) found.set(row.stream_id, await this.toSnapshot(query, row));
    return found;
  }

  /** The snapshots that a statement of others selects, by STREAM_COLUMNS of an alias `s`, in its order. */
  async readSnapshots(query: Query, statement: Statement, values: readonly unknown[]): Promise<Snapshot[]> {
    const rows = await query<StreamRow>(statement, values);
    return Promise.all(rows.map((row) => this.toSnapshot(query, row)));
  }

  /** Events of one stream with `afterVersion < version <= throughVersion`, oldest first. */
  async readEvents(
    query: Query,
    stream: { shard: number; streamId: string },
    range: { after: number; through: number; limit: number },
  ): Promise<EventRow[]> {
    return query<EventRow>(this.loadEvents, [stream.shard, stream.streamId, range.after, range.through, range.limit]);
  }

  /** The state of a stream right after one of its versions, folded from the log alone. Null for version 0. */
  async foldTo(query: Query, stream: { shard: number; streamId: string }, version: number): Promise<Snapshot | null> {
    const aggregate = this.registry.findByStreamId(stream.streamId);
    if (!aggregate) throw new Error(`no aggregate for stream ${stream.streamId}`);
    let snapshot: Snapshot | null = null;
    for (;;) {
      const after: number = snapshot?.head.version ?? 0;
      if (after >= version) return snapshot;
      const rows = await this.readEvents(query, stream, { after, through: version, limit: 500 });
      if (rows.length === 0) return snapshot;
      for (const row of rows) snapshot = applyStoredEvent(aggregate, snapshot, toStoredEvent(row, aggregate));
    }
  }

  /** The snapshot in a row; folded from the log when the row was written under another state schema. */
  async toSnapshot(query: Query, row: StreamRow): Promise<Snapshot> {
    const aggregate = this.registry.findByStreamType(row.stream_type);
    if (aggregate && aggregate.stateSchema !== row.state_schema) {
      const folded = await this.foldTo(query, { shard: row.shard, streamId: row.stream_id }, row.version);
      if (folded) return folded;
    }
    return {
      head: {
        streamId: row.stream_id,
        accountId: row.account_id,
        livemode: row.livemode,
        version: row.version,
        sequence: row.sequence,
        createdAtMs: Number(row.created_at),
        updatedAtMs: Number(row.updated_at),
        ...(row.clock_id !== null && { clockId: row.clock_id }),
      },
      state: JSON.parse(row.state) as unknown,
      reported: row.reported == null ? undefined : (JSON.parse(row.reported) as unknown),
    };
  }
}
