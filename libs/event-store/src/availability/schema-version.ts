import type { Client } from 'pg';
import type { AppliedMigration } from '../schema/migrations-table';
import { quoteSchema } from '../schema/names';
import type { SqlMigration } from '../schema/sql-migration';
import type { DatabaseProblem } from './database-problem';

/** The migrations of a schema in one version of Hundi, the oldest first. */
export interface SchemaVersion {
  schema: string;
  migrations: readonly (new () => SqlMigration)[];
}

const SHOWN_MAX = 3;
const ADVICE = '"npm run migrate" of this version, as the user that owns the database, brings it up to date.';
const NEW_DATABASE = 'Give this build a new database; with "npm start", set another HUNDI_DATA_DIR or remove the folder.';

/**
 * Compares the applied migrations with those of this version. A schema that lacks one is a problem, and so is one that an edited
 * migration made; one that has more was made by a newer version, next to which this one goes on during a rolling upgrade.
 *
 * @param onNewer called with a sentence that names the migrations which this version does not have.
 * @throws Error of the database: of a missing function in a schema that was not migrated.
 */
export async function schemaProblem(
  client: Client,
  versions: readonly SchemaVersion[],
  onNewer?: (sentence: string) => void,
): Promise<DatabaseProblem | undefined> {
  for (const { schema, migrations: Migrations } of versions) {
    const migrations = Migrations.map((Migration) => new Migration());
    const { rows } = await client.query<AppliedMigration>(`SELECT name, fingerprint FROM ${quoteSchema(schema)}.applied_migrations()`);
    const problem = incompatibility(schema, migrations, rows);
    if (problem !== undefined) return problem;
    const applied = rows.map(({ name }) => name);
    const names = migrations.map(({ name }) => name);
    const missing = names.filter((name) => !applied.includes(name));
    if (missing.length > 0) {
      const sentence = `The schema ${schema} is older than this version: it lacks ${listOf(missing, 'migration')}`;
      return { kind: 'unmigrated', sentence, advice: ADVICE };
    }
    const more = applied.filter((name) => !names.includes(name));
    if (more.length > 0) onNewer?.(`The schema ${schema} is newer than this version: it has ${listOf(more, 'further migration')}`);
  }
  return undefined;
}

/** Finds a migration that ran with other statements than those of this build, or without the first one, which makes the schema. */
export function incompatibility(
  schema: string,
  migrations: readonly SqlMigration[],
  applied: readonly AppliedMigration[],
): DatabaseProblem | undefined {
  const fingerprints = new Map(applied.map(({ name, fingerprint }) => [name, fingerprint]));
  const isOther = ({ name, fingerprint }: SqlMigration, index: number): boolean =>
    fingerprints.has(name) ? fingerprints.get(name) !== fingerprint : index === 0;
  if (applied.length === 0 || !migrations.some(isOther)) return undefined;
  const sentence = `The schema ${schema} was made by another build of Hundi, whose tables this one does not know. Nothing in it was changed`;
  return { kind: 'incompatible', sentence, advice: NEW_DATABASE };
}

function listOf(names: readonly string[], word: string): string {
  const more = names.length > SHOWN_MAX ? ` and ${names.length - SHOWN_MAX} more` : '';
  return `the ${word}${names.length > 1 ? 's' : ''} ${names.slice(0, SHOWN_MAX).join(', ')}${more}`;
}
