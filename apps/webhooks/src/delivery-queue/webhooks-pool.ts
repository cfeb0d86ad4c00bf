import type { Socket } from 'node:net';
import { Pool, type PoolClient } from 'pg';
import { KEPT_IDLE_MS } from '#event-store';
import type { Logger } from '#service';

const CONNECT_TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 5_000;
/** Queue and feed grow faster than their statistics: a plan that reads them from first to last is a bad one at any size. */
const SETTINGS = '-c enable_seqscan=off -c jit=off';
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1']);
/** Half of what Node reads at once: less is not the middle of a large answer. */
const LARGE_CHUNK_BYTES = 32_768;

/** Connections of one part of the service. */
export type WebhooksPool = Pool;

export interface WebhooksPoolOptions {
  databaseUrl: string;
  /** Shown by Postgres beside each connection. */
  purpose: string;
  connectionsMax: number;
  logger: Logger;
}

/** Connections of the webhooks service beside those of its event store, with bounds on every wait. */
export function openWebhooksPool({ databaseUrl, purpose, connectionsMax, logger }: WebhooksPoolOptions): WebhooksPool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: `hundi webhooks ${purpose}`,
    max: connectionsMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: KEPT_IDLE_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS + 1_000,
    // A transaction whose process froze must not keep the row of a shard.
    idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    options: SETTINGS,
  });
  pool.on('connect', fetchOnAtOnce);
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => logger.warn({ purpose, error: String(error) }, 'idle connection lost'));
  return pool;
}

/** The part of `pg` below a client that its types do not tell. */
interface WithConnection {
  connection: { stream: Socket; flush(): void };
}

/**
 * Asks for the rest of a large answer of a Postgres on the same machine. Linux sends two full segments over loopback, 128 KiB, and
 * then waits for the acknowledgement; where questions and answers take turns that comes up to 40 ms late, unless something is sent
 * that takes it along. A Flush is, and Postgres has nothing to do for it.
 */
function fetchOnAtOnce(client: PoolClient): void {
  const { connection } = client as unknown as WithConnection;
  if (!LOOPBACK.has(connection.stream.remoteAddress ?? '')) return;
  connection.stream.on('data', (chunk: Buffer) => {
    if (chunk.length >= LARGE_CHUNK_BYTES) connection.flush();
  });
}
