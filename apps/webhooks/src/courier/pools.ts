import { Pool, type buildConnector } from 'undici';
import type { Clock, Destination } from '#contracts';
import type { GuardedConnector } from './connector';
import type { ConnectPhases } from './failure';

export interface PoolOptions {
  connector: GuardedConnector;
  clock: Clock;
  /** Connections of one origin: as many as the process has attempts under way, so that nobody waits for somebody else's slow reply. */
  connectionsMax: number;
  /** Origins with open connections; beyond, the one used longest ago is closed. */
  originsMax: number;
}

/** An origin without attempts for this long is closed, so that its name is looked up again. */
const IDLE_CLOSE_MS = 60_000;
/** A socket that a receiver says nothing about is kept this long: shorter than what usual servers keep theirs. */
const SOCKET_IDLE_MS = 4_000;

/** The connections of one origin in one mode: the guard of live mode never shares a socket with that of test mode. */
export class OriginPool {
  readonly pool: Pool;
  /** Attempts under way. */
  inFlight = 0;
  usedAtMs = 0;
  /** Where the last connection led to. */
  remoteIp: string | null = null;
  /** Of connections that were opened for an attempt that has not begun yet: undici begins it as soon as its connection stands. */
  private readonly unclaimed: ConnectPhases[] = [];

  constructor(destination: Destination, livemode: boolean, options: PoolOptions) {
    const connect: buildConnector.connector = (_, done) => {
      options.connector.open(destination, livemode).then(
        ({ socket, remoteIp, phases }) => {
          this.remoteIp = remoteIp;
          this.unclaimed.push(phases);
          done(null, socket);
        },
        (error: Error) => done(error, null),
      );
    };
    this.pool = new Pool(destination.origin, {
      connect,
      connections: options.connectionsMax,
      pipelining: 1,
      // The courier has deadlines of its own; those of undici are idle timers.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: SOCKET_IDLE_MS,
      keepAliveMaxTimeout: IDLE_CLOSE_MS,
    });
  }

  /** For an attempt that begins: how its connection was opened; undefined when it was open already. */
  claimPhases(): ConnectPhases | undefined {
    return this.unclaimed.length === 0 ? undefined : this.unclaimed.shift();
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
    const pool = found ?? new OriginPool(destination, livemode, this.options);
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
    await Promise.all(pools.map(({ pool }) => pool.destroy()));
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
    pool.pool.close().catch(() => undefined);
  }
}
