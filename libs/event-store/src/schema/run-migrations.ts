import { Client } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';
import { lockClass, quoteSchema } from './names';

export interface MigrationOptions {
  databaseUrl: string;
  schema: string;
  migrations: readonly (new () => MigrationInterface)[];
  /** How long to wait for another process that migrates the same schema, in milliseconds. */
  lockTimeoutMs?: number;
}

/**
 * Bring a schema up to date. Two processes at once are safe: the second waits for an advisory lock and then finds
 * nothing to do. Each migration is a transaction, so a run that was killed is repeated from where it stopped.
 *
 * @returns the names of the migrations that were run now.
 * @throws Error of the database; 55P03 when another process holds the lock for longer than `lockTimeoutMs` (60 s).
 */
export async function runMigrations(options: MigrationOptions): Promise<string[]> {
  const guard = new Client({ connectionString: options.databaseUrl, application_name: `hundi ${options.schema} migrate` });
  await guard.connect();
  try {
    await guard.query(`SET lock_timeout = ${options.lockTimeoutMs ?? 60_000}`);
    await guard.query('SELECT pg_advisory_lock($1, 0)', [lockClass(options.schema, 'migration')]);
    await guard.query(`CREATE SCHEMA IF NOT EXISTS ${quoteSchema(options.schema)}`);
    return await migrate(options);
  } finally {
    await guard.end();
  }
}

async function migrate(options: MigrationOptions): Promise<string[]> {
  const source = new DataSource({
    type: 'postgres',
    url: options.databaseUrl,
    schema: options.schema,
    migrations: [...options.migrations],
    migrationsTableName: 'migrations',
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
