import type { OnApplicationShutdown } from '@nestjs/common';
import { DataSource, IsNull, type Repository } from 'typeorm';
import { Account } from './account.entity';
import { ApiKey } from './api-key.entity';

/** Keys are read once in four seconds each, so few connections are enough. */
const CONNECTIONS_MAX = 4;
/** A key that cannot be looked up by then is a 503, in milliseconds. */
const TIMEOUT_MS = 2_000;
const LONG_TIMEOUT_MS = 60_000;

/** A key together with what of its account decides whether it may act. */
export type ApiKeyGrant = Omit<ApiKey, 'account'> & { isLiveEnabled: boolean };

/** The tables of the gateway: accounts and keys. Connects when it is first used. */
export class GatewayDatabase implements OnApplicationShutdown {
  private readonly source: DataSource;
  private opening: Promise<DataSource> | undefined;

  /** @param onLost called when an idle connection is lost; it is replaced by itself. */
  constructor(databaseUrl: string, onLost: (error: Error) => void, timeoutMs = TIMEOUT_MS) {
    this.source = new DataSource({
      type: 'postgres',
      url: databaseUrl,
      entities: [Account, ApiKey],
      applicationName: 'hundi gateway',
      poolSize: CONNECTIONS_MAX,
      poolErrorHandler: onLost,
      connectTimeoutMS: timeoutMs,
      installExtensions: false,
      extra: { query_timeout: timeoutMs },
    });
  }

  async accounts(): Promise<Repository<Account>> {
    return (await this.open()).getRepository(Account);
  }

  async apiKeys(): Promise<Repository<ApiKey>> {
    return (await this.open()).getRepository(ApiKey);
  }

  /** The key with this id and its account, or undefined. */
  async findApiKeyGrant(id: string): Promise<ApiKeyGrant | undefined> {
    const keys = await this.apiKeys();
    // One statement: `findOne` would look for the id first.
    const [found] = await keys.find({ where: { id }, relations: { account: true } });
    if (found?.account === undefined) return undefined;
    const { account, ...key } = found;
    return { ...key, isLiveEnabled: account.isLiveEnabled };
  }

  /** Revokes a key once; false when there is no such key. Revoking again keeps the first instant. */
  async revokeApiKey(id: string, revokedAtMs: number): Promise<boolean> {
    const keys = await this.apiKeys();
    await keys.update({ id, revokedAtMs: IsNull() }, { revokedAtMs });
    return keys.existsBy({ id });
  }

  /** What the clock of Postgres shows, in milliseconds since the epoch. Rejects when it does not answer. */
  async nowMs(): Promise<number> {
    const rows: { now_ms: number }[] = await (
      await this.open()
    ).query('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms');
    return rows[0]?.now_ms ?? Number.NaN;
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

/** Opens the tables for one piece of work, as a start or an operator's command does: no request waits for it, so it waits for a busy machine. */
export async function withGatewayDatabase<T>(databaseUrl: string, work: (database: GatewayDatabase) => Promise<T>): Promise<T> {
  const database = new GatewayDatabase(databaseUrl, () => undefined, LONG_TIMEOUT_MS);
  try {
    return await work(database);
  } finally {
    await database.onApplicationShutdown();
  }
}
