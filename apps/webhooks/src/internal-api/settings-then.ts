import type { Snapshot } from '#event-store';

/** Answers with a stream as it was, folded from its log; null before its first event. */
type FindAsOf<TState> = (timeMs: number) => Promise<Snapshot<TState> | null>;

/**
 * A stream as it was at each of several moments: folded once for each version that was current at one of them, not once for
 * each moment. A moment before its first event has the stream as it is now.
 *
 * @param timesMs milliseconds since the epoch, in any order.
 * @returns by moment.
 */
export async function statesThen<TState>(
  now: Snapshot<TState>,
  timesMs: readonly number[],
  findAsOf: FindAsOf<TState>,
): Promise<ReadonlyMap<number, Snapshot<TState>>> {
  const states = new Map<number, Snapshot<TState>>();
  let last = now;
  // Newest first: what was so at a later moment, and had been so for a while, was so at this one too.
  for (const timeMs of [...new Set(timesMs)].sort((one, other) => other - one)) {
    if (last.head.updatedAtMs > timeMs) last = (await findAsOf(timeMs)) ?? now;
    states.set(timeMs, last);
  }
  return states;
}
