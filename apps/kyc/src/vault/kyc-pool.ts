import { Pool } from 'pg';
import { KEPT_IDLE_MS } from '#event-store';

const CONNECTIONS_MAX = 4;
const TIMEOUT_MS = 3_000;

export interface KycPoolOptions {
  databaseUrl: string;
  onConnectionLost: (error: Error) => void;
}

/** Connections of kyc beside those of its log. They connect when they are used. @param purpose shown by Postgres beside each connection. */
export function openKycPool(purpose: string, { databaseUrl, onConnectionLost }: KycPoolOptions): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    application_name: `hundi kyc ${purpose}`,
    connectionTimeoutMillis: TIMEOUT_MS,
    idleTimeoutMillis: KEPT_IDLE_MS,
    query_timeout: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
  });
  pool.on('error', onConnectionLost);
  return pool;
}
