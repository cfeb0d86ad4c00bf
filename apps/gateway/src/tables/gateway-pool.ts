import { Pool } from 'pg';

/** Connections to the gateway's own tables. */
export type GatewayPool = Pool;

/** Keys are read once in four seconds each, so few connections are enough. */
const CONNECTIONS_MAX = 4;
/** A key that cannot be looked up by then is a 503, in milliseconds. */
const TIMEOUT_MS = 2_000;
const LONG_TIMEOUT_MS = 60_000;

/** @param onLost called when an idle connection is lost; the pool replaces it by itself. */
export function openGatewayPool(databaseUrl: string, onLost: (error: Error) => void): GatewayPool {
  return openPool(databaseUrl, TIMEOUT_MS, onLost);
}

function openPool(databaseUrl: string, timeoutMs: number, onLost: (error: Error) => void): GatewayPool {
  const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS_MAX, application_name: 'hundi gateway', ...timeouts });
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', onLost);
  return pool;
}

/** Opens the tables for one piece of work, as a start or an operator's command does: no request waits for it, so it waits for a busy machine. */
export async function withGatewayPool<T>(databaseUrl: string, work: (pool: GatewayPool) => Promise<T>): Promise<T> {
  const pool = openPool(databaseUrl, LONG_TIMEOUT_MS, () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** What the clock of the database shows, in milliseconds since the epoch. Rejects when it does not answer. */
export async function askDatabaseClock(pool: GatewayPool): Promise<number> {
  const { rows } = await pool.query<{ now_ms: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms');
  return rows[0]?.now_ms ?? Number.NaN;
}
