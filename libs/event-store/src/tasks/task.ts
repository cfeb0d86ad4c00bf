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

/** What a runner asks before it begins something outside that must not be begun twice. */
export interface TaskGuard {
  /**
   * To be asked right before each such step: the task was not aborted, the partition is this process's, the session
   * stands, and the stream still asks for this task.
   *
   * @throws TaskTakenError.
   */
  stillOurs(): Promise<void>;
  /**
   * Does something while no other process does so for this task. What has left this process before it froze or lost its
   * session cannot be called back: a call that was sent has to be looked up again.
   *
   * @throws TaskTakenError when another process is at it, before anything is done; else what `act` throws.
   */
  alone<TResult>(act: () => Promise<TResult>): Promise<TResult>;
}

/** One run of a task. */
export interface Task<TState = unknown> extends DueTask {
  /** The stream as it was when the task became due. */
  snapshot: Snapshot<TState>;
  /** How often this process ran it for this version of the stream without an effect. */
  attempt: number;
  /** Milliseconds since the epoch; on a test clock by that clock: when it was due. */
  nowMs: number;
  guard: TaskGuard;
}

/** What came of a task: a command to its stream. */
export interface TaskOutcome {
  type: string;
  payload: unknown;
}

/**
 * Asks the outside. It is run at least once: a crash, a lost partition or a deadline repeats it with the same key, perhaps
 * while the first call is still on its way: what must not be begun twice is begun under the guard. What the outside says no to is an outcome like any other. Throw only what
 * nothing can be made of: it is run again after a pause, one second at first and a minute at most.
 *
 * @param signal tells to stop: the deadline has passed, the stream belongs to another process, or this one ends.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- runners of different aggregates stand in one table
export type TaskRunner<TState = any> = (task: Task<TState>, signal: AbortSignal) => Promise<TaskOutcome>;
