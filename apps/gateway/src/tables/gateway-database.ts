import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import { queryOn, type Query } from '#event-store';
import type { AskRows } from '../accounts/secrets/key-grants.table';

/** Keys are read once in four seconds each, so few connections are enough. */
const CONNECTIONS_MAX = 4;
/** A key that cannot be looked up by then is a 503, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** What the gateway asks its database beside the event store of accounts: few questions, each with a short deadline. Connects when it is first used. */
export class GatewayDatabase implements OnApplicationShutdown {
  private readonly source: DataSource;
  private opening: Promise<DataSource> | undefined;

  /** @param onLost called when an idle connection is lost; it is replaced by itself. */
  constructor(databaseUrl: string, onLost: (error: Error) => void) {
    this.source = new DataSource({
      type: 'postgres',
      url: databaseUrl,
      applicationName: 'hundi gateway',
      poolSize: CONNECTIONS_MAX,
      poolErrorHandler: onLost,
      connectTimeoutMS: TIMEOUT_MS,
      installExtensions: false,
      extra: { query_timeout: TIMEOUT_MS },
    });
  }

  /** Runs a statement and answers its rows. */
  readonly ask: AskRows = async <TRow extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<TRow[]> => {
    const runner = (await this.open()).createQueryRunner();
    try {
      return await rowsOf<TRow>(runner, text, values);
    } finally {
      await runner.release();
    }
  };

  /** The same for what is asked with many requests: past TypeORM, which prepares no statement. */
  readonly askOften: Query = async (statement, values) => {
    const { master } = (await this.open()).driver as { master?: Pool };
    if (master === undefined) throw new Error('not a pool of Postgres');
    return queryOn(master)(statement, values);
  };

  /** Several statements that stand or fall together. @throws what `work` throws: everything is taken back then. */
  async within<TResult>(work: (ask: AskRows) => Promise<TResult>): Promise<TResult> {
    return (await this.open()).transaction(({ queryRunner }) => {
      if (queryRunner === undefined) throw new Error('a transaction without a connection');
      return work((text, values) => rowsOf(queryRunner, text, values));
    });
  }

  /** What the clock of Postgres shows, in milliseconds since the epoch. Rejects when it does not answer. */
  async nowMs(): Promise<number> {
    const [row] = await this.ask<{ now_ms: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms', []);
    return row?.now_ms ?? Number.NaN;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.opening?.then(
      (source) => source.destroy(),
      () => undefined,
    );
  }

  /** A connection that cannot be made now is tried again with the next question. */
  private open(): Promise<DataSource> {
    this.opening ??= this.source.initialize().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }
}

/** Of every kind of statement: by itself TypeORM puts the rows of an UPDATE or DELETE beside their number. */
async function rowsOf<TRow extends QueryResultRow>(runner: QueryRunner, text: string, values: readonly unknown[]): Promise<TRow[]> {
  try {
    return (await runner.query(text, [...values], true)).records as TRow[];
  } catch (error) {
    // The error of TypeORM carries the values, which belong in no log.
    throw error instanceof QueryFailedError ? error.driverError : error;
  }
}
