import type { TestClockEvent } from './events';
import { isLive, type Advance, type LiveTestClock, type TestClockState } from './state';

/** The state after one more fact. Never throws and never checks. */
export function evolve(state: TestClockState, event: TestClockEvent): TestClockState {
  if (event.type === 'test_clock.created') return { status: 'ready', ...event.data, advance: null, customerIds: [] };
  if (isLive(state)) return evolveLive(state, event);
  if (state.status !== 'deleted' || event.type !== 'test_clock.customer_erased') return state;
  return { ...state, customerIds: state.customerIds.filter((id) => id !== event.data.customerId) };
}

function evolveLive(state: LiveTestClock, event: Exclude<TestClockEvent, { type: 'test_clock.created' }>): TestClockState {
  switch (event.type) {
    case 'test_clock.customer_added':
      return { ...state, customerIds: [...state.customerIds, event.data.customerId] };
    case 'test_clock.advancing': {
      const { advanceId: id, targetMs, sinceMs } = event.data;
      return { ...state, status: 'advancing', advance: { id, targetMs, sinceMs, steps: 0, stopped: null } };
    }
    case 'test_clock.deleted':
      return { ...state, status: 'deleted', deletedAtMs: event.data.atMs, customerCount: state.customerIds.length };
    case 'test_clock.customer_erased':
      return state;
    default:
      return state.advance === null ? state : evolveAdvance({ ...state, advance: state.advance }, event);
  }
}

type OnItsWay = LiveTestClock & { advance: Advance };
type AdvanceEvent = Extract<TestClockEvent, { type: 'test_clock.stepped' | 'test_clock.ready' | 'test_clock.failed' }>;

function evolveAdvance(state: OnItsWay, event: AdvanceEvent): TestClockState {
  const { advance } = state;
  switch (event.type) {
    case 'test_clock.stepped':
      return { ...state, nowAtMs: event.data.nowAtMs, advance: { ...advance, steps: advance.steps + 1 } };
    case 'test_clock.ready': {
      const { nowAtMs, stopped: reason } = event.data;
      return { ...state, status: 'ready', nowAtMs, advance: { ...advance, stopped: reason === undefined ? null : { reason } } };
    }
    case 'test_clock.failed':
      return { ...state, status: 'failed', advance: { ...advance, stopped: { reason: 'error', error: event.data.error } } };
  }
}
