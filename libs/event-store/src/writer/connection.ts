import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig, type QueryResultRow } from 'pg';
import { endsSession } from '#contracts';
import { WakeableLoop } from '#loops';
import { WriterUnavailableError } from '../errors';
import type { StoreLogger } from '../options';
import { ReleasedQuery, runQuery } from '../released-query';

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 12_000;
/** A session is silent for so long at most: two of the three seconds are left for a process that is held up. */
const PING_EVERY_MS = 1_000;
const EARLY_MS = 50;
const PING_TIMEOUT_MS = 3_000;
const BACKOFF_FIRST_MS = 50;
const BACKOFF_MAX_MS = 1_000;

/**
 * Statements of the append never scan: tables grow faster than statistics, and a plan made for an empty table would be a disaster
 * on a full one. They read what others committed while they waited for their locks (schema/append-function.ts).
 */
export const APPEND_SETTINGS: readonly string[] = [
  'default_transaction_isolation=read\\ committed',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_bitmapscan=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
];

/** Command line options of Postgres. */
export function asOptions(settings: readonly string[]): string {
  return settings.map((setting) => `-c ${setting}`).join(' ');
}

/**
 * Session settings of an appending connection. A process that freezes loses its session, and with it its partition
 * locks, after three seconds.
 */
const SESSION = asOptions([
  'idle_session_timeout=3000',
  'statement_timeout=10000',
  'lock_timeout=5000',
  'client_connection_check_interval=1000',
  'tcp_keepalives_idle=3',
  'tcp_keepalives_interval=1',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=5000',
  ...APPEND_SETTINGS,
]);

/** A prepared statement: parsed and planned once for each connection. */
export interface Statement {
  name: string;
  text: string;
}

export interface WriterConnectionOptions {
  databaseUrl: string;
  /** Seen in pg_stat_activity. */
  name: string;
  logger: StoreLogger;
  /** A new session is ready. */
  onUp: () => Promise<void>;
  /** The session is gone, with every lock it held. */
  onDown: (reason: string) => void;
  /** It is time for a ping: say something useful. True when something was said; else the session is kept by an empty statement. */
  onIdle: () => Promise<boolean>;
  /** A notice came; for a session that listens. */
  onNotice?: (payload: string) => void;
}

/** One session of Postgres that is kept alive, watched, and made anew with a growing pause when it is lost. */
export class WriterConnection {
  private client: Client | null = null;
  private socket: Socket | null = null;
  private readonly pinger = new WakeableLoop({
    // Not awaited: a ping of a session that is gone must not hold up that of the next one.
    run: async () => void this.keepAlive(),
    // At whole seconds: one process with many sessions wakes once for all of them.
    everyMs: untilNextPingMs,
  });
  private retry: NodeJS.Timeout | null = null;
  private attempts = 0;
  private stopped = false;
  private busy = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: WriterConnectionOptions) {}

  get isUp(): boolean {
    return this.client !== null;
  }

  /** @throws Error of the database when the first session cannot be made. */
  async start(): Promise<void> {
    this.stopped = false;
    await this.connect();
    this.pinger.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    void this.pinger.stop();
    if (this.retry) clearTimeout(this.retry);
    const client = this.client;
    this.client = null;
    if (client) await Promise.race([client.end().catch(() => undefined), pause(1_000, undefined, { ref: false })]);
    this.socket?.destroy();
  }

  /** @throws WriterUnavailableError without a session; else what the database says. */
  async query<TRow extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<TRow[]> {
    return this.run(new ReleasedQuery(statement, values));
  }

  /** A statement that is not worth preparing. */
  async execute<TRow extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<TRow[]> {
    return this.run(new ReleasedQuery({ text }, values));
  }

  /** Cut the session now: its locks go back at once. */
  drop(reason: string): void {
    if (this.client) this.lost(this.client, reason);
  }

  private async run<TRow extends QueryResultRow>(query: ReleasedQuery): Promise<TRow[]> {
    const client = this.client;
    if (!client) throw new WriterUnavailableError(`${this.options.name}: no connection`);
    this.busy++;
    // One question at a time: the driver no longer wants to queue for us.
    const turn = this.last.then(() => this.stillUp(client) && runQuery<TRow>(client, query));
    this.last = turn.catch(() => undefined);
    try {
      return (await turn).rows;
    } catch (error) {
      if (this.client !== client) throw new WriterUnavailableError(`${this.options.name}: connection lost`, { cause: error });
      if (isConnectionError(error)) {
        this.lost(client, String(error));
        throw new WriterUnavailableError(`${this.options.name}: connection lost`, { cause: error });
      }
      throw error;
    } finally {
      this.busy--;
    }
  }

  /** Always true: a question that waited for its turn must not reach a session that is gone. */
  private stillUp(client: Client): true {
    if (this.client !== client) throw new WriterUnavailableError(`${this.options.name}: connection lost`);
    return true;
  }

  private async connect(): Promise<void> {
    const socket = new Socket();
    const config: ClientConfig = {
      connectionString: this.options.databaseUrl,
      application_name: this.options.name,
      keepAlive: true,
      keepAliveInitialDelayMillis: 3_000,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      options: SESSION,
      stream: () => socket,
    };
    const client = new Client(config);
    client.on('error', (error) => this.lost(client, String(error)));
    client.on('end', () => this.lost(client, 'the server closed the session'));
    client.on('notification', ({ payload = '' }) => this.options.onNotice?.(payload));
    await client.connect();
    if (this.stopped) return void client.end().catch(() => undefined);
    this.client = client;
    this.socket = socket;
    await this.options.onUp();
  }

  private lost(client: Client, reason: string): void {
    if (this.client !== client) return;
    this.client = null;
    this.last = Promise.resolve();
    this.socket?.destroy();
    if (this.stopped) return;
    this.options.logger.warn({ connection: this.options.name, reason }, 'writer connection lost');
    this.options.onDown(reason);
    this.reconnectIn(BACKOFF_FIRST_MS);
  }

  private reconnectIn(delayMs: number): void {
    // One attempt at a time: a session lost while it is announced is reported twice, and a twin would hold locks unseen.
    if (this.retry) clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.reconnect(delayMs), delayMs);
  }

  private async reconnect(delayMs: number): Promise<void> {
    const attempt = ++this.attempts;
    try {
      await this.connect();
      this.options.logger.info({ connection: this.options.name }, 'writer connection restored');
    } catch {
      // A later attempt has begun: this is the end of an announcement whose session was lost before it.
      if (attempt !== this.attempts) return;
      this.client = null;
      this.socket?.destroy();
      if (!this.stopped) this.reconnectIn(Math.min(delayMs * 2, BACKOFF_MAX_MS));
    }
  }

  private async keepAlive(): Promise<void> {
    if (!this.client || this.busy > 0) return;
    const client = this.client;
    const deadline = setTimeout(() => this.lost(client, 'no answer to a ping'), PING_TIMEOUT_MS);
    try {
      if (!(await this.options.onIdle())) await this.execute('');
    } catch (error) {
      this.options.logger.debug({ connection: this.options.name, error: String(error) }, 'ping failed');
    } finally {
      clearTimeout(deadline);
    }
  }
}

/** A timer may be a moment early: then it was this second. */
function untilNextPingMs(): number {
  const untilMs = PING_EVERY_MS - (performance.now() % PING_EVERY_MS);
  return untilMs < EARLY_MS ? untilMs + PING_EVERY_MS : untilMs;
}

function isConnectionError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return true;
  return endsSession(code);
}
