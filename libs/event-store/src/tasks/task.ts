import type { AggregateDefinition, DueTask, Snapshot } from '../aggregate';

/** A stream that is due, and what its next commands follow from. */
export interface DueStream {
  shard: number;
  aggregate: AggregateDefinition;
  snapshot: Snapshot;
  correlationId: string;
  /** The id of the last event of the stream. */
  causationId: string;
}

/** One run of a task. */
export interface Task<TState = unknown> extends DueTask {
  /** The stream as it was when the task became due. */
  snapshot: Snapshot<TState>;
  /** How often this process ran it for this version of the stream without an effect. */
  attempt: number;
}

/** What came of a task: a command to its stream. */
export interface TaskOutcome {
  type: string;
  payload: unknown;
}

/**
 * Asks the outside. It is run at least once: a crash, a lost partition or a deadline repeats it with the same key, perhaps
 * while the first call is still on its way. What the outside says no to is an outcome like any other. Throw only what
 * nothing can be made of: it is run again after a pause, one second at first and a minute at most.
 *
 * @param signal tells to stop: the deadline has passed, the stream belongs to another process, or this one ends.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- runners of different aggregates stand in one table
export type TaskRunner<TState = any> = (task: Task<TState>, signal: AbortSignal) => Promise<TaskOutcome>;
