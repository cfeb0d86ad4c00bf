import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { pollUntil } from './waiting';

/** Session lock of the one Hundi that uses a folder: it goes with the process, however that ends. */
const CLAIM_LOCK = 4863_4449;
const CLAIM_WITHIN_MS = 3_000;
const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 5_000;

/**
 * The right to use a folder: a session lock in its Postgres. The session can end while its owner lives (an operator ends
 * it, one backend crashes and Postgres ends all of them): it is made again then, until another process is found to hold it.
 */
export class FolderClaim {
  private session: Client | undefined;
  private isReleased = false;

  /** @param onTaken called once, when another process has held the lock for 3 s after ours was lost. */
  constructor(
    private readonly url: string,
    private readonly onTaken: () => void,
  ) {}

  /** Whether this process holds the folder now, as far as it knows. */
  get isHeld(): boolean {
    return this.session !== undefined;
  }

  /**
   * Take the lock, waiting up to 3 s for one who is just ending.
   *
   * @returns whether it is ours now.
   * @throws Error of the driver when Postgres cannot be reached.
   */
  async take(): Promise<boolean> {
    const taken = await pollUntil(async () => ((await this.tryTake()) ? true : undefined), { withinMs: CLAIM_WITHIN_MS, everyMs: 100 });
    return taken ?? false;
  }

  /** Run a query in the session that holds the lock; 0 when there is none. @returns the number of rows. */
  async countRows(sql: string): Promise<number> {
    return (await this.session?.query(sql))?.rowCount ?? 0;
  }

  /** Give it up for good, after the last work under it. It is not made again when that work ends the session. */
  async release(lastWork?: () => Promise<unknown>): Promise<void> {
    this.isReleased = true;
    await lastWork?.();
    await this.session?.end().catch(() => undefined);
  }

  private async tryTake(): Promise<boolean> {
    const client = new Client({
      connectionString: this.url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: 'hundi-claim',
    });
    client.on('error', () => undefined);
    let isTaken = false;
    try {
      await client.connect();
      const { rows } = await client.query<{ claimed: boolean }>('select pg_try_advisory_lock($1) as claimed', [CLAIM_LOCK]);
      isTaken = rows[0]?.claimed ?? false;
    } finally {
      if (!isTaken) await client.end().catch(() => undefined);
    }
    if (isTaken) this.keep(client);
    return isTaken;
  }

  private keep(session: Client): void {
    this.session = session;
    session.once('end', () => {
      this.session = undefined;
      if (!this.isReleased) void this.takeAgain();
    });
  }

  /** While Postgres cannot be reached no other process can hold the lock either: that time does not count. */
  private async takeAgain(): Promise<void> {
    let refusedAtMs: number | undefined;
    for (let pauseMs = PAUSE_FIRST_MS; !this.isReleased; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
      const isTaken = await this.tryTake().catch(() => undefined);
      if (isTaken) return this.isReleased ? this.release() : undefined;
      refusedAtMs = isTaken === false ? (refusedAtMs ?? performance.now()) : undefined;
      if (refusedAtMs !== undefined && performance.now() - refusedAtMs >= CLAIM_WITHIN_MS) return this.onTaken();
      await delay(pauseMs, undefined, { ref: false });
    }
  }
}
