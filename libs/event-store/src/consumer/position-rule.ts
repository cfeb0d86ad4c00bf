import type { EventMessage } from '#contracts';

/** The last event of a shard and topic that a consumer has applied. */
export interface Mark {
  /** 0 before the first. */
  readonly position: bigint;
  /** The epoch of that event; 0 when it is not known, and then it is not compared. */
  readonly epoch: bigint;
}

/** Before the first event. */
export const FIRST_MARK: Mark = { position: 0n, epoch: 0n };

/** What a batch of one shard means to a consumer that has applied everything up to its mark. */
export interface PositionVerdict {
  /** Messages not applied before, in order. */
  readonly fresh: readonly EventMessage[];
  /** The mark after applying them. */
  readonly mark: Mark;
  /** The first message that does not follow: something before it is missing. Nothing from it on is applied. */
  readonly gapAt: EventMessage | null;
  /**
   * The first message of a log that does not hold what was applied: it was restored to an earlier moment, and gave the
   * positions above `epoch.start` again. Nothing from it on is applied.
   */
  readonly restoredAt: EventMessage | null;
}

/**
 * The position rule (docs/how-to/read-events.md), the whole of exactly-once: a position at or below the mark was applied
 * before; a message whose `prev` is not the mark comes after a hole; everything else is next. The mark is stored in the
 * transaction of the effect. Position and epoch name one event for ever, so that whose predecessor has the position and the epoch
 * of the mark comes from a log with the same past (the consistency check of Raft's AppendEntries).
 */
export function followPositions(mark: Mark, messages: readonly EventMessage[]): PositionVerdict {
  const fresh: EventMessage[] = [];
  for (const message of messages) {
    if (isOfOtherPast(mark, message)) return { fresh, mark, gapAt: null, restoredAt: message };
    if (message.position <= mark.position) continue;
    if (!follows(mark, message)) return { fresh, mark, gapAt: message, restoredAt: null };
    fresh.push(message);
    mark = markAfter(mark, message);
  }
  return { fresh, mark, gapAt: null, restoredAt: null };
}

/** The mark of a consumer that has applied this message next. */
export function markAfter(mark: Mark, { position, epoch }: EventMessage): Mark {
  return { position, epoch: epoch?.id ?? mark.epoch };
}

/** Whether the log of the message lacks what was applied. A message far above the mark tells only after the hole is filled. */
function isOfOtherPast(mark: Mark, { prev, epoch }: EventMessage): boolean {
  if (epoch === undefined || mark.epoch === 0n) return false;
  if (prev === mark.position) return epoch.ofPrev !== 0n && epoch.ofPrev !== mark.epoch;
  return prev < mark.position && epoch.id > mark.epoch;
}

/** A mark without an epoch was set to the start of one, and there may be no public event at that very position. */
function follows(mark: Mark, { prev, epoch }: EventMessage): boolean {
  return prev === mark.position || (prev < mark.position && mark.epoch === 0n && epoch !== undefined);
}
