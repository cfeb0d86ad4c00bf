import type { AggregateDefinition, Snapshot } from '../aggregate';

/** When a stream has to be looked at next, by a wake-up or for a task; whole ms since the epoch, null for never. */
export function wakeTimeOf(aggregate: AggregateDefinition, snapshot: Snapshot): number | null {
  const wakeMs = aggregate.timer?.dueAtMs(snapshot.state) ?? null;
  const taskMs = aggregate.taskOf?.(snapshot)?.dueAtMs ?? null;
  if (wakeMs === null && taskMs === null) return null;
  return Math.ceil(Math.min(wakeMs ?? Infinity, taskMs ?? Infinity));
}
