import type { Query } from '../writer/load';
import type { Statement } from '../writer/connection';
import { quoteSchema } from '../schema/names';
import { FIRST_MARK, type Mark } from './position-rule';

export interface ConsumerMarksParts {
  /** Schema of the service that consumes. */
  schema: string;
  /** The stable name under which the marks are kept. */
  consumer: string;
  query: Query;
}

/** A row of `consumer_positions`. */
export interface MarkRow {
  partition: number;
  position: string;
  epoch: string;
}

/**
 * The marks of a consumer whose effects are commands: written after them, so that a crash repeats what lies between, and a
 * command that comes twice acts once.
 */
export class ConsumerMarks {
  private readonly readAllMarks: Statement;
  private readonly saveMarks: Statement;

  constructor(private readonly parts: ConsumerMarksParts) {
    const table = `${quoteSchema(parts.schema)}.consumer_positions`;
    this.readAllMarks = {
      name: 'hundi_read_marks',
      text: `SELECT partition, position, epoch FROM ${table} WHERE consumer = $1 AND source = $2 AND partition = ANY ($3::smallint[])`,
    };
    this.saveMarks = {
      name: 'hundi_save_marks',
      text: `INSERT INTO ${table} AS kept (consumer, source, partition, position, epoch)
        SELECT $1, $2, m.shard, m.position, m.epoch FROM unnest($3::smallint[], $4::bigint[], $5::bigint[]) AS m (shard, position, epoch)
        ON CONFLICT (consumer, source, partition) DO UPDATE SET position = excluded.position, epoch = excluded.epoch, updated_at = now()
        WHERE kept.position < excluded.position`,
    };
  }

  /** @param source the topic. Shards of which nothing is kept are left out. */
  async readAll(source: string, shards: readonly number[]): Promise<Map<number, Mark>> {
    const rows = await this.parts.query<MarkRow>(this.readAllMarks, [this.parts.consumer, source, shards]);
    return marksOfRows(rows);
  }

  async read(source: string, shard: number): Promise<Mark> {
    return (await this.readAll(source, [shard])).get(shard) ?? FIRST_MARK;
  }

  /** Forward only: an instance that held a shard before cannot move it back. */
  async save(source: string, marks: ReadonlyMap<number, Mark>): Promise<void> {
    const all = [...marks.values()];
    await this.parts.query(this.saveMarks, [
      this.parts.consumer,
      source,
      [...marks.keys()],
      all.map(({ position }) => position.toString()),
      all.map(({ epoch }) => epoch.toString()),
    ]);
  }
}

/** By shard. */
export function marksOfRows(rows: readonly MarkRow[]): Map<number, Mark> {
  return new Map(rows.map(({ partition, position, epoch }) => [partition, { position: BigInt(position), epoch: BigInt(epoch) }]));
}
