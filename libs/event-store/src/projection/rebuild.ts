import { ALL_SHARDS, SHARD_COUNT, shardOfAccount } from '#contracts';
import { Pool, type PoolClient } from 'pg';
import type { AggregateDefinition, Snapshot } from '../aggregate';
import { queryOn, STREAM_COLUMNS, StreamReader } from '../writer/load';
import type { Statement } from '../writer/connection';
import { UnknownViewError, ViewBusyError } from '../errors';
import type { EventStoreOptions } from '../options';
import { AggregateRegistry } from '../registry';
import { applyRights } from '../roles/apply-rights';
import { lockClass, quoteSchema } from '../schema/names';
import type { Projection } from './projection';
import { onClient, onPool, StateFollower, type ViewConnection } from './state-follower';
import { inTransaction } from '../in-transaction';
import { ProjectionVersions } from './versions';

/** What to rebuild, and from where. The pool should set no time limit on statements: a comparison reads whole tables. */
export interface RebuildInput {
  pool: Pool;
  schema: string;
  aggregates: readonly AggregateDefinition[];
  projection: Projection;
}

/** Decides on the number of rows that differ from the live version; false keeps the live one. */
export type Accept = (differences: number) => boolean;

/** States that are read and written in one page. */
const PAGE_MAX = 2_000;
/** How often both versions are brought to one place to be compared there, before those who feed the live one have to wait for it. */
const COMPARISONS_MAX = 20;

/**
 * Build a view anew beside the live one, from all states, and switch when it has caught up (docs/how-to/rebuild-a-view.md).
 * Readers notice nothing, writers of events are not asked; a replay causes no effect. A view whose version is live already
 * is replaced by its new copy, which repairs a damaged table; a newer version is made ready, and the first process that
 * runs with it lets it take over.
 *
 * @throws ViewBusyError while another run rebuilds or compares the same view.
 * @returns the number of rows that differ from the live version.
 */
export async function rebuildProjection(input: RebuildInput, accept: Accept = () => true): Promise<number> {
  const session = await input.pool.connect();
  // It waits while others work. When it is lost, so is the lock, and another run drops the copy of this one.
  session.on('error', () => undefined);
  try {
    const runId = await lockView(session, input);
    return await new Rebuild(input, runId).run(accept);
  } finally {
    // A run that follows at once finds the lock free: Postgres frees those of a session that ends a moment later.
    await session.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    session.release(true);
  }
}

