import { TransientError, type Clock, type EventMessage } from '#contracts';
import type { PositionVerdict } from '#event-store';
import type { Logger } from '../log/logger';
import type { PublishedEvents } from '../published-events';
import type { IntakeMeasures } from './intake-measures';
import { LostTails } from './lost-tails';
import { MissingEvents } from './missing-events';
import { RestoredLogs } from './restored-logs';

/** Something before this message is missing, and its service could not help. The shard waits, and continues by itself as soon as the gap can be filled. */
class EventGapError extends TransientError {
  override readonly name = 'EventGapError';

  constructor(topic: string, gap: EventMessage, mark: bigint) {
    super(`${topic} shard ${gap.shard}: position ${gap.position} follows ${gap.prev}, but the last one taken is ${mark}`);
  }
}

/** What became of a batch. */
export type Recorded = Pick<PositionVerdict, 'mark' | 'gapAt' | 'restoredAt'>;

export interface OrderedIntakeParts {
  /** The name under which its marks are kept. */
  consumer: string;
  /** Takes a batch of one shard by the position rule, and moves the mark with it. */
  record: (topic: string, messages: readonly EventMessage[]) => Promise<Recorded>;
  /** How far each shard of a topic is taken; 0 for those that are left out. */
  marks: (topic: string) => Promise<ReadonlyMap<number, bigint>>;
  /** Who publishes, by topic: asked for what did not arrive. */
  owners: Readonly<Record<string, PublishedEvents>>;
  /** Messages of a topic that wait to be taken. */
  lagOf: (topic: string) => number;
  /** `Bus.kind` of the bus that carries the messages. */
  system: string;
  measures: IntakeMeasures;
  clock: Clock;
  logger: Logger;
}

/** Messages in one transaction. */
const BATCH_MAX = 500;

/**
 * Takes events of other services each once and in order of its shard: a hole is filled from the log of the service that
 * published them, what is missing at the end is asked for, and a log that was restored stops its shard.
 */
export class OrderedIntake {
  private readonly missing: MissingEvents;
  private readonly restored: RestoredLogs;
  /** What is missing where nothing follows. */
  readonly tails: LostTails;

  constructor(private readonly parts: OrderedIntakeParts) {
    const take = (topic: string, messages: readonly EventMessage[]): Promise<bigint> => this.takeAgain(topic, messages);
    this.restored = new RestoredLogs(parts);
    this.missing = new MissingEvents({ ...parts, take });
    this.tails = new LostTails({ ...parts, take, missing: this.missing });
  }

  /**
   * Takes messages of one shard.
   *
   * @throws EventGapError a hole that could not be filled: nothing from it on was taken.
   * @throws LogRestoredError the log is another one: nothing from there on was taken.
   */
  async take(topic: string, messages: readonly EventMessage[]): Promise<void> {
    this.tails.noteArrival();
    for (let from = 0; from < messages.length; from += BATCH_MAX) await this.takeBatch(topic, messages.slice(from, from + BATCH_MAX));
  }

  private async takeBatch(topic: string, messages: readonly EventMessage[]): Promise<void> {
    const { gapAt, restoredAt, mark } = await this.parts.record(topic, messages);
    if (restoredAt !== null) throw this.restored.alarm(topic, restoredAt, mark);
    if (gapAt !== null) {
      const hole = { topic, gapAt, mark: mark.position };
      if (!(await this.missing.fill(hole))) throw new EventGapError(topic, gapAt, mark.position);
      // It goes further now; behind the same message or a later one there may be another hole.
      return this.takeBatch(topic, messages);
    }
    const [first] = messages;
    if (first) this.noteProgress(topic, first.shard);
  }

  /** What its service gave once more. @returns the position of the mark after it. */
  private async takeAgain(topic: string, messages: readonly EventMessage[]): Promise<bigint> {
    const { restoredAt, mark } = await this.parts.record(topic, messages);
    if (restoredAt !== null) throw this.restored.alarm(topic, restoredAt, mark);
    return mark.position;
  }

  private noteProgress(topic: string, shard: number): void {
    this.missing.noteProgress(topic, shard);
    this.restored.noteProgress(topic, shard);
  }
}
