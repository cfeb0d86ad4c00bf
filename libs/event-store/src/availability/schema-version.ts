import type { Client } from 'pg';
import type { MigrationInterface } from 'typeorm';
import { quoteSchema } from '../schema/names';
import type { DatabaseProblem } from './database-problem';

type MigrationClass = new () => MigrationInterface;

/** The migrations of a schema in one version of Hundi, the oldest first. */
export interface SchemaVersion {
  schema: string;
  migrations: readonly MigrationClass[];
}

const SHOWN_MAX = 3;
const ADVICE = '"npm run migrate" of this version, as the user that owns the database, brings it up to date.';

/** The name that TypeORM stores in the table `migrations`. */
export function nameOfMigration(Migration: MigrationClass): string {
  return new Migration().name ?? Migration.name;
}

/** A service has no right on the table that the migrations keep: it asks this function, which runs with those of the owner. */
export function appliedMigrationsStatement(schema: string): string {
  const quoted = quoteSchema(schema);
  return `CREATE FUNCTION ${quoted}.applied_migrations() RETURNS SETOF text STABLE LANGUAGE sql AS 'SELECT name::text FROM ${quoted}.migrations'`;
}

/**
 * Compares the applied migrations with those of this version. A schema that lacks one is a problem; one that has more was made by a
 * newer version, beside which this one goes on during a rolling upgrade.
 *
 * @param onNewer called with a sentence that names the migrations which this version does not have.
 * @throws Error of the database: of a missing function where an older version migrated.
 */
export async function schemaProblem(
  client: Client,
  versions: readonly SchemaVersion[],
  onNewer?: (sentence: string) => void,
): Promise<DatabaseProblem | undefined> {
  for (const { schema, migrations } of versions) {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${quoteSchema(schema)}.applied_migrations() AS name`);
    const applied = rows.map(({ name }) => name);
    const own = migrations.map(nameOfMigration);
    const missing = own.filter((name) => !applied.includes(name));
    if (missing.length > 0) {
      const sentence = `The schema ${schema} is older than this version: it lacks ${listOf(missing, 'migration')}`;
      return { kind: 'unmigrated', sentence, advice: ADVICE };
    }
    const more = applied.filter((name) => !own.includes(name));
    if (more.length > 0) onNewer?.(`The schema ${schema} is newer than this version: it has ${listOf(more, 'further migration')}`);
  }
  return undefined;
}

function listOf(names: readonly string[], word: string): string {
  const more = names.length > SHOWN_MAX ? ` and ${names.length - SHOWN_MAX} more` : '';
  return `the ${word}${names.length > 1 ? 's' : ''} ${names.slice(0, SHOWN_MAX).join(', ')}${more}`;
}
