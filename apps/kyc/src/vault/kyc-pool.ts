import { Pool } from 'pg';

const CONNECTIONS_MAX = 4;
const TIMEOUT_MS = 3_000;

/** Connections for the questions of kyc beside its log: who presented a document, what is to be erased. Connects when it is used. */
export function openKycPool(databaseUrl: string, onConnectionLost: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    application_name: 'hundi kyc views',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
  });
  pool.on('error', onConnectionLost);
  return pool;
}
