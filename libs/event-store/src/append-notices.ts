import { quoteSchema } from './schema/names';
import type { Query } from './writer/load';

/**
 * Tells the process that serves a shard what others appended to it (`EventStoreOptions.othersAppend`), by NOTIFY and LISTEN. Postgres lets
 * commits that notify wait for each other, so only what is rare may use it: commands that are decided by whoever takes them.
 */
export class AppendNotices {
  private readonly channel: string;

  constructor(schema: string) {
    quoteSchema(schema);
    this.channel = `${schema}_appended`;
  }

  /** Sent with the commit of the transaction of `query`, or not at all. */
  async announce(query: Query, shard: number): Promise<void> {
    await query({ name: 'hundi_notify_appended', text: 'SELECT pg_notify($1, $2)' }, [this.channel, String(shard)]);
  }

  /** A statement: its session gets the notices from now on, each with the number of a shard. */
  get listen(): string {
    return `LISTEN ${this.channel}`;
  }
}
