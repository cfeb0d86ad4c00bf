import {
  civilOf,
  CLOCK_BOUNDS_MS,
  invalidParameter,
  istDate,
  istDateOf,
  startOfIstDate,
  type Duration,
  type Refusal,
  type TestClockCommandPayloads,
  type TestClockProgress,
  type TestClockStep,
} from '#contracts';
import { accept, refuse } from '#decider';
import type { TestClockEvent } from '../events';
import type { Advance, LiveTestClock } from '../state';
import type { TestClockContext, TestClockDecision } from './context';

/** How far one advance goes, at most: five years of the calendar, and so many objects woken. */
const MONTHS_MAX = 60;
export const STEPS_MAX = 20_000;

/** ready, failed → advancing. What is due on the way is worked off by a task (tasks/advance-test-clock.ts). */
export function advance(
  payload: TestClockCommandPayloads['test_clocks.advance'],
  state: LiveTestClock,
  { nowMs, correlationId }: TestClockContext,
): TestClockDecision {
  if (state.status === 'advancing') return refuse({ code: 'clock_advancing' });
  const param = 'by' in payload ? 'by' : 'to_at';
  const targetMs = 'by' in payload ? after(state.nowAtMs, payload.by) : payload.toMs;
  const refusal = targetRefusal(targetMs, state.nowAtMs, param);
  if (refusal !== null) return refuse(refusal);
  return accept<TestClockEvent>([{ type: 'test_clock.advancing', data: { advanceId: correlationId, targetMs, sinceMs: nowMs } }], 202);
}

function targetRefusal(targetMs: number, nowAtMs: number, param: string): Refusal | null {
  if (targetMs < nowAtMs) return invalidParameter(param, 'must not be before the time of the clock: it never goes back.', 'clock_in_past');
  if (targetMs > after(nowAtMs, { months: MONTHS_MAX, ms: 0 })) {
    return invalidParameter(param, 'must be at most five years ahead of the clock. Advance it in several calls.', 'advance_too_long');
  }
  return targetMs <= CLOCK_BOUNDS_MS.last ? null : invalidParameter(param, 'must not be after 2099.', 'clock_out_of_range');
}

/** The same time of day on the same day of a later month, or on the last of that month, and so many milliseconds later. */
export function after(atMs: number, { months, ms }: Duration): number {
  const date = istDateOf(atMs);
  const { year, month, day } = civilOf(date);
  return startOfIstDate(istDate(year, month + months, day)) + (atMs - startOfIstDate(date)) + ms;
}

/**
 * The clock comes to the time of the first object that is due, and wakes it in the same commit. Nothing happens when another
 * process made this step, or the object has changed meanwhile: then whoever works the advance off looks again.
 */
export function step(
  { advanceId, step: number, dueAtMs, streamId, version, wakeType }: TestClockStep,
  state: LiveTestClock,
  context: TestClockContext,
): TestClockDecision {
  const present = underWay(state, { advanceId, steps: number - 1 });
  if (present === null || context.versionOf(streamId) !== version) return accept<TestClockEvent>([]);
  const nowAtMs = Math.max(state.nowAtMs, dueAtMs);
  const wake = { streamId, type: wakeType, payload: {} };
  return accept<TestClockEvent>([{ type: 'test_clock.stepped', data: { nowAtMs, streamId } }], 200, { followUps: [wake] });
}

/** advancing → ready: nothing is due up to the target, or as many objects as one advance may wake were woken. */
export function arrive(progress: TestClockProgress, state: LiveTestClock): TestClockDecision {
  const present = underWay(state, progress);
  if (present === null) return accept<TestClockEvent>([]);
  if (present.steps < STEPS_MAX) return accept<TestClockEvent>([{ type: 'test_clock.ready', data: { nowAtMs: present.targetMs } }]);
  return accept<TestClockEvent>([{ type: 'test_clock.ready', data: { nowAtMs: state.nowAtMs, stopped: 'step_limit' } }]);
}

/** advancing → failed: an object cannot be woken. */
export function fail({ error, ...progress }: TestClockCommandPayloads['test_clocks.fail'], state: LiveTestClock): TestClockDecision {
  if (underWay(state, progress) === null) return accept<TestClockEvent>([]);
  return accept<TestClockEvent>([{ type: 'test_clock.failed', data: { error } }]);
}

function underWay(state: LiveTestClock, { advanceId, steps }: TestClockProgress): Advance | null {
  const { status, advance: present } = state;
  return status === 'advancing' && present?.id === advanceId && present.steps === steps ? present : null;
}
