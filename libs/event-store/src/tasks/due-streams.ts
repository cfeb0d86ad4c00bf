import type { Statement } from '../writer/connection';
import { STREAM_COLUMNS, type Query, type StreamReader, type StreamRow } from '../writer/load';
import type { AggregateRegistry } from '../registry';
import { quoteSchema } from '../schema/names';
import type { DueStream } from './task';

export const DUE_PAGE_MAX = 200;

/** A stream whose `wake_at` has come. */
export type DueRow = Pick<StreamRow, 'shard' | 'stream_id' | 'stream_type' | 'account_id' | 'livemode' | 'version'> & { wake_at: string };

/** Where a page of due streams ended. */
export type DuePlace = Pick<DueRow, 'wake_at' | 'shard' | 'stream_id'>;

export const DUE_FROM_START: DuePlace = { wake_at: '-1', shard: -1, stream_id: '' };

/** The questions for streams whose time has come. */
export class DueStreams {
  private readonly due: Statement;
  private readonly load: Statement;

  constructor(
    schema: string,
    private readonly registry: AggregateRegistry,
    private readonly reader: StreamReader,
    private readonly query: Query,
  ) {
    const quoted = quoteSchema(schema);
    this.due = {
      name: 'hundi_due_streams',
      text: `SELECT s.wake_at, s.shard, s.stream_id, s.stream_type, s.account_id, s.livemode, s.version FROM ${quoted}.streams s
        WHERE s.shard = ANY ($1::smallint[]) AND s.wake_at IS NOT NULL AND s.wake_at <= $2 AND (s.wake_at, s.shard, s.stream_id) > ($3, $4, $5)
        ORDER BY s.wake_at, s.shard, s.stream_id LIMIT ${DUE_PAGE_MAX}`,
    };
    this.load = {
      name: 'hundi_load_due',
      text: `SELECT ${STREAM_COLUMNS}, e.correlation_id, e.event_id FROM unnest($1::smallint[], $2::text[]) AS wanted (shard, stream_id)
        JOIN ${quoted}.streams s ON s.shard = wanted.shard AND s.stream_id = wanted.stream_id
        JOIN ${quoted}.events e ON e.shard = s.shard AND e.stream_id = s.stream_id AND e.version = s.version`,
    };
  }

  /** The next page of streams due at `nowMs`, the longest due first. */
  find(shards: readonly number[], nowMs: number, after: DuePlace): Promise<DueRow[]> {
    return this.query<DueRow>(this.due, [shards, nowMs, after.wake_at, after.shard, after.stream_id]);
  }

  /** Their states, and what their last events followed from. */
  async read(rows: readonly Pick<DueRow, 'shard' | 'stream_id'>[]): Promise<DueStream[]> {
    if (rows.length === 0) return [];
    const values = [rows.map(({ shard }) => shard), rows.map(({ stream_id: streamId }) => streamId)];
    const found = await this.query<StreamRow & { correlation_id: string; event_id: string }>(this.load, values);
    const streams: DueStream[] = [];
    for (const row of found) {
      const aggregate = this.registry.findByStreamType(row.stream_type);
      if (!aggregate) continue;
      const snapshot = await this.reader.toSnapshot(this.query, row);
      streams.push({ shard: row.shard, aggregate, snapshot, correlationId: row.correlation_id, causationId: row.event_id });
    }
    return streams;
  }
}
