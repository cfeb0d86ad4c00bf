import { SHARD_COUNT } from '#contracts';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../in-transaction';
import { quoteSchema } from '../schema/names';
import type { Projection } from './projection';

const NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** The tables of a projection: one for each version, and the view with its plain name that shows the live one. */
export class ProjectionVersions {
  private readonly schema: string;
  /** Full, quoted name of the table of this version. */
  readonly table: string;

  /** @throws RangeError when the name of the projection is not fit for SQL. */
  constructor(
    private readonly pool: Pool,
    schema: string,
    private readonly projection: Projection,
  ) {
    if (!NAME.test(projection.name)) throw new RangeError(`not a projection name: ${projection.name}`);
    this.schema = quoteSchema(schema);
    this.table = this.tableOf(projection.version);
  }

  /** Make the table of this version, once. The first version ever becomes the live one. */
  async prepare(): Promise<void> {
    const { name, version } = this.projection;
    await inTransaction(this.pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`projection ${this.schema} ${name}`]);
      const { rowCount } = await client.query(`SELECT FROM ${this.schema}.projection_checkpoints WHERE name = $1 AND version = $2`, [
        name,
        version,
      ]);
      if (rowCount) return;
      await this.projection.create(client, this.table);
      await client.query(
        `INSERT INTO ${this.schema}.projection_checkpoints (name, version, shard) SELECT $1, $2, generate_series(0, ${SHARD_COUNT - 1})`,
        [name, version],
      );
      if ((await this.liveVersion(client)) === null) await this.makeLive(client);
    });
  }

  /** The version that readers see, or null before the first. */
  async liveVersion(client: Pool | PoolClient = this.pool): Promise<number | null> {
    const { rows } = await client.query<{ live_version: number }>(`SELECT live_version FROM ${this.schema}.projections WHERE name = $1`, [
      this.projection.name,
    ]);
    return rows[0]?.live_version ?? null;
  }

  /** Full, quoted name of the table of another version. */
  tableOf(version: number): string {
    return `${this.schema}."${this.projection.name}_v${version}"`;
  }

  /** Rows that only one of two tables has; 0 when they agree to the byte. Both must have the same columns. */
  async countDifferences(otherTable: string, client: Pool | PoolClient = this.pool, table = this.table): Promise<number> {
    const rows = (from: string): string => `SELECT t::text FROM ${from} t`;
    const { rows: counted } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         (${rows(table)} EXCEPT ALL ${rows(otherTable)}) UNION ALL (${rows(otherTable)} EXCEPT ALL ${rows(table)})
       ) different`,
    );
    return counted[0]?.count ?? 0;
  }

  /** Whether this version has come at least as far as another one, in every shard. */
  async hasCaughtUpWith(otherVersion: number): Promise<boolean> {
    const { name, version } = this.projection;
    const { rowCount } = await this.pool.query(
      `SELECT FROM ${this.schema}.projection_checkpoints own JOIN ${this.schema}.projection_checkpoints other USING (name, shard)
       WHERE name = $1 AND own.version = $2 AND other.version = $3 AND own.position < other.position LIMIT 1`,
      [name, version, otherVersion],
    );
    return rowCount === 0;
  }

  /** Readers see this version from the next statement on. */
  async switchLive(): Promise<void> {
    await inTransaction(this.pool, (client) => this.makeLive(client));
  }

  /** The same inside a transaction of the caller. */
  async makeLive(client: PoolClient): Promise<void> {
    const { name, version } = this.projection;
    await client.query(`SELECT ${this.schema}.make_view_live($1, $2)`, [name, version]);
  }
}
