import type { TestClockError, TestClockTerms } from '#contracts';

/** Nothing was ever stored under this id. */
export interface NoTestClock {
  status: 'none';
}

/** The last time that a clock was sent on, or is. */
export interface Advance {
  id: string;
  /** Milliseconds since the epoch. */
  targetMs: number;
  /** Objects that were woken so far. */
  steps: number;
  /** Since when it is under way, in real time. */
  sinceMs: number;
  /** Why it ended before its target; null while it has not, and where it came there. */
  stopped: { reason: 'step_limit' } | { reason: 'error'; error: TestClockError } | null;
}

interface Known {
  terms: TestClockTerms;
  /** What its customers take for now, milliseconds since the epoch. */
  nowAtMs: number;
  /** Until when it is kept, in real time. */
  deletesAtMs: number;
  /** Null before the first. */
  advance: Advance | null;
}

/** A clock that stands, `ready` or `failed`, or is on its way. */
export interface LiveTestClock extends Known {
  status: 'ready' | 'advancing' | 'failed';
  customerIds: readonly string[];
}

/** Deleted: it stands still for ever, and its customers are erased one by one. */
export interface DeletedTestClock extends Known {
  status: 'deleted';
  /** In real time. */
  deletedAtMs: number;
  customerCount: number;
  /** Those that are still to be erased. */
  customerIds: readonly string[];
}

export type ExistingTestClock = LiveTestClock | DeletedTestClock;

/** A test clock by status; each member carries only what is true in it (docs/reference/state-machines.md, Test clock). */
export type TestClockState = NoTestClock | ExistingTestClock;

export const INITIAL_TEST_CLOCK: TestClockState = { status: 'none' };

/** Whether it is there, and not deleted. */
export function isLive(state: TestClockState): state is LiveTestClock {
  return state.status !== 'none' && state.status !== 'deleted';
}
