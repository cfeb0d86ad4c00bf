import type { Query } from '../writer/load';
import type { Statement } from '../writer/connection';
import { quoteSchema } from '../schema/names';

/** Which table of which projection. */
export interface CheckpointOwner {
  name: string;
  version: number;
}

/** A step of one projection in one shard. */
export interface Move extends CheckpointOwner {
  shard: number;
  from: bigint;
  through: bigint;
}

/** How far the readers of a view see, and how far the log goes. */
export interface ViewProgress {
  /** Everything up to this position is in the view. */
  seen: bigint;
  /** The last committed position of the shard: no earlier answer to a write has named a later one. */
  last: bigint;
}

/** How far projections have come, by shard. */
export class Checkpoints {
  private readonly read: Statement;
  private readonly move: Statement;
  private readonly live: Statement;
  private readonly progress: Statement;
  private readonly overtaken: Statement;

  constructor(schema: string) {
    const quoted = quoteSchema(schema);
    this.read = {
      name: 'hundi_read_checkpoints',
      text: `SELECT shard, position FROM ${quoted}.projection_checkpoints WHERE name = $1 AND version = $2 AND shard = ANY ($3::smallint[])`,
    };
    this.move = {
      name: 'hundi_move_checkpoints',
      text: `UPDATE ${quoted}.projection_checkpoints c SET position = m.through
        FROM unnest($1::text[], $2::int[], $3::smallint[], $4::bigint[], $5::bigint[]) AS m (name, version, shard, place, through)
        WHERE c.name = m.name AND c.version = m.version AND c.shard = m.shard AND c.position = m.place RETURNING c.shard`,
    };
    this.live = {
      name: 'hundi_live_checkpoints',
      text: `SELECT c.name, c.shard, c.position FROM unnest($1::text[], $2::smallint[]) AS w (name, shard)
        JOIN ${quoted}.projections p ON p.name = w.name
        JOIN ${quoted}.projection_checkpoints c ON c.name = p.name AND c.version = p.live_version AND c.shard = w.shard`,
    };
    this.overtaken = {
      name: 'hundi_overtaken_checkpoints',
      text: `SELECT DISTINCT c.shard FROM unnest($1::text[], $2::int[]) AS f (name, version)
        JOIN ${quoted}.projections p ON p.name = f.name AND p.live_version = f.version
        JOIN ${quoted}.projection_checkpoints c ON c.name = f.name AND c.version = f.version
        JOIN ${quoted}.projection_checkpoints o ON o.name = c.name AND o.version <> c.version AND o.shard = c.shard AND o.position > c.position`,
    };
    this.progress = {
      name: 'hundi_view_progress',
      text: `SELECT coalesce((SELECT c.position FROM ${quoted}.projections p
          JOIN ${quoted}.projection_checkpoints c ON c.name = p.name AND c.version = p.live_version AND c.shard = $2::smallint
          WHERE p.name = $1), 0) AS seen,
        coalesce((SELECT e.position FROM ${quoted}.events e WHERE e.shard = $2::smallint ORDER BY e.position DESC LIMIT 1), 0) AS last`,
    };
  }

  /** Positions by shard. */
  async readPositions(query: Query, owner: CheckpointOwner, shards: readonly number[]): Promise<Map<number, bigint>> {
    const rows = await query<{ shard: number; position: string }>(this.read, [owner.name, owner.version, shards]);
    return new Map(rows.map(({ shard, position }) => [shard, BigInt(position)]));
  }

  /** Steps that are made only from where the checkpoint still stands. @returns false when another process moved it meanwhile. */
  async movePositions(query: Query, moves: readonly Move[]): Promise<boolean> {
    const moved = await query<{ shard: number }>(this.move, [
      moves.map(({ name }) => name),
      moves.map(({ version }) => version),
      moves.map(({ shard }) => shard),
      moves.map(({ from }) => from.toString()),
      moves.map(({ through }) => through.toString()),
    ]);
    return moved.length === moves.length;
  }

  /** How far the versions that readers see have come. */
  async readLive(
    query: Query,
    wanted: readonly { name: string; shard: number }[],
  ): Promise<{ name: string; shard: number; position: bigint }[]> {
    const rows = await query<{ name: string; shard: number; position: string }>(this.live, [
      wanted.map(({ name }) => name),
      wanted.map(({ shard }) => shard),
    ]);
    return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
  }

  /** Shards of which another version has seen more than these ones that readers see: who feeds it does not feed these. */
  async readOvertaken(query: Query, owners: readonly CheckpointOwner[]): Promise<number[]> {
    const rows = await query<{ shard: number }>(this.overtaken, [owners.map(({ name }) => name), owners.map(({ version }) => version)]);
    return rows.map(({ shard }) => shard);
  }

  /** How far the live version of a view has come in a shard, against the log at the same moment. */
  async readProgress(query: Query, { name, shard }: { name: string; shard: number }): Promise<ViewProgress> {
    const [row] = await query<{ seen: string; last: string }>(this.progress, [name, shard]);
    return { seen: BigInt(row?.seen ?? 0), last: BigInt(row?.last ?? 0) };
  }
}
