import type { Pool, PoolClient } from 'pg';
import type { EventMessage } from '#contracts';
import { followPositions, type PositionVerdict } from '#event-store';
import { feedEventOf, MalformedEventError, type FeedEvent } from '../events/feed-event';
import { DatabaseAwayError, isAway } from './database-away';
import { TAKE_EVENTS, columnsOf } from './take-events';

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

/** An event in the feed, at its place. */
export interface PlacedEvent extends FeedEvent {
  shard: number;
  position: bigint;
}

/** What else has to happen in the transaction that takes events. @returns the number of deliveries that were queued. */
export type Effect = (client: PoolClient, events: readonly PlacedEvent[]) => Promise<number>;

/** What became of a batch. */
export interface Taken extends PositionVerdict {
  /** The fresh ones as they stand in the feed now. */
  events: readonly PlacedEvent[];
  /** Deliveries that were queued for them. */
  queued: number;
  /** Fresh messages that are no events; they were passed over. */
  malformed: readonly EventMessage[];
}

const NOTHING = { events: [], malformed: [], queued: 0 } as const;

/**
 * Takes the public events of every source and shard, each once and in order: the mark, the feed and the deliveries are one
 * transaction (architecture.md 4.6). A crash before its commit leaves nothing; one after it is met by the mark.
 */
export class FanOut {
  /** Marks as last read or written here, by source and shard: a guess that the statement checks. */
  private readonly marks = new Map<string, bigint>();

  /** @param parts.consumer the stable name under which the marks are kept. */
  constructor(private readonly parts: { pool: Pool; consumer: string; effect: Effect }) {}

  /**
   * Takes a batch of one shard by the position rule, in one transaction.
   *
   * @param source the topic.
   * @throws DatabaseAwayError nothing is known to be recorded; bring the batch again.
   */
  async take(source: string, messages: readonly EventMessage[]): Promise<Taken> {
    const shard = messages[0]?.shard;
    if (shard === undefined) return { ...NOTHING, fresh: [], mark: 0n, gapAt: null };
    const key = `${source}/${shard}`;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const known = this.marks.get(key);
      const mark = known ?? (await this.readMark(source, shard));
      const verdict = followPositions(mark, messages);
      // A hole seen from a remembered mark may be another instance's progress: only the stored mark can tell.
      const isCertain = verdict.gapAt === null || known === undefined;
      const taken = verdict.fresh.length > 0 ? await this.record({ source, shard, from: mark }, verdict) : NOTHING;
      if (taken !== null && (verdict.fresh.length > 0 || isCertain)) return { ...verdict, ...taken };
      this.marks.delete(key);
    }
    throw new DatabaseAwayError(new Error('another instance keeps moving the position of the same shard'));
  }

  private async readMark(source: string, shard: number): Promise<bigint> {
    const key = [this.parts.consumer, source, shard];
    return translating(async () => {
      await this.parts.pool.query({ ...BEGIN_AT_ZERO, values: key });
      const { rows } = await this.parts.pool.query<{ position: string }>({ ...READ_MARK, values: key });
      const mark = BigInt(rows[0]?.position ?? 0);
      this.marks.set(`${source}/${shard}`, mark);
      return mark;
    });
  }

  /** Null when the stored mark is another one: nothing was done. */
  private async record(place: Place, { fresh, mark }: PositionVerdict): Promise<Omit<Taken, keyof PositionVerdict> | null> {
    const read = readEvents(fresh);
    const key = `${place.source}/${place.shard}`;
    try {
      const stored = await translating(() => this.commit(place, mark, read.events));
      if (stored === null) return null;
      this.marks.set(key, mark);
      return { ...stored, malformed: read.malformed };
    } catch (error) {
      // Whether it was committed is not known: the stored mark tells.
      this.marks.delete(key);
      throw error;
    }
  }

  private async commit(place: Place, to: bigint, events: readonly FeedEvent[]): Promise<Pick<Taken, 'events' | 'queued'> | null> {
    const client = await this.parts.pool.connect();
    try {
      await client.query('BEGIN');
      const placed = await this.store(client, { place, to, events });
      const queued = placed !== null && placed.length > 0 ? await this.parts.effect(client, placed) : 0;
      await client.query(placed === null ? 'ROLLBACK' : 'COMMIT');
      client.release();
      return placed === null ? null : { events: placed, queued };
    } catch (error) {
      // A session in an unknown state is not used again.
      client.release(true);
      throw error;
    }
  }

  /** Null when the stored mark is another one. */
  private async store(client: PoolClient, { place, to, events }: Storing): Promise<PlacedEvent[] | null> {
    const { source, shard, from } = place;
    const values = [this.parts.consumer, source, shard, from.toString(), to.toString(), events.length, ...columnsOf(events)];
    const { rows } = await client.query<{ base: string }>({ ...TAKE_EVENTS, values });
    const [row] = rows;
    return row ? events.map((event, index) => ({ ...event, shard, position: BigInt(row.base) + BigInt(index + 1) })) : null;
  }
}

interface Place {
  source: string;
  shard: number;
  from: bigint;
}

interface Storing {
  place: Place;
  /** The mark after it. */
  to: bigint;
  events: readonly FeedEvent[];
}

function readEvents(messages: readonly EventMessage[]): { events: FeedEvent[]; malformed: EventMessage[] } {
  const events: FeedEvent[] = [];
  const malformed: EventMessage[] = [];
  for (const message of messages) {
    try {
      events.push(feedEventOf(message));
    } catch (error) {
      if (!(error instanceof MalformedEventError)) throw error;
      malformed.push(message);
    }
  }
  return { events, malformed };
}

async function translating<TResult>(work: () => Promise<TResult>): Promise<TResult> {
  try {
    return await work();
  } catch (error) {
    throw isAway(error) ? new DatabaseAwayError(error) : error;
  }
}
