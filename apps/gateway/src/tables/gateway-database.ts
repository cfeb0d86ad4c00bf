import type { OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { askOn, inTransaction, KEPT_IDLE_MS, queryOn, type Query } from '#event-store';
import type { AskRows } from '../accounts/secrets/key-grants.table';

/** Keys are read once in four seconds each, so few connections are enough. */
const CONNECTIONS_MAX = 4;
/** A key that cannot be looked up by then is a 503, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** What the gateway asks its database beside the event store of accounts: few questions, each with a short deadline. Connects when it is first used. */
export class GatewayDatabase implements OnApplicationShutdown {
  private readonly pool: Pool;

  /** Runs a statement and answers its rows. */
  readonly ask: AskRows;
  /** The same for what is asked with many requests: the statement is prepared. */
  readonly askOften: Query;

  /** @param onLost called when an idle connection is lost; it is replaced by itself. */
  constructor(databaseUrl: string, onLost: (error: Error) => void) {
    this.pool = new Pool({
      connectionString: databaseUrl,
      application_name: 'hundi gateway',
      max: CONNECTIONS_MAX,
      connectionTimeoutMillis: TIMEOUT_MS,
      idleTimeoutMillis: KEPT_IDLE_MS,
      query_timeout: TIMEOUT_MS,
    });
    this.pool.on('error', onLost);
    this.ask = askOn(this.pool);
    this.askOften = queryOn(this.pool);
  }

  /** Several statements that stand or fall together. @throws what `work` throws: everything is taken back then. */
  within<TResult>(work: (ask: AskRows) => Promise<TResult>): Promise<TResult> {
    return inTransaction(this.pool, (client) => work(askOn(client)));
  }

  /** What the clock of Postgres shows, in milliseconds since the epoch. Rejects when it does not answer. */
  async nowMs(): Promise<number> {
    const [row] = await this.ask<{ now_ms: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms', []);
    return row?.now_ms ?? Number.NaN;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
