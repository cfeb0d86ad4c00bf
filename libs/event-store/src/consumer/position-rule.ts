import type { EventMessage } from '#contracts';

/** What a batch of one shard means to a consumer that has applied everything up to its mark. */
export interface PositionVerdict {
  /** Messages not applied before, in order. */
  readonly fresh: readonly EventMessage[];
  /** The mark after applying them. */
  readonly mark: bigint;
  /** The first message that does not follow: something before it is missing. Nothing from it on is applied. */
  readonly gapAt: EventMessage | null;
}

/**
 * The position rule (architecture.md 4.6), the whole of exactly-once: a position at or below the mark was applied
 * before; a message whose `prev` is not the mark comes after a hole; everything else is next. The mark is stored in the
 * transaction of the effect.
 *
 * @param mark position of the last applied message of this shard and topic; 0 before the first.
 */
export function followPositions(mark: bigint, messages: readonly EventMessage[]): PositionVerdict {
  const fresh: EventMessage[] = [];
  for (const message of messages) {
    if (message.position <= mark) continue;
    if (message.prev !== mark) return { fresh, mark, gapAt: message };
    fresh.push(message);
    mark = message.position;
  }
  return { fresh, mark, gapAt: null };
}
