import { Client, type buildConnector } from 'undici';
import type { Clock, Destination } from '#contracts';
import type { GuardedConnector, OpenConnection } from './connector';
import type { ConnectPhases } from './failure';

export interface PoolOptions {
  connector: GuardedConnector;
  clock: Clock;
  /** Origins with open connections; beyond, the one used longest ago is closed. */
  originsMax: number;
}

/** An origin without attempts for this long is closed, so that its name is looked up again. */
const IDLE_CLOSE_MS = 60_000;
/** A socket that a receiver says nothing about is kept this long: shorter than what usual servers keep theirs. */
const SOCKET_IDLE_MS = 4_000;

const LINE_OPTIONS: Client.Options = {
  pipelining: 1,
  // The webhook sender has deadlines of its own; those of undici are idle timers.
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: SOCKET_IDLE_MS,
  keepAliveMaxTimeout: IDLE_CLOSE_MS,
};

/**
 * One connection at a time to an origin, opened by the guard. A request that has to end early ends with its socket: undici
 * would open another one only to find that the request is gone.
 */
export class Line extends Client {
  private readonly held: { connection: OpenConnection | null; isNew: boolean };

  constructor(origin: string, open: () => Promise<OpenConnection>) {
    const held: { connection: OpenConnection | null; isNew: boolean } = { connection: null, isNew: false };
    const connect: buildConnector.connector = (_, done) => {
      held.connection = null;
      open().then(
        (connection) => {
          held.connection = connection;
          held.isNew = true;
          done(null, connection.socket);
        },
        (error: Error) => done(error, null),
      );
    };
    super(origin, { ...LINE_OPTIONS, connect });
    this.held = held;
  }

  /** How the connection was opened, for the first request on it; undefined for all others. */
  claimPhases(): ConnectPhases | undefined {
    if (!this.held.isNew) return undefined;
    this.held.isNew = false;
    return this.held.connection?.phases;
  }

  get remoteIp(): string | null {
    return this.held.connection?.remoteIp ?? null;
  }

  /** Undefined before a connection stands. */
  get network(): string | null | undefined {
    return this.held.connection?.network;
  }

  /** Over all requests of the connection. */
  get bytesRead(): number {
    return this.held.connection?.socket.bytesRead ?? 0;
  }

  /** Ends the request under way with this error, and the connection with it. */
  cut(error: Error): void {
    this.held.connection?.socket.destroy(error);
  }
}

/** The connections of one origin in one mode: the guard of live mode never shares a socket with that of test mode. */
export class OriginPool {
  /** Attempts under way. */
  inFlight = 0;
  usedAtMs = 0;
  private readonly lines: Line[] = [];
  /** Those without a request, used most lately last: it goes first, and what is not needed any more falls idle. */
  private readonly free: Line[] = [];

  constructor(
    private readonly destination: Destination,
    private readonly livemode: boolean,
    private readonly connector: GuardedConnector,
  ) {}

  /** A connection for one request; there are as many as attempts, so that no attempt waits for the slow reply of another. */
  take(): Line {
    return this.free.pop() ?? this.add();
  }

  /** The request of this line is over. */
  giveBack(line: Line): void {
    this.free.push(line);
  }

  /** Lets what runs end, and closes the connections then. */
  async close(): Promise<void> {
    await Promise.all(this.lines.map((line) => line.close()));
  }

  /** Ends all connections, whatever they are doing. */
  async destroy(): Promise<void> {
    await Promise.all(this.lines.map((line) => line.destroy()));
  }

  private add(): Line {
    const line = new Line(this.destination.origin, () => this.connector.open(this.destination, this.livemode));
    this.lines.push(line);
    return line;
  }
}

/** Pools by origin and mode, used most lately last. */
export class OriginPools {
  private readonly pools = new Map<string, OriginPool>();
  private readonly sweeper: NodeJS.Timeout;

  constructor(private readonly options: PoolOptions) {
    this.sweeper = setInterval(() => this.closeIdle(), IDLE_CLOSE_MS / 6);
    this.sweeper.unref();
  }

  /** The caller counts itself in `inFlight` before anything else happens. */
  of(destination: Destination, livemode: boolean): OriginPool {
    const key = livemode ? `live ${destination.origin}` : destination.origin;
    const found = this.pools.get(key);
    const pool = found ?? new OriginPool(destination, livemode, this.options.connector);
    pool.usedAtMs = this.options.clock.monotonicMs();
    if (found !== undefined) this.pools.delete(key);
    this.pools.set(key, pool);
    if (found === undefined && this.pools.size > this.options.originsMax) this.closeOldest(pool);
    return pool;
  }

  /** Origins with connections. */
  get size(): number {
    return this.pools.size;
  }

  /** Closes what has had no attempt for a minute; what is older comes first. */
  closeIdle(): void {
    const before = this.options.clock.monotonicMs() - IDLE_CLOSE_MS;
    for (const [key, pool] of this.pools) {
      if (pool.usedAtMs > before) return;
      if (pool.inFlight === 0) this.close(key, pool);
    }
  }

  /** Ends all connections, whatever they are doing. */
  async destroy(): Promise<void> {
    clearInterval(this.sweeper);
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  private closeOldest(newest: OriginPool): void {
    for (const [key, pool] of this.pools) {
      if (pool === newest || pool.inFlight > 0) continue;
      this.close(key, pool);
      return;
    }
  }

  private close(key: string, pool: OriginPool): void {
    this.pools.delete(key);
    // Lets what still runs end; a pool without attempts has nothing that could fail.
    pool.close().catch(() => undefined);
  }
}
