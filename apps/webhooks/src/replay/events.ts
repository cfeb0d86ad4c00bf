import type { DomainEvent, RecordReplayChunkPayload, ReplayFailure } from '#contracts';
import type { ReplayTerms } from './state';

type Event<TType extends string, TData> = DomainEvent<TType, TData>;

/** The facts of a replay's life: none of them is public. Times in ms since the epoch. */
export type ReplayEvent =
  | Event<'webhook_replay.created', { terms: ReplayTerms }>
  | Event<'webhook_replay.begun', { dueAtMs: number }>
  /** One stretch of the feed was worked through; `dueAtMs` is when the next one may be. */
  | Event<'webhook_replay.advanced', RecordReplayChunkPayload & { dueAtMs: number }>
  | Event<'webhook_replay.completed', { isTruncated: boolean; atMs: number }>
  | Event<'webhook_replay.failed', { reason: ReplayFailure; atMs: number }>
  | Event<'webhook_replay.cancelled', { atMs: number }>;

export type ReplayEventName = ReplayEvent['type'];
