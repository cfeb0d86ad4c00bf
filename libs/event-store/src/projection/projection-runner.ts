import { SHARD_COUNT } from '#contracts';
import type { Pool, PoolClient } from 'pg';
import type { AggregateDefinition } from '../aggregate';
import { applyStoredEvent, EVENT_COLUMNS, toStoredEvent, type EventRow } from '../fold';
import { queryOn, StreamReader } from '../lane/load';
import { AggregateRegistry } from '../registry';
import { quoteSchema } from '../schema/names';
import type { ProjectedEvent, Projection } from './projection';

const PAGE_MAX = 500;
const NAME = /^[a-z][a-z0-9_]{0,39}$/;

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
  readonly table: string;

  /** @throws RangeError when the name of the projection is not fit for SQL. */
  constructor(private readonly parts: ProjectionParts) {
    const { name, version } = parts.projection;
    if (!NAME.test(name)) throw new RangeError(`not a projection name: ${name}`);
    this.schema = quoteSchema(parts.schema);
    this.table = `${this.schema}."${name}_v${version}"`;
    this.registry = new AggregateRegistry(parts.aggregates);
    this.reader = new StreamReader(parts.schema, this.registry);
  }

  /** Make the table of this version, once. The first version ever becomes the live one. */
  async prepare(): Promise<void> {
    const { name, version } = this.parts.projection;
    await this.inTransaction(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`projection ${this.parts.schema} ${name}`]);
      const { rowCount } = await client.query(`SELECT FROM ${this.schema}.projection_checkpoints WHERE name = $1 AND version = $2`, [
        name,
        version,
      ]);
      if (rowCount) return;
      await this.parts.projection.create(client, this.table);
      await client.query(
        `INSERT INTO ${this.schema}.projection_checkpoints (name, version, shard) SELECT $1, $2, generate_series(0, ${SHARD_COUNT - 1})`,
        [name, version],
      );
      const { rowCount: others } = await client.query(`SELECT FROM ${this.schema}.projections WHERE name = $1`, [name]);
      if (!others) await this.makeLive(client);
    });
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

  /** Rows that only one of the two versions has; 0 when they agree to the byte. Both must have the same columns. */
  async countDifferences(otherVersion: number): Promise<number> {
    const other = `${this.schema}."${this.parts.projection.name}_v${otherVersion}"`;
    const rows = (table: string): string => `SELECT t::text FROM ${table} t`;
    const { rows: counted } = await this.parts.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         (${rows(this.table)} EXCEPT ALL ${rows(other)}) UNION ALL (${rows(other)} EXCEPT ALL ${rows(this.table)})
       ) different`,
    );
    return counted[0]?.count ?? 0;
  }

  /** Readers see this version from the next statement on. */
  async switchLive(): Promise<void> {
    await this.inTransaction((client) => this.makeLive(client));
  }

  private async makeLive(client: PoolClient): Promise<void> {
    const { name, version } = this.parts.projection;
    await client.query(`DROP VIEW IF EXISTS ${this.schema}."${name}"`);
    await client.query(`CREATE VIEW ${this.schema}."${name}" AS SELECT * FROM ${this.table}`);
    await client.query(
      `INSERT INTO ${this.schema}.projections (name, live_version) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET live_version = excluded.live_version, switched_at = now()`,
      [name, version],
    );
  }

  private foldPage(shard: number): Promise<number> {
    const { name, version } = this.parts.projection;
    return this.inTransaction(async (client) => {
      const key = [name, version, shard];
      const checkpoint = await client.query<{ position: string }>(
        `SELECT position FROM ${this.schema}.projection_checkpoints WHERE name = $1 AND version = $2 AND shard = $3 FOR UPDATE`,
        key,
      );
      const position = checkpoint.rows[0]?.position;
      if (position === undefined) throw new Error(`projection ${name} v${version} was not prepared`);
      const { rows } = await client.query<EventRow>(
        `SELECT ${EVENT_COLUMNS} FROM ${this.schema}.events e WHERE e.shard = $1 AND e.position > $2 ORDER BY e.position LIMIT ${PAGE_MAX}`,
        [shard, position],
      );
      const last = rows.at(-1);
      if (!last) return 0;
      await this.parts.projection.apply(client, this.table, await this.project(client, rows));
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

  private async inTransaction<TResult>(work: (client: PoolClient) => Promise<TResult>): Promise<TResult> {
    const client = await this.parts.pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      await client.query('ROLLBACK').catch(() => undefined);
      throw failure;
    } finally {
      client.release(failure);
    }
  }
}

/** Every shard, for a rebuild. */
export function allShards(): number[] {
  return Array.from({ length: SHARD_COUNT }, (_, shard) => shard);
}

/**
 * Build a new version of a view beside the live one, from the first event, and switch when it has caught up
 * (architecture.md 4.9). Readers notice nothing; a replay causes no effect.
 *
 * @param accept decides on the number of rows that differ from the live version; false keeps the live one.
 * @returns the number of rows that differ from the live version.
 */
export async function rebuildProjection(parts: ProjectionParts, accept: (differences: number) => boolean = () => true): Promise<number> {
  const runner = new ProjectionRunner(parts);
  const { rows } = await parts.pool.query<{ live_version: number }>(
    `SELECT live_version FROM ${quoteSchema(parts.schema)}.projections WHERE name = $1`,
    [parts.projection.name],
  );
  await runner.prepare();
  while ((await runner.catchUp(allShards())) > 0);
  const live = rows[0]?.live_version;
  const differences = live === undefined ? 0 : await runner.countDifferences(live);
  if (accept(differences)) await runner.switchLive();
  return differences;
}
