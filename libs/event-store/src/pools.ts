import { Pool } from 'pg';
import type { EventStoreOptions } from './options';

export interface PoolSession {
  /** Command line options of Postgres. */
  settings?: string;
  /** A statement that has not ended by then is cancelled, in milliseconds. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Longer than Postgres takes to say that it gave up: only a dead connection is noticed here. */
const SILENCE_MS = 2_000;

/**
 * A pool of connections with bounds on every wait.
 *
 * @param purpose shown by Postgres beside each connection.
 * @param session what every connection is set to.
 */
export function createPool(
  { databaseUrl, schema, logger }: EventStoreOptions,
  purpose: string,
  connectionsMax: number,
  { settings, timeoutMs = TIMEOUT_MS }: PoolSession = {},
): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: `hundi ${schema} ${purpose}`,
    max: connectionsMax,
    connectionTimeoutMillis: 5_000,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + SILENCE_MS,
    keepAlive: true,
    ...(settings ? { options: settings } : {}),
  });
  pool.on('error', (error) => logger.warn({ purpose, error: String(error) }, 'an idle connection was lost'));
  return pool;
}
