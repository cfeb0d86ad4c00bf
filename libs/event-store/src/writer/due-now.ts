import type { DueStream } from '../tasks/task';
import { realTimeOf } from '../tasks/wake-time';
import type { Verdict } from './append';
import type { Decided } from './decide';
import type { DecidedGroup } from './group';

/** The streams of a batch that have something to ask of the outside now that they are stored. */
export function dueNow(groups: readonly DecidedGroup[], verdicts: readonly Verdict[], nowMs: number): DueStream[] {
  const newest = new Map<string, DueStream>();
  for (const [index, { members }] of groups.entries()) {
    if (verdicts[index]?.kind !== 'new') continue;
    for (const decided of members) {
      if (!decided.routed.aggregate.taskOf) continue;
      const stream = changedBy(decided);
      if (stream) newest.set(stream.snapshot.head.streamId, stream);
    }
  }
  return [...newest.values()].filter((stream) => isDue(stream, nowMs));
}

function changedBy({ routed, events, after }: Decided): DueStream | undefined {
  const causationId = events.at(-1)?.stored.eventId;
  if (!after || causationId === undefined) return undefined;
  const { aggregate, command, shard } = routed;
  return { shard, aggregate, snapshot: after, correlationId: command.correlationId, causationId };
}

function isDue({ aggregate, snapshot }: DueStream, nowMs: number): boolean {
  const task = aggregate.taskOf?.(snapshot) ?? null;
  return task !== null && realTimeOf(task.dueAtMs, snapshot) <= nowMs;
}
