import type { LogEpochs } from '../epochs/log-epochs';
import { LogEpochChangedError } from '../errors';
import { verifiedColumns, type EventRow } from '../fold';
import type { Query } from '../writer/load';
import type { Statement } from '../writer/connection';
import { quoteSchema } from '../schema/names';

/** How far a shard has been published. */
export interface Cursor {
  /** Last event looked at, public or not. */
  position: bigint;
  /** Last event that was public: the `prev` of the next message. */
  publicPosition: bigint;
}

/** The relay's statements. */
export class CursorStore {
  private readonly read: Statement;
  private readonly page: Statement;
  private readonly move: Statement;

  constructor(
    schema: string,
    private readonly epochs: LogEpochs,
  ) {
    const quoted = quoteSchema(schema);
    const newest = `(SELECT max(epoch) FROM ${quoted}.log_epochs)`;
    this.read = {
      name: 'hundi_read_cursors',
      text: `SELECT shard, position, public_position FROM ${quoted}.relay_cursors WHERE shard = ANY ($1::smallint[])`,
    };
    this.page = {
      name: 'hundi_relay_page',
      text: `SELECT ${verifiedColumns(quoted)}, ${newest} AS log_epoch FROM unnest($1::smallint[], $2::bigint[]) AS wanted (shard, position) CROSS JOIN LATERAL (
        SELECT * FROM ${quoted}.events x WHERE x.shard = wanted.shard AND x.position > wanted.position ORDER BY x.position LIMIT $3
      ) e LIMIT $3`,
    };
    // No EXISTS behind OR: while the log is short the planner prefers to read all of it, and the plan stays when it has grown.
    this.move = {
      name: 'hundi_move_cursors',
      text: `UPDATE ${quoted}.relay_cursors c SET position = GREATEST(c.position, m.position), public_position = GREATEST(c.public_position, m.public_position)
        FROM unnest($1::smallint[], $2::bigint[], $3::bigint[]) AS m (shard, position, public_position)
        WHERE c.shard = m.shard AND $4::bigint = ${newest}
          AND (m.position <= c.position
            OR m.position = (SELECT e.position FROM ${quoted}.events e WHERE e.shard = m.shard AND e.position = m.position))
        RETURNING c.shard`,
    };
  }

  async readCursors(query: Query, shards: readonly number[]): Promise<Map<number, Cursor>> {
    const rows = await query<{ shard: number; position: string; public_position: string }>(this.read, [shards]);
    return new Map(rows.map((row) => [row.shard, { position: BigInt(row.position), publicPosition: BigInt(row.public_position) }]));
  }

  /**
   * Events above the cursors, in order within each shard, at most `limit` in all.
   *
   * @throws LogEpochChangedError the log is another one than that of the cursors.
   */
  async readPage(query: Query, cursors: ReadonlyMap<number, Cursor>, limit: number): Promise<EventRow[]> {
    const positions = [...cursors.values()].map(({ position }) => position.toString());
    const rows = await query<EventRow & { log_epoch: string }>(this.page, [[...cursors.keys()], positions, limit]);
    const [first] = rows;
    if (first !== undefined && BigInt(first.log_epoch) !== this.epochs.current) throw new LogEpochChangedError();
    return rows;
  }

  /**
   * Forward only: a slower twin can never move a cursor back. And never over a restored log, whose positions are given again,
   * nor past the end of one that a fail-over made shorter.
   *
   * @throws LogEpochChangedError as readPage; also when no cursor stands within the log.
   */
  async moveCursors(query: Query, cursors: ReadonlyMap<number, Cursor>): Promise<void> {
    const positions = [...cursors.values()];
    const moved = await query(this.move, [
      [...cursors.keys()],
      positions.map(({ position }) => position.toString()),
      positions.map(({ publicPosition }) => publicPosition.toString()),
      this.epochs.current.toString(),
    ]);
    if (moved.length === 0 && cursors.size > 0) throw new LogEpochChangedError();
  }
}
