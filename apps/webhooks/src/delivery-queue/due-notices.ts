import { Client } from 'pg';
import type { Logger } from '#service';

/** What a notice of changed endpoints says; one of new deliveries says nothing. */
export const QUEUES_CHANGED = 'queues';

const CONNECT_TIMEOUT_MS = 3_000;
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
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;
  private connecting: Promise<void> | null = null;

  constructor(private readonly parts: DueNoticesParts) {}

  /** Listens from now on, and again whenever the connection was lost. Never throws. */
  start(): void {
    this.connecting ??= this.listen().finally(() => {
      this.connecting = null;
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.connecting;
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
      this.probeLater(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      this.lost(null, error);
    }
  }

  private probeLater(client: Client): void {
    this.timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.probeLater(client),
        (error: unknown) => {
          this.lost(client, error);
          void client.end().catch(() => undefined);
        },
      );
    }, PROBE_MS);
    this.timer.unref();
  }

  /** @param client null when there was none yet. */
  private lost(client: Client | null, error: unknown): void {
    if (this.isStopped || client !== this.client) return;
    this.client = null;
    this.parts.logger.warn({ error: String(error) }, 'notifications of due deliveries unavailable, polling');
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), AGAIN_MS);
    this.timer.unref();
  }
}