/** @returns the process id of the session, which tells this run from others. @throws ViewBusyError. */
async function lockView(session: PoolClient, { schema, projection }: RebuildInput): Promise<number> {
  const key = [lockClass(schema, 'rebuild'), projection.name];
  const { rows } = await session.query<{ pid: number; is_locked: boolean }>(
    'SELECT pg_backend_pid() AS pid, pg_try_advisory_lock($1, hashtext($2)) AS is_locked',
    key,
  );
  if (rows[0]?.is_locked) return rows[0].pid;
  const { rows: holders } = await session.query<{ pid: number; since: Date }>(
    `SELECT l.pid, a.backend_start AS since FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint = $1::bigint & 4294967295 AND l.objid::bigint = hashtext($2)::bigint & 4294967295
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    key,
  );
  throw new ViewBusyError(projection.name, holders[0]);
}

/**
 * Rebuild one of the views of a service, by name, on connections of its own. The store need not be started, and
 * services go on meanwhile.
 *
 * @throws UnknownViewError when the service has no such view; ViewBusyError.
 * @returns the number of rows that differed from the live version.
 */
export async function rebuildView(
  { options }: { options: Pick<EventStoreOptions, 'databaseUrl' | 'schema' | 'aggregates'> },
  views: readonly Projection[],
  wanted: { name: string; accept?: Accept },
): Promise<number> {
  const { databaseUrl, schema, aggregates } = options;
  const projection = views.find(({ name }) => name === wanted.name);
  if (projection === undefined)
    throw new UnknownViewError(
      schema,
      views.map(({ name }) => name),
    );
  const pool = new Pool({ connectionString: databaseUrl, application_name: `hundi ${schema} rebuild`, max: 3 });
  try {
    return await rebuildProjection({ pool, schema, aggregates, projection }, wanted.accept);
  } finally {
    await pool.end();
  }
}

/**
 * The new rows stand in a table of their own until the last moment: that of the next version, or a copy of the live one,
 * whose name and checkpoints are those of this run alone: its number, negative, is their version. Services go on feeding the live table; those that feed it after
 * a swap find their checkpoints moved and read again.
 */
class Rebuild {
  private readonly schema: string;
  private readonly versions: ProjectionVersions;
  private readonly registry: AggregateRegistry;
  private readonly reader: StreamReader;

  constructor(
    private readonly input: RebuildInput,
    private readonly runId: number,
  ) {
    this.schema = quoteSchema(input.schema);
    this.registry = new AggregateRegistry(input.aggregates);
    this.reader = new StreamReader(input.schema, this.registry);
    this.versions = new ProjectionVersions(input.pool, input.schema, input.projection);
  }

  async run(accept: Accept): Promise<number> {
    const { pool, projection } = this.input;
    await this.versions.prepare();
    const live = (await this.versions.liveVersion()) ?? projection.version;
    const isCopy = live === projection.version;
    if (isCopy) await inTransaction(pool, (client) => this.beginCopy(client));
    const built = isCopy ? -this.runId : projection.version;
    if (isCopy) await this.writeStates(this.tableOf(built));
    await this.followerOn(onPool(pool), [built]).catchUp(ALL_SHARDS);
    const compared = await this.compare(built, live);
    return inTransaction(pool, async (client) => {
      await this.bringTogether(client, built, live);
      const differences = compared ?? (await this.countDifferences(client, built, live));
      // A newer version takes over when those that feed it run: until then only the live one is kept fresh.
      if (isCopy) await (accept(differences) ? this.replace(client) : this.dropCopies(client));
      await applyRights(client, this.input.schema);
      return differences;
    });
  }

  /**
   * In a snapshot in which both have seen the same: to compare takes seconds, and those who feed the live view do not wait for it. Right
   * after both were brought together they are found so, unless the live one is fed at that moment.
   *
   * @returns null when it was, each time.
   */
  private async compare(built: number, live: number): Promise<number | null> {
    const { pool } = this.input;
    for (let attempt = 0; attempt < COMPARISONS_MAX; attempt++) {
      await inTransaction(pool, (client) => this.bringTogether(client, built, live));
      const differences = await inTransaction(pool, async (client) => {
        await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
        return (await this.areTogether(client, built, live)) ? this.countDifferences(client, built, live) : null;
      });
      if (differences !== null) return differences;
    }
    return null;
  }

  private async bringTogether(client: PoolClient, built: number, live: number): Promise<void> {
    await this.holdWriters(client, live);
    await this.followerOn(onClient(client), [built, live]).catchUp(ALL_SHARDS);
  }

  private async areTogether(client: PoolClient, built: number, live: number): Promise<boolean> {
    const { rowCount } = await client.query(
      `SELECT FROM ${this.schema}.projection_checkpoints b JOIN ${this.schema}.projection_checkpoints l USING (name, shard)
       WHERE name = $1 AND b.version = $2 AND l.version = $3 AND b.position <> l.position LIMIT 1`,
      [this.input.projection.name, built, live],
    );
    return rowCount === 0;
  }

  private countDifferences(client: PoolClient, built: number, live: number): Promise<number> {
    return this.versions.countDifferences(this.tableOf(live), client, this.tableOf(built));
  }

  /**
   * Every state once, in the order of its key: no event needs to be looked at. One that changes meanwhile has its event behind the
   * checkpoints of the copy, and is written again by who follows the log from there.
   */
  private async writeStates(table: string): Promise<void> {
    const { pool, projection } = this.input;
    for (let page = await this.statesAfter(null); page.length > 0; page = await this.statesAfter(page.at(-1) ?? null)) {
      const states = page;
      await inTransaction(pool, (client) => projection.apply(client, table, states));
    }
    // Readers come as soon as it is live, and without statistics they read and sort all of an account for each page.
    await pool.query(`ANALYZE ${table}`);
  }

  private statesAfter(last: Snapshot | null): Promise<Snapshot[]> {
    const statement: Statement = {
      name: 'hundi_states_after',
      text: `SELECT ${STREAM_COLUMNS} FROM ${this.schema}.streams s WHERE (s.shard, s.stream_id) > ($1::smallint, $2) AND s.stream_type = $3
        ORDER BY s.shard, s.stream_id LIMIT ${PAGE_MAX}`,
    };
    const after = last === null ? [-1, ''] : [shardOfAccount(last.head.accountId), last.head.streamId];
    return this.reader.readSnapshots(queryOn(this.input.pool), statement, [...after, this.input.projection.streamType]);
  }

  private followerOn(connection: ViewConnection, versions: readonly number[]): StateFollower {
    const { schema, projection } = this.input;
    const { reader, registry } = this;
    const streamTypeOf = (streamId: string): string => registry.findByStreamId(streamId)?.streamType ?? '';
    const onFailed = (_table: string, error: Error): never => {
      throw error;
    };
    const follower = new StateFollower({ connection, schema, reader, streamTypeOf, onFailed });
    for (const version of versions) follower.follow(projection, this.tableOf(version), { name: projection.name, version });
    return follower;
  }

  private tableOf(version: number): string {
    const { name } = this.input.projection;
    return version < 0 ? `${this.schema}."${name}_copy_${-version}"` : this.versions.tableOf(version);
  }

  /** What an earlier, broken attempt left is thrown away. The states that are read afterwards hold every event up to the checkpoints. */
  private async beginCopy(client: PoolClient): Promise<void> {
    const { name } = this.input.projection;
    await this.dropCopies(client);
    await this.input.projection.create(client, this.tableOf(-this.runId));
    await client.query(
      `INSERT INTO ${this.schema}.projection_checkpoints (name, version, shard, position)
       SELECT $1, $2, s.shard, coalesce((SELECT e.position FROM ${this.schema}.events e WHERE e.shard = s.shard ORDER BY e.position DESC LIMIT 1), 0)
       FROM generate_series(0, ${SHARD_COUNT - 1}) AS s (shard)`,
      [name, -this.runId],
    );
  }

  /** Those who feed the live table wait from here on, at their checkpoints; readers do not. */
  private async holdWriters(client: PoolClient, version: number): Promise<void> {
    await client.query(`SELECT FROM ${this.schema}.projection_checkpoints WHERE name = $1 AND version = $2 ORDER BY shard FOR UPDATE`, [
      this.input.projection.name,
      version,
    ]);
  }

  /** The live checkpoints were moved along with those of the copy, so only the tables change places. */
  private async replace(client: PoolClient): Promise<void> {
    const { name, version } = this.input.projection;
    await client.query(`DROP VIEW ${this.schema}."${name}"`);
    await client.query(`DROP TABLE ${this.tableOf(version)}`);
    await client.query(`ALTER TABLE ${this.tableOf(-this.runId)} RENAME TO "${name}_v${version}"`);
    await this.versions.makeLive(client);
    await this.forgetCopies(client);
  }

  /** Drops the copy of this run, and those that interrupted runs left. */
  private async dropCopies(client: PoolClient): Promise<void> {
    const { rows } = await client.query<{ tablename: string }>('SELECT tablename FROM pg_tables WHERE schemaname = $1 AND tablename ~ $2', [
      this.input.schema,
      `^${this.input.projection.name}_copy_[0-9]+$`,
    ]);
    for (const { tablename } of rows) await client.query(`DROP TABLE IF EXISTS ${this.schema}."${tablename}"`);
    await this.forgetCopies(client);
  }

  private async forgetCopies(client: PoolClient): Promise<void> {
    const { name } = this.input.projection;
    await client.query(`DELETE FROM ${this.schema}.projection_checkpoints WHERE name = $1 AND version < 0`, [name]);
  }
}
