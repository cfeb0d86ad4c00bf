import { SHARD_COUNT } from '#contracts';
import { Pool, type PoolClient } from 'pg';
import type { AggregateDefinition } from '../aggregate';
import { StreamReader } from '../writer/load';
import { UnknownViewError } from '../errors';
import type { EventStoreOptions } from '../options';
import { AggregateRegistry } from '../registry';
import { applyRights } from '../roles/apply-rights';
import { quoteSchema } from '../schema/names';
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

const EVERY_SHARD = Array.from({ length: SHARD_COUNT }, (_, shard) => shard);

/**
 * Build a view anew beside the live one, from the first event, and switch when it has caught up (docs/how-to/rebuild-a-view.md).
 * Readers notice nothing, writers of events are not asked; a replay causes no effect. A view whose version is live already
 * is replaced by its new copy, which repairs a damaged table; a newer version is made ready, and the first process that
 * runs with it lets it take over.
 *
 * @returns the number of rows that differ from the live version.
 */
export async function rebuildProjection(input: RebuildInput, accept: Accept = () => true): Promise<number> {
  return new Rebuild(input).run(accept);
}

/**
 * Rebuild one of the views of a service, by name, on connections of its own. The store need not be started, and
 * services go on meanwhile.
 *
 * @throws UnknownViewError when the service has no such view.
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
  const pool = new Pool({ connectionString: databaseUrl, application_name: `hundi ${schema} rebuild`, max: 2 });
  try {
    return await rebuildProjection({ pool, schema, aggregates, projection }, wanted.accept);
  } finally {
    await pool.end();
  }
}

/**
 * The new rows stand in a table of their own until the last moment: that of the next version, or a copy of the live one,
 * whose checkpoints are kept under the negative version. Services go on feeding the live table; those that feed it after
 * a swap find their checkpoints moved and read again.
 */
class Rebuild {
  private readonly schema: string;
  private readonly versions: ProjectionVersions;

  constructor(private readonly input: RebuildInput) {
    this.schema = quoteSchema(input.schema);
    this.versions = new ProjectionVersions(input.pool, input.schema, input.projection);
  }

  async run(accept: Accept): Promise<number> {
    const { pool, projection } = this.input;
    await this.versions.prepare();
    const live = (await this.versions.liveVersion()) ?? projection.version;
    const isCopy = live === projection.version;
    if (isCopy) await inTransaction(pool, (client) => this.beginCopy(client));
    const built = isCopy ? -projection.version : projection.version;
    await this.followerOn(onPool(pool), [built]).catchUp(EVERY_SHARD);
    return inTransaction(pool, async (client) => {
      await this.holdWriters(client, live);
      // Both together, so that they have seen the same when they are compared.
      await this.followerOn(onClient(client), [built, live]).catchUp(EVERY_SHARD);
      const differences = await this.versions.countDifferences(this.tableOf(live), client, this.tableOf(built));
      // A newer version takes over when those that feed it run: until then only the live one is kept fresh.
      if (isCopy) await (accept(differences) ? this.replace(client) : this.dropCopy(client));
      await applyRights(client, this.input.schema);
      return differences;
    });
  }

  private followerOn(connection: ViewConnection, versions: readonly number[]): StateFollower {
    const { schema, aggregates, projection } = this.input;
    const registry = new AggregateRegistry(aggregates);
    const reader = new StreamReader(schema, registry);
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
    return version < 0 ? `${this.schema}."${name}_v${-version}_copy"` : this.versions.tableOf(version);
  }

  /** What an earlier, broken attempt left is thrown away. */
  private async beginCopy(client: PoolClient): Promise<void> {
    const { name, version } = this.input.projection;
    await this.dropCopy(client);
    await this.input.projection.create(client, this.tableOf(-version));
    await client.query(
      `INSERT INTO ${this.schema}.projection_checkpoints (name, version, shard) SELECT $1, $2, generate_series(0, ${SHARD_COUNT - 1})`,
      [name, -version],
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
    await client.query(`ALTER TABLE ${this.tableOf(-version)} RENAME TO "${name}_v${version}"`);
    await this.versions.makeLive(client);
    await this.forgetCopy(client);
  }

  private async dropCopy(client: PoolClient): Promise<void> {
    await client.query(`DROP TABLE IF EXISTS ${this.tableOf(-this.input.projection.version)}`);
    await this.forgetCopy(client);
  }

  private async forgetCopy(client: PoolClient): Promise<void> {
    const { name, version } = this.input.projection;
    await client.query(`DELETE FROM ${this.schema}.projection_checkpoints WHERE name = $1 AND version = $2`, [name, -version]);
  }
}
