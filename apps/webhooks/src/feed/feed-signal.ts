import { Client, type Pool } from 'pg';
import { WakeableLoop } from '#loops';
import type { Logger } from '#service';

const CHANNEL = 'webhooks_feed';
/** Postgres takes 8,000 bytes; a notification about more feeds than fit is one about all feeds. */
const PAYLOAD_MAX = 7_000;
const EVERYBODY = '*';
const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 3_000;

const NOTIFY = { name: 'notify-feed', text: 'SELECT pg_notify($1, $2)' };

/** Called with the keys of feeds that have grown; null for any of them. */
export type OnFeedChange = (keys: ReadonlySet<string> | null) => void;

export interface FeedSignalParts {
  databaseUrl: string;
  pool: Pool;
  logger: Logger;
  onFeedChange: OnFeedChange;
}

/**
 * Notifications of new events in feeds between the processes of this service, by NOTIFY and LISTEN: outside every transaction, so that it never
 * holds up a commit, and one at a time, so that a burst is a few signals.
 */
export class FeedSignal {
  private readonly unsent = new Set<string>();
  private readonly sending = new WakeableLoop({ run: () => this.flush() });
  private listener: Client | null = null;
  private retry: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(private readonly parts: FeedSignalParts) {}

  /** Listens from now on; a connection that is lost is made again. */
  start(): void {
    void this.listen();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.retry) clearTimeout(this.retry);
    await this.sending.stop();
    await this.listener?.end().catch(() => undefined);
  }

  /** Tells every process, soon. A signal that does not get through is not repeated: it is a hint. */
  send(keys: ReadonlySet<string>): void {
    for (const key of keys) this.unsent.add(key);
    this.sending.wake();
  }

  private async flush(): Promise<void> {
    while (this.unsent.size > 0) {
      const text = [...this.unsent].join();
      this.unsent.clear();
      const payload = text.length > PAYLOAD_MAX ? EVERYBODY : text;
      try {
        await this.parts.pool.query({ ...NOTIFY, values: [CHANNEL, payload] });
      } catch (error) {
        this.parts.logger.debug({ error: String(error) }, 'feed notification failed');
      }
    }
  }

  private async listen(): Promise<void> {
    const listener = new Client({
      connectionString: this.parts.databaseUrl,
      application_name: 'hundi webhooks feed notifications',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    this.listener = listener;
    listener.on('notification', ({ payload = EVERYBODY }) =>
      this.parts.onFeedChange(payload === EVERYBODY ? null : new Set(payload.split(','))),
    );
    listener.once('error', () => this.again(listener));
    listener.once('end', () => this.again(listener));
    try {
      await listener.connect();
      await listener.query(`LISTEN ${CHANNEL}`);
      // Notifications may have been missed while nothing listened.
      this.parts.onFeedChange(null);
    } catch {
      this.again(listener);
    }
  }

  private again(listener: Client): void {
    if (this.isStopped || this.listener !== listener) return;
    this.listener = null;
    listener.end().catch(() => undefined);
    this.retry = setTimeout(() => void this.listen(), RECONNECT_MS);
    this.retry.unref();
  }
}
