import { STREAM_COLUMNS, type Query, type StreamReader, type StreamRow } from '../writer/load';
import type { Statement } from '../writer/connection';
import type { Snapshot } from '../aggregate';
import { quoteSchema } from '../schema/names';

/** Events looked at in one page, over all places, and at one place at least. */
const PAGE_MAX = 2_000;
const PLACE_MIN = 50;

/** A reader's position in the log of a shard: everything up to and with `position` is known. */
export interface Place {
  shard: number;
  position: bigint;
}

/** A stream that has events after a place, as it is now. */
export interface ChangedStream {
  streamType: string;
  snapshot: Snapshot;
}

/** What came after one place. */
export interface ChangesAfter {
  place: Place;
  /** The last event looked at: the place to go on from. */
  through: bigint;
  streams: ChangedStream[];
  /** Whether there may be more behind `through`. */
  isFull: boolean;
}

/** The columns of a stream that is of no interest are null. */
interface ChangedRow extends Omit<StreamRow, 'stream_type'> {
  stream_type: string | null;
  at_shard: number;
  after: string;
  through: string;
  events: number;
}

/**
 * Reads which streams have changed, and what they are now. Ten new events of one stream are one row, and no event is
 * parsed: only their stream ids are looked at. Several readers that stand at the same place share one reading.
 */
export class ChangedStreams {
  private readonly page: Statement;

  constructor(
    schema: string,
    private readonly reader: StreamReader,
  ) {
    const quoted = quoteSchema(schema);
    // Laterals with a limit keep the planner on the primary keys, whatever it believes about the size of the tables.
    this.page = {
      name: 'hundi_changed_streams',
      text: `SELECT c.shard AS at_shard, c.after, c.through, c.events, ${STREAM_COLUMNS} FROM (
        SELECT w.shard, w.position AS after, e.stream_id, max(e.position) AS through, count(*)::int AS events
        FROM unnest($1::smallint[], $2::bigint[]) AS w (shard, position)
        CROSS JOIN LATERAL (
          SELECT x.stream_id, x.position FROM ${quoted}.events x WHERE x.shard = w.shard AND x.position > w.position ORDER BY x.position LIMIT $3
        ) e GROUP BY w.shard, w.position, e.stream_id
      ) c LEFT JOIN LATERAL (
        SELECT * FROM ${quoted}.streams y WHERE y.shard = c.shard AND y.stream_id = c.stream_id AND y.stream_type = ANY ($4) LIMIT 1
      ) s ON true`,
    };
  }

  /**
   * What came after these places, at most a page in all. Places without anything new are left out,
   * and so are streams of other types than these.
   */
  async read(query: Query, places: readonly Place[], streamTypes: readonly string[]): Promise<ChangesAfter[]> {
    const each = Math.max(PLACE_MIN, Math.floor(PAGE_MAX / places.length));
    const rows = await query<ChangedRow>(this.page, [
      places.map(({ shard }) => shard),
      places.map(({ position }) => position.toString()),
      each,
      streamTypes,
    ]);
    const found = new Map<string, ChangesAfter & { events: number }>();
    for (const row of rows) {
      const key = `${row.at_shard} ${row.after}`;
      const place = { shard: row.at_shard, position: BigInt(row.after) };
      const changes = found.get(key) ?? { place, through: 0n, streams: [], isFull: false, events: 0 };
      found.set(key, changes);
      const through = BigInt(row.through);
      if (through > changes.through) changes.through = through;
      changes.events += row.events;
      changes.isFull = changes.events >= each;
      if (row.stream_type === null) continue;
      changes.streams.push({ streamType: row.stream_type, snapshot: await this.reader.toSnapshot(query, row as StreamRow) });
    }
    return [...found.values()];
  }
}
