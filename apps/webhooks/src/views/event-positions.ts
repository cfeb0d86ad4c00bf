import { Pool } from 'pg';
import type { EventMessage } from '#contracts';
import { followPositions, type PositionVerdict } from '#event-store';
import { DatabaseAwayError, isAway } from './database-away';

const CONNECT_TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 5_000;
const CONNECTIONS_MAX = 4;
/** Another instance may move a mark under us after a rebalance, once; more than that is not a race but a fault. */
const ATTEMPTS_MAX = 3;

const BEGIN_AT_ZERO = {
  name: 'begin-at-zero',
  text: `INSERT INTO webhooks.consumer_positions (consumer, source, partition, position) VALUES ($1, $2, $3, 0)
    ON CONFLICT (consumer, source, partition) DO NOTHING`,
};
const READ_MARK = {
  name: 'read-mark',
  text: 'SELECT position FROM webhooks.consumer_positions WHERE consumer = $1 AND source = $2 AND partition = $3',
};
/** Moves the mark only from where we believe it is: two instances with the same messages cannot both win. */
const MOVE_MARK = {
  name: 'move-mark',
  text: `UPDATE webhooks.consumer_positions SET position = $5, updated_at = now()
    WHERE consumer = $1 AND source = $2 AND partition = $3 AND position = $4`,
};

/** How far the events of every source and shard were taken: one number each, in Postgres. */
export class EventPositions {
  private readonly pool: Pool;
  /** Marks as last read or written here, by source and shard: a guess that `MOVE_MARK` checks. */
  private readonly marks = new Map<string, bigint>();

  /** @param consumer the stable name under which the positions are kept. */
  constructor(
    databaseUrl: string,
    private readonly consumer: string,
  ) {
    this.pool = new Pool({
      connectionString: databaseUrl,
      application_name: `hundi ${consumer} events`,
      max: CONNECTIONS_MAX,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS + 1_000,
      keepAlive: true,
    });
    // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
    this.pool.on('error', () => undefined);
  }

  /**
   * Takes a batch of one shard by the position rule, in one round trip when nobody interfered.
   *
   * @param source the topic.
   * @throws DatabaseAwayError nothing is known to be recorded; bring the batch again.
   */
  async advance(source: string, messages: readonly EventMessage[]): Promise<PositionVerdict> {
    const shard = messages[0]?.shard;
    if (shard === undefined) return { fresh: [], mark: 0n, gapAt: null };
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const known = this.marks.get(keyOf(source, shard));
      const mark = known ?? (await this.readMark(source, shard));
      const verdict = followPositions(mark, messages);
      const isSettled = verdict.fresh.length > 0 ? await this.moveMark(source, shard, [mark, verdict.mark]) : isCertain(verdict, known);
      if (isSettled) return verdict;
      this.marks.delete(keyOf(source, shard));
    }
    throw new DatabaseAwayError(new Error('another instance keeps moving the position of the same shard'));
  }

  /** @throws DatabaseAwayError when Postgres does not answer. */
  async ping(): Promise<void> {
    await this.query({ name: 'ping', text: 'SELECT 1' }, []);
  }

  /** Lets go of every connection. */
  async close(): Promise<void> {
    await this.pool.end();
  }

  private async readMark(source: string, shard: number): Promise<bigint> {
    const key = [this.consumer, source, shard];
    await this.query(BEGIN_AT_ZERO, key);
    const { rows } = await this.query(READ_MARK, key);
    const mark = BigInt(rows[0]?.position ?? 0);
    this.marks.set(keyOf(source, shard), mark);
    return mark;
  }

  private async moveMark(source: string, shard: number, [from, to]: [bigint, bigint]): Promise<boolean> {
    const { rowCount } = await this.query(MOVE_MARK, [this.consumer, source, shard, from.toString(), to.toString()]);
    if (rowCount === 1) this.marks.set(keyOf(source, shard), to);
    return rowCount === 1;
  }

  private async query(statement: { name: string; text: string }, values: unknown[]) {
    try {
      return await this.pool.query<{ position: string }>({ ...statement, values });
    } catch (error) {
      throw isAway(error) ? new DatabaseAwayError(error) : error;
    }
  }
}

/** A hole seen from a remembered mark may be another instance's progress: only the stored mark can tell. */
function isCertain(verdict: PositionVerdict, known: bigint | undefined): boolean {
  return verdict.gapAt === null || known === undefined;
}

function keyOf(source: string, shard: number): string {
  return `${source}/${shard}`;
}
