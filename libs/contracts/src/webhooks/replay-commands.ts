import type { Command } from '../command';

/** Which events a replay brings again: those that ended undelivered, those never tried, or every matching one. */
export const REPLAY_SCOPES = ['failed', 'missed', 'all'] as const;
export type ReplayScope = (typeof REPLAY_SCOPES)[number];

/** The states of a replay (docs/reference/webhooks.md, Resends, replays and pings). */
export const REPLAY_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];

/** Why a replay could not go on. */
export const REPLAY_FAILURES = ['endpoint_disabled', 'endpoint_deleted'] as const;
export type ReplayFailure = (typeof REPLAY_FAILURES)[number];

/** What is to be brought again. Times in ms since the epoch. */
export interface CreateReplayPayload {
  endpointId: string;
  /** Events that happened at this instant or later. */
  sinceMs: number;
  /** Events that happened before this instant; null for all until now. */
  untilMs: number | null;
  include: ReplayScope;
  /** Event types, exact or `prefix.*`; empty for all that the endpoint wants. */
  types: string[];
  /** Only events of this object. */
  resourceId: string | null;
  /** The request field that a refusal of `sinceMs` is about: `start_from` when it came with the endpoint. */
  sinceParam: 'since' | 'start_from';
}

/** One stretch of the feed that was worked through. Positions are those of the account's events feed. */
export interface RecordReplayChunkPayload {
  /** The cursor that the stretch began at. */
  from: number;
  /** The cursor after it: the last position looked at. */
  to: number;
  /** The last position that this replay looks at: what came later was delivered as it came. */
  upTo: number;
  /** Events that were to be brought again. */
  matched: number;
  /** Deliveries that were made of them: an event whose delivery is still under way gets no second one. */
  enqueued: number;
  /** When the last event that was looked at happened, ms since the epoch; null when there was none. */
  lastEventMs: number | null;
}

/** Command type → payload: everything that can be asked of a replay. */
export interface WebhookReplayCommandPayloads {
  'webhook_replays.create': CreateReplayPayload;
  'webhook_replays.cancel': Record<string, never>;
  /** From the queue of the account: it is this replay's turn. */
  'webhook_replays.begin': Record<string, never>;
  /** From the task that works through the feed. */
  'webhook_replays.record_chunk': RecordReplayChunkPayload;
  'webhook_replays.fail': { reason: ReplayFailure };
  /** On the queue of the account and mode: from its replays alone. */
  'webhook_replay_queue.enter': { replayId: string };
  'webhook_replay_queue.leave': { replayId: string };
}

export type WebhookReplayCommandType = keyof WebhookReplayCommandPayloads;

export const WEBHOOK_REPLAY_COMMAND_TYPES = [
  'webhook_replays.create',
  'webhook_replays.cancel',
  'webhook_replays.begin',
  'webhook_replays.record_chunk',
  'webhook_replays.fail',
] as const satisfies readonly WebhookReplayCommandType[];

export const WEBHOOK_REPLAY_QUEUE_COMMAND_TYPES = [
  'webhook_replay_queue.enter',
  'webhook_replay_queue.leave',
] as const satisfies readonly WebhookReplayCommandType[];

export type WebhookReplayCommand = {
  [TType in WebhookReplayCommandType]: Command<TType, WebhookReplayCommandPayloads[TType]>;
}[WebhookReplayCommandType];
