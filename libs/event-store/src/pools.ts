import { Pool, type QueryResultRow } from 'pg';
import { APPEND_SETTINGS, asOptions } from './writer/connection';
import { queryOn, type Query } from './writer/load';
import { DEFAULTS, type EventStoreOptions } from './options';
import { accountQueryOn, queryAccountsOn, type AccountStatement, type QueryAccounts } from './reads/account-query';
import type { AccountAccess } from './reads/reads';
import { readerOf } from './roles/rights';

interface PoolSession {
  /** Command line options of Postgres. */
  settings?: string;
  /** A statement that has not ended by then is cancelled, in milliseconds. */
  timeoutMs?: number;
  /** How long to wait for a connection of the pool, in milliseconds. */
  connectMs?: number;
  /** A connection that was not used for so long is closed, in milliseconds. */
  idleMs?: number;
}

/** A list is planned for the very values it is asked for: accounts of ten payments and of ten million need other plans. */
const LIST_SESSION = { settings: '-c plan_cache_mode=force_custom_plan', timeoutMs: 4_000 };

/** Reads by id find their rows by an index whatever the statistics say, and are planned once for each connection. */
const READ_SETTINGS = asOptions(APPEND_SETTINGS);

/** What follows the log: a plan that was made while it was short, and reads all of it, would stay when it has grown. */
const FOLLOW_SETTINGS = asOptions(['enable_seqscan=off', 'jit=off']);

/** What waits for the lock under which a shard is appended to, and may append then. */
const LOCKING_SESSION = { settings: asOptions(['lock_timeout=1s', ...APPEND_SETTINGS]), connectMs: 2_000 };

const SERVICE_CONNECTIONS_MAX = 4;
const TIMEOUT_MS = 10_000;
const CONNECT_MS = 5_000;
const IDLE_MS = 10_000;
/** What asks now and then keeps its connection: a new one costs Postgres and this process more than a hundred questions. In milliseconds. */
export const KEPT_IDLE_MS = 60_000;
/** A process that freezes in a transaction must not keep checkpoints of views, or a shard, locked. Its statements follow at once. */
const IDLE_IN_TRANSACTION_MS = 5_000;
/** Longer than Postgres takes to say that it gave up: only a dead connection is noticed here. */
const SILENCE_MS = 2_000;

/**
 * A pool of connections with bounds on every wait.
 *
 * @param purpose shown by Postgres beside each connection.
 * @param session what every connection is set to.
 */
function createPool(
  { databaseUrl, schema, logger }: EventStoreOptions,
  purpose: string,
  connectionsMax: number,
  { settings, timeoutMs = TIMEOUT_MS, connectMs = CONNECT_MS, idleMs = IDLE_MS }: PoolSession = {},
): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: `hundi ${schema} ${purpose}`,
    max: connectionsMax,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    ...(settings ? { options: settings } : {}),
  });
  pool.on('error', (error) => logger.warn({ purpose, error: String(error) }, 'idle connection lost'));
  return pool;
}

/** The connections of one store beside those that append, apart by what may hold them up. */
export interface StorePools {
  /** Reads by id. */
  reads: Pool;
  /** Apart from reads, so that what waits for the lock of a shard cannot hold those up. */
  locking: Pool;
  /** Apart from reads, so that a burst of GETs cannot hold up publishing or timers. */
  relay: Pool;
  /** Apart from reads by id, so that lists over millions cannot hold those up. */
  lists: Pool;
  /** What belongs to no account. */
  service: Pool;
}

/** They connect when they are first used. Reads and lists take on the role of the reader, which sees the rows of one account at a time. */
export function openPools(options: EventStoreOptions): StorePools {
  const { readConnectionsMax, lockingConnectionsMax, listConnectionsMax } = { ...DEFAULTS, ...options };
  const reader = readerOf(options.schema);
  const role = reader === undefined ? '' : `-c role=${reader} `;
  return {
    reads: createPool(options, 'reads', readConnectionsMax, { settings: role + READ_SETTINGS }),
    locking: createPool(options, 'locking', lockingConnectionsMax, LOCKING_SESSION),
    relay: createPool(options, 'relay', 2, { settings: `-c synchronous_commit=off ${FOLLOW_SETTINGS}`, idleMs: KEPT_IDLE_MS }),
    lists: createPool(options, 'lists', listConnectionsMax, { ...LIST_SESSION, settings: role + LIST_SESSION.settings }),
    service: createPool(options, 'service', SERVICE_CONNECTIONS_MAX, { settings: FOLLOW_SETTINGS, idleMs: KEPT_IDLE_MS }),
  };
}

/** Statements of one account on a pool of readers. A schema without a reader has no policies to say the account to. */
export type AccountQueries = (accountId: string) => Query;

/** @param pool `reads` or `lists`. */
export function accountQueries(schema: string, pool: Pool): AccountQueries {
  const isBound = readerOf(schema) !== undefined;
  return (accountId) => (isBound ? accountQueryOn(pool, accountId) : queryOn(pool));
}

/** The same for statements of several accounts in one message. */
function queryAccounts(schema: string, pool: Pool): QueryAccounts {
  if (readerOf(schema) !== undefined) return queryAccountsOn(pool);
  const query = queryOn(pool);
  return <TRow extends QueryResultRow>(asked: readonly AccountStatement[]) =>
    Promise.all(asked.map(({ statement, values }) => query<TRow>(statement, values)));
}

/** What reads by id go through. @param pool `reads`. */
export function accountReads(options: EventStoreOptions, pool: Pool): AccountAccess {
  const { schema, readConnectionsMax = DEFAULTS.readConnectionsMax } = options;
  return { queryAs: accountQueries(schema, pool), queryAccounts: queryAccounts(schema, pool), readConnectionsMax };
}
