import { createHash } from 'node:crypto';
import { TaskTakenError } from '../errors';
import { WriterConnection } from '../writer/connection';
import type { Query } from '../writer/load';
import type { EventStoreOptions } from '../options';
import { lockClass } from '../schema/names';

/**
 * The session of Postgres on which a process says what it is doing outside. It is none of those that append: a process that
 * loses one of them goes on with what it has begun, and its lock has to say so for as long. It is kept alive and ends as they
 * do, within three seconds of a freeze, so that a process that may be replaced holds nothing. Opened by the first use.
 */
export class TaskSession {
  private opened: Promise<WriterConnection> | null = null;
  /** Counts lost sessions: what an earlier one was granted is worth nothing. */
  private number = 0;
  private readonly held = new Set<number>();

  constructor(private readonly options: Pick<EventStoreOptions, 'schema' | 'databaseUrl' | 'logger'>) {}

  /** Asks on the session itself: a reply proves that it is alive. */
  readonly query: Query = async (statement, values) => (await this.open()).query(statement, values);

  /** @returns the session that holds the lock now; null when another process, or another task of this one, holds it. */
  async tryLock(name: string): Promise<number | null> {
    const lock = numberOf(name);
    const connection = await this.open();
    if (this.held.has(lock)) return null;
    this.held.add(lock);
    const session = this.number;
    try {
      const rows = await connection.execute<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', this.keyOf(lock));
      if (rows[0]?.locked && this.isSame(session)) return session;
    } catch (error) {
      this.held.delete(lock);
      throw error;
    }
    this.held.delete(lock);
    return null;
  }

  /** Whether what this session was granted still stands. */
  isSame(session: number): boolean {
    return session === this.number;
  }

  async unlock(name: string, session: number): Promise<void> {
    const lock = numberOf(name);
    try {
      if (this.isSame(session)) await (await this.open()).execute('SELECT pg_advisory_unlock($1, $2)', this.keyOf(lock));
    } finally {
      this.held.delete(lock);
    }
  }

  async stop(): Promise<void> {
    const connection = await this.opened?.catch(() => null);
    await connection?.stop();
  }

  private open(): Promise<WriterConnection> {
    return (this.opened ??= this.connect());
  }

  private async connect(): Promise<WriterConnection> {
    const { schema, databaseUrl, logger } = this.options;
    const connection = new WriterConnection({
      databaseUrl,
      name: `hundi ${schema} tasks`,
      logger,
      onUp: () => Promise.resolve(),
      onDown: () => void this.number++,
      onIdle: () => Promise.resolve(false),
    });
    try {
      await connection.start();
      return connection;
    } catch (error) {
      this.opened = null;
      throw new TaskTakenError('no session to work under', { cause: error });
    }
  }

  private keyOf(lock: number): [number, number] {
    return [lockClass(this.options.schema, 'task'), lock];
  }
}

/** Two names of one number only wait for each other. */
function numberOf(name: string): number {
  return createHash('sha256').update(name).digest().readInt32BE();
}
