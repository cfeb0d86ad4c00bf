import { Client } from 'pg';
import { WakeableLoop } from '#loops';
import type { Logger } from '#service';

/** What a notice of changed endpoints says; one of new deliveries says nothing. */
export const QUEUES_CHANGED = 'queues';

const CONNECT_TIMEOUT_MS = 3_000;
/** From a lost connection to the next one, at the latest. */
const AGAIN_MS = 1_000;
/** A connection that died silently is noticed by then. */
const PROBE_MS = 15_000;

export interface DueNoticesParts {
  databaseUrl: string;
  logger: Logger;
  onDue: () => void;
  /** Endpoints have changed: something may be to be cancelled. */
  onQueuesChanged: () => void;
}

/**
 * Hears of deliveries that other processes put into the queue. Only for speed: what is missed while the connection is away,
 * the poll finds.
 */
export class DueNotices {
  private client: Client | null = null;
  private readonly loop = new WakeableLoop({
    run: () => (this.client ? this.probe(this.client) : this.listen()),
    everyMs: PROBE_MS,
    unref: true,
  });

  constructor(private readonly parts: DueNoticesParts) {}

  /** Listens from now on, and again whenever the connection was lost. Never throws. */
  start(): void {
    this.loop.wake();
  }

  get isListening(): boolean {
    return this.client !== null;
  }

  async stop(): Promise<void> {
    const stopped = this.loop.stop();
    // A connection that is being made is waited for; a probe is cut short by the end of its connection.
    if (!this.client) await stopped;
    await this.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    const { databaseUrl, onDue, onQueuesChanged } = this.parts;
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'hundi webhooks notices',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client, new Error('the connection was closed')));
    client.on('notification', ({ payload }) => (payload === QUEUES_CHANGED ? onQueuesChanged() : onDue()));
    try {
      await client.connect();
      await client.query('LISTEN webhooks_due');
      this.client = client;
      onDue();
    } catch (error) {
      await client.end().catch(() => undefined);
      this.lost(null, error);
    }
  }

  private async probe(client: Client): Promise<void> {
    try {
      await client.query('SELECT 1');
    } catch (error) {
      this.lost(client, error);
      void client.end().catch(() => undefined);
    }
  }

  /** @param client null when there was none yet. */
  private lost(client: Client | null, error: unknown): void {
    if (this.loop.isStopped || client !== this.client) return;
    this.client = null;
    // Who relies on notices looks by itself from now on.
    this.parts.onDue();
    this.parts.logger.warn({ error: String(error) }, 'notifications of due deliveries unavailable, polling');
    this.loop.wakeWithin(AGAIN_MS);
  }
}
