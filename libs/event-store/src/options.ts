import type { Clock, Random } from '#contracts';
import type { AggregateDefinition } from './aggregate';

/** The part of a logger that the store needs. A pino logger fits. */
export interface StoreLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Where a process can be ended in a test (proof of crash safety). Never set outside tests. */
export type FailpointName = 'before-commit' | 'after-commit-before-reply' | 'after-reply-before-relay' | 'mid-relay';

/** How one run of a task ended. */
export type TaskEnding = 'done' | 'refused' | 'failed';

/** Bounds on the tasks of one process. */
export interface TaskLimits {
  /** Tasks that run at once, by default 64. */
  concurrencyMax?: number;
  /** How long one may take before it is aborted, by default 25 000 ms. */
  deadlineMs?: number;
  /** How long a stopping process waits for tasks under way before it aborts them, by default 2 000 ms. */
  graceMs?: number;
}

/** Numbers for metrics, called on the hot path: do no more than add to a counter. */
export interface StoreObserver {
  batchCommitted?(batch: { writer: number; commands: number; events: number; commitMs: number; queued: number }): void;
  relayed?(page: { events: number; published: number }): void;
  /** Asked when the lag is looked at: the age of the oldest event that the relay has not handed over, in milliseconds. */
  relayStarted?(lagMs: () => number): void;
  /** A shard's relay stands still because its log has a hole. Alarm. */
  relayStopped?(shard: number): void;
  writerLost?(writer: number): void;
  /** How far the clock of the database is ahead of the clock of this process. */
  databaseClock?(skewMs: number): void;
  /** A task was run; `done` when its outcome changed the stream. */
  taskEnded?(task: { name: string; ending: TaskEnding; tookMs: number }): void;
  /** What a stream had to do at a time of its own is done. `lateMs`: how much later than it asked for. */
  timerEnded?(timer: { streamType: string; lateMs: number }): void;
  /** How many command partitions this process serves, after every change. */
  partitionsHeld?(count: number): void;
}

export interface EventStoreOptions {
  /** The service's schema: `payments`, `kyc`, `webhooks`. */
  schema: string;
  databaseUrl: string;
  aggregates: readonly AggregateDefinition[];
  clock: Clock;
  random: Random;
  logger: StoreLogger;
  /** Connections that append. Two measured best. */
  writerCount?: number;
  /** Commands waiting for one writer before `submit` rejects with WriterOverloadedError. */
  queueMax?: number;
  /** Commands in one commit, at most. */
  batchMax?: number;
  /** Bytes of events, states and answers in one commit, at most. */
  batchBytesMax?: number;
  /** Hot streams kept in memory, per writer. */
  hotStreamsMax?: number;
  /** Connections for reads. */
  readConnectionsMax?: number;
  /** Connections for what waits for the lock of a shard: commands that are decided here, Idempotency-Keys that are held. */
  lockingConnectionsMax?: number;
  /** Connections for lists and searches. */
  listConnectionsMax?: number;
  /**
   * Other processes than the one that serves a shard append to it (`decideHere`), as operators' commands do: they notify, and that one
   * listens.
   */
  othersAppend?: boolean;
  tasks?: TaskLimits;
  observe?: StoreObserver;
  /** For the crash tests only. */
  failpoint?: (name: FailpointName) => void;
}

export const DEFAULTS = {
  writerCount: 2,
  queueMax: 10_000,
  batchMax: 200,
  batchBytesMax: 1_000_000,
  hotStreamsMax: 5_000,
  readConnectionsMax: 6,
  lockingConnectionsMax: 2,
  listConnectionsMax: 4,
} as const;
