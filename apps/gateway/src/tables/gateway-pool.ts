import type { OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';

/** Keys are read once in four seconds each, so few connections are enough. */
const CONNECTIONS_MAX = 4;
/** A key that cannot be looked up by then is a 503, in milliseconds. */
const TIMEOUT_MS = 2_000;
const LONG_TIMEOUT_MS = 60_000;

/** Connections to the gateway's own tables. */
export class GatewayPool extends Pool implements OnApplicationShutdown {
  /**
   * @param onLost called when an idle connection is lost; the pool replaces it by itself. Without a listener the loss would end
   *   the process.
   */
  constructor(databaseUrl: string, onLost: (error: Error) => void, timeoutMs = TIMEOUT_MS) {
    const timeouts = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
    super({ connectionString: databaseUrl, max: CONNECTIONS_MAX, application_name: 'hundi gateway', ...timeouts });
    this.on('error', onLost);
  }

  onApplicationShutdown(): Promise<void> {
    return this.end();
  }
}

/** Opens the tables for one piece of work, as a start or an operator's command does: no request waits for it, so it waits for a busy machine. */
export async function withGatewayPool<T>(databaseUrl: string, work: (pool: GatewayPool) => Promise<T>): Promise<T> {
  const pool = new GatewayPool(databaseUrl, () => undefined, LONG_TIMEOUT_MS);
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
