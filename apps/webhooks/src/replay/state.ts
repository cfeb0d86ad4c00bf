import type { CreateReplayPayload, ReplayFailure, ReplayStatus } from '#contracts';

/** What a replay was asked for. */
export type ReplayTerms = Omit<CreateReplayPayload, 'sinceParam'>;

/** How far a replay has come. */
export interface ReplayProgress {
  /** Position of the feed up to which every event was looked at. */
  cursor: number;
  /** The last position it will look at; null before the first stretch. */
  upTo: number | null;
  matched: number;
  enqueued: number;
  /** When the last event that was looked at happened, ms since the epoch. */
  coveredUntilMs: number | null;
}

/** Nothing was ever stored under this id. */
export interface NoReplay {
  status: 'none';
}

interface Known {
  terms: ReplayTerms;
  progress: ReplayProgress;
}

/** Others of the account work: it waits for its turn. */
export interface QueuedReplay extends Known {
  status: 'queued';
}

export interface RunningReplay extends Known {
  status: 'running';
  /** When the next stretch may be worked through, ms since the epoch. */
  dueAtMs: number;
}

export interface EndedReplay extends Known {
  status: 'completed' | 'failed' | 'cancelled';
  failure: ReplayFailure | null;
  /** Whether it ended early because it had matched as many events as one may. */
  isTruncated: boolean;
  endedAtMs: number;
}

export type OpenReplay = QueuedReplay | RunningReplay;
export type ExistingReplay = OpenReplay | EndedReplay;

/** A replay by status; each member carries only what is true in it. */
export type ReplayState = NoReplay | ExistingReplay;

export const INITIAL_REPLAY: ReplayState = { status: 'none' };

/** Before anything was looked at. */
export const NO_PROGRESS: ReplayProgress = { cursor: 0, upTo: null, matched: 0, enqueued: 0, coveredUntilMs: null };

/** Compile-time proof that the states are exactly the statuses of the API. */
export const REPLAY_STATE_NAMES = {
  queued: true,
  running: true,
  completed: true,
  failed: true,
  cancelled: true,
} as const satisfies Record<ReplayStatus, true>;

/** Whether something can still come of it. */
export function isOpen(state: ReplayState): state is OpenReplay {
  return state.status === 'queued' || state.status === 'running';
}
