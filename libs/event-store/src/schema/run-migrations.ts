import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { DatabaseUnusableError } from '../availability/await-database';
import { incompatibility, type SchemaVersion } from '../availability/schema-version';
import type { Projection } from '../projection/projection';
import { ProjectionVersions } from '../projection/versions';
import { applyRights } from '../roles/apply-rights';
import { letRoleLogIn, makeRoles } from '../roles/make-roles';
import { rolesOf } from '../roles/rights';
import { findAppliedMigrations, MIGRATIONS_TABLE, migrationsTableStatement, type AppliedMigration } from './migrations-table';
import { lockClass, quoteSchema } from './names';

const LOCK_EVERY_MS = 50;
/** For what is loaded only when there is something to migrate: services keep no TypeORM in memory. */
const load = createRequire(__filename);

/** Another process has been migrating the schema for too long. */
class MigrationsBusyError extends Error {
  override readonly name = 'MigrationsBusyError';
}

export interface MigrationOptions extends SchemaVersion {
  /** Of a user that owns the database and may make roles, or of a superuser. */
  databaseUrl: string;
  /** URLs that the services and operators log in with: their roles get the passwords in them. */
  loginUrls?: readonly (string | undefined)[];
  /** Views whose tables are made now, because a service may not make them. */
  views?: readonly Projection[];
  /** How long to wait for another process that migrates the same schema, in milliseconds. */
  lockTimeoutMs?: number;
}

/**
 * Bring a schema up to date. Two processes at once are safe: the second waits for an advisory lock and then finds
 * nothing to do. Each migration is a transaction, so a run that was killed is repeated from where it stopped. In the end the
 * owners and grants are those of the table of rights (`RIGHTS`).
 *
 * @returns the names of the migrations that were run now.
 * @throws MigrationsBusyError when another process holds the lock for longer than `lockTimeoutMs` (60 s); RolesMissingError;
 *   DatabaseUnusableError for a schema that another build made, or a lost connection; Error of the database.
 */
export async function runMigrations(options: MigrationOptions): Promise<string[]> {
  const guard = new Client({ connectionString: options.databaseUrl, application_name: `hundi ${options.schema} migrate` });
  // It waits while others of this run work: an error event that is not listened to would end the process.
  let lost: Error | undefined;
  guard.on('error', (error) => (lost ??= error));
  await guard.connect();
  try {
    await guard.query(`SET lock_timeout = ${options.lockTimeoutMs ?? 60_000}`);
    await takeLock(guard, options);
    const applied = await readApplied(guard, options);
    if (rolesOf(options.schema).length > 0) await makeRoles(guard, options.schema);
    await guard.query(`CREATE SCHEMA IF NOT EXISTS ${quoteSchema(options.schema)}`);
    if (applied === undefined) await guard.query(migrationsTableStatement(options.schema));
    const done = isUpToDate(options, applied) ? [] : await migrate(options);
    await prepareViews(options);
    await guard.query('BEGIN');
    await applyRights(guard, options.schema);
    await guard.query('COMMIT');
    await analyzeRestored(guard, options.schema);
    for (const url of options.loginUrls ?? []) if (url !== undefined) await letRoleLogIn(guard, url);
    return done;
  } catch (error) {
    throw lost === undefined ? error : connectionLost(options.schema, lost);
  } finally {
    await guard.end();
  }
}

function connectionLost(schema: string, cause: Error): DatabaseUnusableError {
  return new DatabaseUnusableError(
    `Postgres ended the connection while the schema ${schema} was brought up to date (${cause.message}).\n` +
      'Nothing is half done: run it again when Postgres is back.',
    { cause },
  );
}

/** A dump has no statistics. A schema without an event store has no function for it, and no table that is large. */
async function analyzeRestored(guard: Client, schema: string): Promise<void> {
  const analyze = `${quoteSchema(schema)}.analyze_new_tables()`;
  const { rows } = await guard.query<{ exists: boolean }>('SELECT to_regprocedure($1) IS NOT NULL AS exists', [analyze]);
  if (rows[0]?.exists) await guard.query(`SELECT ${analyze}`);
}

async function prepareViews({ databaseUrl, schema, views = [] }: MigrationOptions): Promise<void> {
  if (views.length === 0) return;
  const pool = new Pool({ connectionString: databaseUrl, application_name: `hundi ${schema} migrate`, max: 1 });
  pool.on('error', () => undefined);
  try {
    for (const view of views) await new ProjectionVersions(pool, schema, view).prepare();
  } finally {
    await pool.end();
  }
}

/** Asks again and again instead of waiting: an index that is made concurrently waits for every statement that is older than itself. */
async function takeLock(guard: Client, { schema, lockTimeoutMs = 60_000 }: MigrationOptions): Promise<void> {
  const endsAtMs = performance.now() + lockTimeoutMs;
  for (;;) {
    const { rows } = await guard.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, 0) AS locked', [
      lockClass(schema, 'migration'),
    ]);
    if (rows[0]?.locked) return;
    if (performance.now() > endsAtMs) throw new MigrationsBusyError(`another process migrates the schema ${schema}`);
    await pause(LOCK_EVERY_MS);
  }
}

/** @throws DatabaseUnusableError for a schema that another build made. */
async function readApplied(guard: Client, { schema, migrations }: MigrationOptions): Promise<AppliedMigration[] | undefined> {
  const applied = await findAppliedMigrations(guard, schema);
  const builtHere = migrations.map((Migration) => new Migration());
  const problem = incompatibility(schema, builtHere, applied ?? []);
  if (problem !== undefined) throw new DatabaseUnusableError(`${problem.sentence}.\n${problem.advice}`);
  return applied;
}

/** TypeORM compares the same on connections of its own; most starts have nothing to do. */
function isUpToDate({ migrations }: MigrationOptions, applied: readonly AppliedMigration[] = []): boolean {
  const names = new Set(applied.map(({ name }) => name));
  return migrations.every((Migration) => names.has(new Migration().name));
}

async function migrate(options: MigrationOptions): Promise<string[]> {
  const { DataSource } = load('typeorm') as typeof import('typeorm');
  const source = new DataSource({
    type: 'postgres',
    url: options.databaseUrl,
    schema: options.schema,
    migrations: [...options.migrations],
    migrationsTableName: MIGRATIONS_TABLE,
    migrationsTransactionMode: 'each',
    applicationName: `hundi ${options.schema} migrate`,
    poolSize: 2,
    // TypeORM's other loggers write to the console past ours; a failure is thrown anyway.
    logger: 'debug',
  });
  await source.initialize();
  try {
    return (await source.runMigrations()).map((migration) => migration.name);
  } finally {
    await source.destroy();
  }
}
