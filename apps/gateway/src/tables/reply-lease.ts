import { Client } from 'pg';
import type { Random } from '#contracts';
import type { ReplyLease } from '#messaging';

export interface LeaseSettings {
  databaseUrl: string;
  random: Random;
  logger: { warn(facts: object, message: string): void };
}

/** First half of the lock's number: the letters HGRL. The second half is the partition. */
const LOCK_CLASS = 0x4847524c;
const CONNECT_TIMEOUT_MS = 3_000;
/** The server notices a gateway that is gone without a word after about this long, and frees its partition. */
const SESSION_SETTINGS = 'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3';

/**
 * A partition of the reply topic for this gateway alone, held by a session lock on a connection of its own
 * (docs/decisions/0005-replies-are-hints.md): it ends with the process, however that ends, and another gateway may have it at once.
 */
export class PostgresReplyLease implements ReplyLease {
  private client: Client | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly settings: LeaseSettings) {}

  /** @throws Error when all partitions are taken or the database is away; the bus asks again. */
  async acquire(partitionCount: number): Promise<number> {
    await this.release();
    const client = new Client({
      connectionString: this.settings.databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'hundi gateway reply lease',
    });
    client.on('error', (error) => this.settings.logger.warn({ detail: error.message }, 'reply lease connection lost'));
    client.on('end', () => this.lose(client));
    try {
      await client.connect();
      await client.query(SESSION_SETTINGS);
      const partition = await this.lockAny(client, partitionCount);
      this.client = client;
      return partition;
    } catch (error) {
      await end(client);
      throw error;
    }
  }

  async release(): Promise<void> {
    const { client } = this;
    // Forgotten first, so that the end of this connection is not taken for a loss.
    this.client = undefined;
    if (client !== undefined) await end(client);
  }

  onLost(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Starts at a random partition, so that gateways that start together do not all try the same ones. */
  private async lockAny(client: Client, partitionCount: number): Promise<number> {
    const first = (this.settings.random.bytes(1)[0] ?? 0) % partitionCount;
    for (let step = 0; step < partitionCount; step++) {
      const partition = (first + step) % partitionCount;
      const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [LOCK_CLASS, partition]);
      if (rows[0]?.locked === true) return partition;
    }
    throw new Error(`all ${partitionCount} reply partitions are leased`);
  }

  private lose(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    for (const listener of [...this.listeners]) listener();
  }
}

async function end(client: Client): Promise<void> {
  await client.end().catch(() => undefined);
}
