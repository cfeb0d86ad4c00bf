import type { Pool, PoolClient } from 'pg';
import type { AggregateDefinition } from '../aggregate';
import { applyStoredEvent, toStoredEvent, verifiedColumns, type EventRow } from '../fold';
import { queryOn, StreamReader } from '../writer/load';
import { AggregateRegistry } from '../registry';
import { quoteSchema } from '../schema/names';
import type { ProjectedEvent, Projection } from './projection';
import { inTransaction } from '../in-transaction';
import { ProjectionVersions } from './versions';

const PAGE_MAX = 500;

export interface ProjectionParts {
  pool: Pool;
  schema: string;
  aggregates: readonly AggregateDefinition[];
  projection: Projection;
}

/**
 * Drives one version of one projection. Rows and checkpoint move in the same transaction, so each event is folded
 * exactly once whatever is killed when; two runners of the same shard take turns on the checkpoint row.
 */
export class ProjectionRunner {
  private readonly registry: AggregateRegistry;
  private readonly reader: StreamReader;
  private readonly schema: string;
  readonly versions: ProjectionVersions;

  /** @throws RangeError when the name of the projection is not fit for SQL. */
  constructor(private readonly parts: ProjectionParts) {
    this.versions = new ProjectionVersions(parts.pool, parts.schema, parts.projection);
    this.schema = quoteSchema(parts.schema);
    this.registry = new AggregateRegistry(parts.aggregates);
    this.reader = new StreamReader(parts.schema, this.registry);
  }

  /** Fold what is new in these shards. @returns how many events were folded; 0 means caught up. */
  async catchUp(shards: readonly number[]): Promise<number> {
    let folded = 0;
    for (const shard of shards) {
      for (;;) {
        const count = await this.foldPage(shard);
        folded += count;
        if (count < PAGE_MAX) break;
      }
    }
    return folded;
  }

  private foldPage(shard: number): Promise<number> {
    const { name, version } = this.parts.projection;
    return inTransaction(this.parts.pool, async (client) => {
      const key = [name, version, shard];
      const checkpoint = await client.query<{ position: string }>(
        `SELECT position FROM ${this.schema}.projection_checkpoints WHERE name = $1 AND version = $2 AND shard = $3 FOR UPDATE`,
        key,
      );
      const position = checkpoint.rows[0]?.position;
      if (position === undefined) throw new Error(`projection ${name} v${version} was not prepared`);
      const { rows } = await client.query<EventRow>(
        `SELECT ${verifiedColumns(this.schema)} FROM ${this.schema}.events e WHERE e.shard = $1 AND e.position > $2 ORDER BY e.position LIMIT ${PAGE_MAX}`,
        [shard, position],
      );
      const last = rows.at(-1);
      if (!last) return 0;
      await this.parts.projection.apply(client, this.versions.table, await this.project(client, rows));
      await client.query(`UPDATE ${this.schema}.projection_checkpoints SET position = $4 WHERE name = $1 AND version = $2 AND shard = $3`, [
        ...key,
        last.position,
      ]);
      return rows.length;
    });
  }

  private async project(client: PoolClient, rows: readonly EventRow[]): Promise<ProjectedEvent[]> {
    const query = queryOn(client);
    const last = new Map<string, ProjectedEvent['after']>();
    const projected: ProjectedEvent[] = [];
    for (const row of rows) {
      const aggregate = this.registry.findByStreamId(row.stream_id);
      if (!aggregate) throw new Error(`no aggregate for stream ${row.stream_id}`);
      const before =
        last.get(row.stream_id) ?? (await this.reader.foldTo(query, { shard: row.shard, streamId: row.stream_id }, row.version - 1));
      const event = toStoredEvent(row, aggregate);
      const after = applyStoredEvent(aggregate, before, event);
      last.set(row.stream_id, after);
      projected.push({ event, before, after });
    }
    return projected;
  }
}
