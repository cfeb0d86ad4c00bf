import { Pool } from 'pg';
import type { Logger } from '#service';

const CONNECT_TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 5_000;

export interface WebhooksPoolOptions {
  databaseUrl: string;
  /** Shown by Postgres beside each connection. */
  purpose: string;
  connectionsMax: number;
  logger: Logger;
}

/** Connections of the webhooks service beside those of its event store, with bounds on every wait. */
export function openWebhooksPool({ databaseUrl, purpose, connectionsMax, logger }: WebhooksPoolOptions): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: `hundi webhooks ${purpose}`,
    max: connectionsMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS + 1_000,
    // A transaction whose process froze must not keep the row of a shard.
    idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => logger.warn({ purpose, error: String(error) }, 'an idle connection was lost'));
  return pool;
}
