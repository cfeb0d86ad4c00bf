import { Pool } from 'pg';
import type { EventStoreOptions } from './options';

/**
 * A pool of connections with bounds on every wait.
 *
 * @param purpose shown by Postgres beside each connection.
 * @param settings of the session, as command line options of Postgres.
 */
export function createPool(
  { databaseUrl, schema, logger }: EventStoreOptions,
  purpose: string,
  connectionsMax: number,
  settings?: string,
): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: `hundi ${schema} ${purpose}`,
    max: connectionsMax,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    keepAlive: true,
    ...(settings ? { options: settings } : {}),
  });
  pool.on('error', (error) => logger.warn({ purpose, error: String(error) }, 'an idle connection was lost'));
  return pool;
}
