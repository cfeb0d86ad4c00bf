import type { AggregateDefinition, DueTask, Snapshot } from '../aggregate';
import type { ProjectedEvent } from '../projection/projection';
import type { AggregateRegistry } from '../registry';
import type { DueStream } from './task';

/** When a stream has to be looked at next; whole ms since the epoch, null for never. */
export interface WakeTimes {
  /** In real time: by a wake-up or for a task; of a stream on a test clock for a task alone. */
  wakeAtMs: number | null;
  /** By the test clock of the stream, for a wake-up; null of a stream in real time. */
  clockWakeAtMs: number | null;
}

/** What makes one version of a stream due. */
export interface DueTimes {
  wakeMs: number | null;
  taskMs: number | null;
}

/** The times that follow from a stream right after one of its events. */
export function wakeTimesOf({ timer, taskOf }: AggregateDefinition, snapshot: Snapshot): WakeTimes {
  const timerMs = timer?.dueAtMs(snapshot.state) ?? Infinity;
  const taskMs = taskOf?.(snapshot)?.dueAtMs ?? Infinity;
  if (snapshot.head.clockId === undefined) return { wakeAtMs: wholeMs(Math.min(timerMs, taskMs)), clockWakeAtMs: null };
  return { wakeAtMs: wholeMs(realTimeOf(taskMs, snapshot)), clockWakeAtMs: wholeMs(timerMs) };
}

/** The outside keeps real time: what a test clock says is so far ahead is as far ahead of the event that led to it. */
export function realTimeOf(dueAtMs: number, { head }: Snapshot): number {
  return Math.max(0, dueAtMs + (head.clockLagMs ?? 0));
}

/** When the first of the streams of these events has to be looked at; infinite for never. */
export function firstWakeAtMs(events: Iterable<readonly ProjectedEvent[]>, registry: AggregateRegistry): number {
  let firstMs = Infinity;
  for (const appended of events) {
    for (const { after } of appended) {
      const aggregate = registry.findByStreamId(after.head.streamId);
      firstMs = Math.min(firstMs, (aggregate && wakeTimesOf(aggregate, after).wakeAtMs) ?? Infinity);
    }
  }
  return firstMs;
}

/** Of a stream in real time. */
export function timesOf({ aggregate, snapshot }: DueStream, task: DueTask | null): DueTimes {
  return { wakeMs: aggregate.timer?.dueAtMs(snapshot.state) ?? null, taskMs: task?.dueAtMs ?? null };
}

/** A stream on a test clock is due here for its task alone: its clock wakes it. */
export function timesOnClock(task: DueTask | null): DueTimes {
  return { wakeMs: null, taskMs: task === null ? null : 0 };
}

function wholeMs(atMs: number): number | null {
  return atMs === Infinity ? null : Math.ceil(atMs);
}
