import type { Statement } from '../writer/connection';
import { STREAM_COLUMNS, type Query, type StreamReader, type StreamRow } from '../writer/load';
import type { AggregateRegistry } from '../registry';
import { quoteSchema } from '../schema/names';
import type { DueStream } from './task';

/** Streams of one page over all shards, about: enough for a commit of each writer. */
const PAGE = 400;
/** Of one shard: as many as one commit takes. */
const PER_SHARD_MAX = 200;

/** A stream whose `wake_at` has come. */
export type DueRow = Pick<StreamRow, 'shard' | 'stream_id' | 'stream_type' | 'account_id' | 'livemode' | 'version'> & { wake_at: string };

/** Where a page of the due streams of a shard ended. */
type DuePlace = Pick<DueRow, 'wake_at' | 'stream_id'>;

const FROM_START: DuePlace = { wake_at: '-1', stream_id: '' };

/** The questions for streams whose time has come. */
export class DueStreams {
  private readonly due: Statement;
  private readonly load: Statement;
  private readonly next: Statement;
  private readonly later: Statement;

  constructor(
    schema: string,
    private readonly registry: AggregateRegistry,
    private readonly reader: StreamReader,
    private readonly query: Query,
  ) {
    const quoted = quoteSchema(schema);
    // Shard by shard, so that the index gives each page in its order: of streams that are due at one instant no more are read than it has.
    this.due = {
      name: 'hundi_due_streams',
      text: `SELECT due.* FROM unnest($1::smallint[], $2::bigint[], $3::text[]) AS place (shard, wake_at, stream_id)
        CROSS JOIN LATERAL (
          SELECT s.wake_at, s.shard, s.stream_id, s.stream_type, s.account_id, s.livemode, s.version FROM ${quoted}.streams s
          WHERE s.shard = place.shard AND s.wake_at IS NOT NULL AND s.wake_at <= $4 AND (s.wake_at, s.stream_id) > (place.wake_at, place.stream_id)
          ORDER BY s.wake_at, s.stream_id LIMIT $5
        ) due ORDER BY due.wake_at, due.stream_id`,
    };
    this.next = {
      name: 'hundi_next_wake',
      text: `SELECT min(next.wake_at) AS wake_at FROM unnest($1::smallint[]) AS of (shard) CROSS JOIN LATERAL (
          SELECT s.wake_at FROM ${quoted}.streams s WHERE s.shard = of.shard AND s.wake_at IS NOT NULL ORDER BY s.wake_at LIMIT 1
        ) next`,
    };
    this.later = {
      name: 'hundi_put_off',
      text: `UPDATE ${quoted}.streams SET wake_at = $5 WHERE shard = $1 AND stream_id = $2 AND version = $3 AND wake_at = $4`,
    };
    this.load = {
      name: 'hundi_load_due',
      text: `SELECT ${STREAM_COLUMNS}, e.correlation_id, e.event_id FROM unnest($1::smallint[], $2::text[]) AS wanted (shard, stream_id)
        JOIN ${quoted}.streams s ON s.shard = wanted.shard AND s.stream_id = wanted.stream_id
        JOIN ${quoted}.events e ON e.shard = s.shard AND e.stream_id = s.stream_id AND e.version = s.version`,
    };
  }

  /** When the first stream of these shards is due, in milliseconds since the epoch; infinite without one. */
  async nextAtMs(shards: readonly number[]): Promise<number> {
    const [row] = await this.query<{ wake_at: string | null }>(this.next, [shards]);
    return row?.wake_at == null ? Infinity : Number(row.wake_at);
  }

  /** Pages of the streams that are due at `nowMs`, of each shard the longest due first; each is asked for when it is taken. */
  async *pages(shards: readonly number[], nowMs: number): AsyncGenerator<DueRow[], void, undefined> {
    let open = new Map(shards.map((shard) => [shard, FROM_START]));
    while (open.size > 0) {
      const limit = Math.max(1, Math.min(PER_SHARD_MAX, Math.floor(PAGE / open.size)));
      const places = [...open.values()];
      const after = [places.map((place) => place.wake_at), places.map((place) => place.stream_id)];
      const rows = await this.query<DueRow>(this.due, [[...open.keys()], ...after, nowMs, limit]);
      open = placesAfter(rows, limit);
      if (rows.length > 0) yield rows;
    }
  }

  /** This version of the stream is due at another time than was stored with it. @param wakeAtMs milliseconds since the epoch; null for never. */
  async putOff({ shard, stream_id: streamId, version, wake_at: wakeAt }: DueRow, wakeAtMs: number | null): Promise<void> {
    await this.query(this.later, [shard, streamId, version, wakeAt, wakeAtMs]);
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

/** Where to go on in the shards that may have more. */
function placesAfter(rows: readonly DueRow[], limit: number): Map<number, DuePlace> {
  const counts = new Map<number, number>();
  for (const { shard } of rows) counts.set(shard, (counts.get(shard) ?? 0) + 1);
  return new Map(rows.filter(({ shard }) => counts.get(shard) === limit).map((row) => [row.shard, row]));
}
