import type { Clock, EventMessage } from '#contracts';
import type { Logger } from '../log/logger';
import type { PublishedEvents } from '../published-events';
import type { IntakeMeasures } from './intake-measures';

/** Pages of one turn: a hole that is larger is filled turn by turn, and a stopping process ends between them. */
const PAGES_MAX = 50;
/** Before an owner that did not help is asked again about the same hole: doubles up to the second. */
const REST_FIRST_MS = 1_000;
const REST_MAX_MS = 60_000;

/** A message that does not follow what was taken: what lies between the mark and its `prev` is missing. */
export interface Hole {
  topic: string;
  gapAt: EventMessage;
  mark: bigint;
}

export interface MissingEventsParts {
  /** Whom to ask, by topic. */
  owners: Readonly<Record<string, PublishedEvents>>;
  /** Takes messages as if they had come by their topic. @returns the mark after them. */
  take: (topic: string, messages: readonly EventMessage[]) => Promise<bigint>;
  /** `Bus.kind` of the bus that carries the messages. */
  system: string;
  clock: Clock;
  logger: Logger;
  measures: IntakeMeasures;
}

/** Events that did not come, up to this position. */
export interface Absence {
  topic: string;
  through: bigint;
  /** The last position when the log was last restored; 0 when it never was. */
  restoredTo: bigint;
}

/** Some events that were missing. */
export interface Reread {
  topic: string;
  shard: number;
  after: bigint;
  through: bigint;
  events: number;
}

interface Rest {
  forMs: number;
  untilMs: number;
}

/** Fills holes: what was lost on the way is read again from the log of the service that published it. */
export class MissingEvents {
  /** Shards whose hole the owner could not fill, by topic and shard. At most 64 for each topic. */
  private readonly rests = new Map<string, Rest>();

  constructor(private readonly parts: MissingEventsParts) {}

  /** @returns true when the message follows now; false when the shard has to wait, and be brought again. */
  async fill(hole: Hole): Promise<boolean> {
    if (this.isPaused(hole)) return false;
    const { topic, gapAt } = hole;
    this.noteHole({ topic, through: gapAt.prev, restoredTo: gapAt.epoch?.start ?? 0n });
    try {
      return await this.readAgain(hole);
    } catch (error) {
      if (!(error instanceof OwnerError)) throw error;
      this.giveRest(hole, error.message);
      return false;
    }
  }

  /**
   * Something did not come. It is counted only where it was lost on its way: inside a process who falls behind is to read the log, and
   * after a restore the topics are new, so that what was published before is nowhere else.
   */
  noteHole({ topic, through, restoredTo }: Absence): void {
    if (this.parts.system === 'kafka' && through > restoredTo) this.parts.measures.gap(topic);
  }

  /** What was missing is taken, as far as `through`. */
  noteReread({ topic, shard, after, through, events }: Reread): void {
    this.parts.measures.reread(topic, events);
    this.parts.logger.warn(
      { topic, shard, after: String(after), through: String(through), events },
      'missing events read again from their service',
    );
  }

  /** The shard continues, whichever process filled its gap. */
  noteProgress(topic: string, shard: number): void {
    if (this.rests.delete(nameOf(topic, shard))) this.parts.measures.waiting(this.rests.size);
  }

  private async readAgain({ topic, gapAt, mark }: Hole): Promise<boolean> {
    const { shard, prev } = gapAt;
    let reached = mark;
    for (let page = 0; page < PAGES_MAX && reached < prev; page++) {
      const messages = await this.ask(topic, { shard, after: reached, before: gapAt.position });
      const before = reached;
      reached = await this.parts.take(topic, messages);
      this.noteReread({ topic, shard, after: before, through: reached, events: messages.length });
    }
    if (reached > prev) throw new OwnerError('what was taken goes beyond what the message follows');
    return reached === prev;
  }

  /** @throws OwnerError it does not answer, or has no such events either. */
  private async ask(topic: string, window: Parameters<PublishedEvents['read']>[0]): Promise<readonly EventMessage[]> {
    let messages: readonly EventMessage[];
    try {
      messages = (await this.parts.owners[topic]?.read(window)) ?? [];
    } catch (error) {
      throw new OwnerError(String(error));
    }
    if (messages.length === 0) throw new OwnerError('their service has no such events either');
    return messages;
  }

  private isPaused({ topic, gapAt }: Hole): boolean {
    const rest = this.rests.get(nameOf(topic, gapAt.shard));
    return rest !== undefined && this.parts.clock.monotonicMs() < rest.untilMs;
  }

  private giveRest({ topic, gapAt, mark }: Hole, reason: string): void {
    const { shard, position, prev } = gapAt;
    const name = nameOf(topic, shard);
    const forMs = Math.min(2 * (this.rests.get(name)?.forMs ?? REST_FIRST_MS / 2), REST_MAX_MS);
    this.rests.set(name, { forMs, untilMs: this.parts.clock.monotonicMs() + forMs });
    this.parts.measures.waiting(this.rests.size);
    this.parts.logger.error(
      { topic, shard, position: String(position), prev: String(prev), mark: String(mark), reason, againInMs: forMs },
      'events missing: the shard waits',
    );
  }
}

/** The owner of the events could not help. */
class OwnerError extends Error {
  override readonly name = 'OwnerError';
}

function nameOf(topic: string, shard: number): string {
  return `${topic}/${shard}`;
}
