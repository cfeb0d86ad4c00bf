import { TransientError, type EventMessage } from '#contracts';
import { FIRST_MARK, followPositions, type Mark, type PositionVerdict } from '#event-store';
import { feedEventOf, MalformedEventError, type FeedEvent } from './feed-event';
import { FeedCommits, type FeedCommitParts, type PlacedEvent } from './feed-commits';

/** Another instance may move a mark under us after a rebalance, once; more than that is not a race but a fault. */
const ATTEMPTS_MAX = 3;

class MovedMarkError extends TransientError {
  override readonly name = 'MovedMarkError';
}

const BEGIN_AT_ZERO = {
  name: 'begin-at-zero',
  text: `INSERT INTO webhooks.consumer_positions (consumer, source, partition, position) VALUES ($1, $2, $3, 0)
    ON CONFLICT (consumer, source, partition) DO NOTHING`,
};
const READ_MARK = {
  name: 'read-mark',
  text: 'SELECT position, epoch FROM webhooks.consumer_positions WHERE consumer = $1 AND source = $2 AND partition = $3',
};

const READ_MARKS = {
  name: 'read-marks',
  text: 'SELECT partition, position FROM webhooks.consumer_positions WHERE consumer = $1 AND source = $2',
};

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
 * transaction (decision 23). A crash before its commit leaves nothing; one after it is met by the mark.
 */
export class FanOut {
  /** Marks as last read or written here, by source and shard: a guess that the statement checks. */
  private readonly marks = new Map<string, Mark>();
  private readonly commits: FeedCommits;

  constructor(private readonly parts: FeedCommitParts) {
    this.commits = new FeedCommits(parts);
  }

  /**
   * Takes a batch of one shard by the position rule. Batches of other shards share its commit (feed-commits.ts).
   *
   * @param source the topic.
   * @throws MovedMarkError, Error of pg; nothing is known to be recorded: bring the batch again.
   */
  async take(source: string, messages: readonly EventMessage[]): Promise<Taken> {
    const shard = messages[0]?.shard;
    if (shard === undefined) return { ...NOTHING, fresh: [], mark: FIRST_MARK, gapAt: null, restoredAt: null };
    const key = `${source}/${shard}`;
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const known = this.marks.get(key);
      const mark = known ?? (await this.readMark(source, shard));
      const verdict = followPositions(mark, messages);
      // A hole seen from a remembered mark may be another instance's progress, or an operator's: only the stored mark can tell.
      const isCertain = isWhole(verdict) || known === undefined;
      const taken = verdict.fresh.length > 0 ? await this.record({ source, shard, from: mark.position }, verdict) : NOTHING;
      if (taken !== null && (verdict.fresh.length > 0 || isCertain)) return { ...verdict, ...taken };
      this.marks.delete(key);
    }
    throw new MovedMarkError('another instance keeps moving the position of the same shard');
  }

  /** How far each shard of a source is taken; 0 for those that are left out. @throws Error of pg. */
  async storedMarks(source: string): Promise<ReadonlyMap<number, bigint>> {
    const values = [this.parts.consumer, source];
    const { rows } = await this.parts.pool.query<{ partition: number; position: string }>({ ...READ_MARKS, values });
    return new Map(rows.map(({ partition, position }) => [partition, BigInt(position)]));
  }

  private async readMark(source: string, shard: number): Promise<Mark> {
    const key = [this.parts.consumer, source, shard];
    await this.parts.pool.query({ ...BEGIN_AT_ZERO, values: key });
    const { rows } = await this.parts.pool.query<{ position: string; epoch: string }>({ ...READ_MARK, values: key });
    const mark = { position: BigInt(rows[0]?.position ?? 0), epoch: BigInt(rows[0]?.epoch ?? 0) };
    this.marks.set(`${source}/${shard}`, mark);
    return mark;
  }

  /** Null when the stored mark is another one: nothing was done. */
  private async record(place: Place, { fresh, mark }: PositionVerdict): Promise<Omit<Taken, keyof PositionVerdict> | null> {
    const read = readEvents(fresh);
    const key = `${place.source}/${place.shard}`;
    try {
      const stored = await this.commits.take({ ...place, to: mark.position, epoch: mark.epoch, events: read.events });
      if (stored === null) return null;
      this.marks.set(key, mark);
      return { ...stored, malformed: read.malformed };
    } catch (error) {
      // Whether it was committed is not known: the stored mark tells.
      this.marks.delete(key);
      throw error;
    }
  }
}

/** Every message was applied before or follows. */
function isWhole({ gapAt, restoredAt }: PositionVerdict): boolean {
  return gapAt === null && restoredAt === null;
}

interface Place {
  source: string;
  shard: number;
  from: bigint;
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
