import { quoteSchema } from './schema/names';
import type { Query } from './writer/load';

/**
 * Tells the process that serves a shard what others appended to it (`EventStoreOptions.othersAppend`), by NOTIFY and LISTEN. Postgres lets
 * commits that notify wait for each other, so only what is rare may use it: commands that the process decides which took them.
 */
export class AppendNotices {
  private readonly channel: string;
  /** Shards of which a commit of this process was not answered. */
  private readonly unanswered = new Set<number>();

  /** @param instance tells this process from the others. */
  constructor(
    schema: string,
    private readonly instance: number,
  ) {
    quoteSchema(schema);
    this.channel = `${schema}_appended`;
  }

  /** Sent with the commit of the transaction of `query`, or not at all. */
  async announce(query: Query, shard: number): Promise<void> {
    await query({ name: 'hundi_notify_appended', text: 'SELECT pg_notify($1, $2)' }, [this.channel, `${this.instance} ${shard}`]);
  }

  /** A statement: its session gets the notices from now on. */
  get listen(): string {
    return `LISTEN ${this.channel}`;
  }

  /** A commit of this process was not answered: when a notice of it comes, its events are not in memory. */
  noteUnanswered(shard: number): void {
    this.unanswered.add(shard);
  }

  /** The shard that a notice is about; null when this process sent it: it has in memory what it appended, unless its commit was not answered. */
  shardOf(notice: string): number | null {
    const [instance, shard] = notice.split(' ').map(Number);
    if (shard === undefined) return null;
    return instance !== this.instance || this.unanswered.delete(shard) ? shard : null;
  }
}
