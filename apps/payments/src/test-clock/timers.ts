import { isLive, type TestClockState } from './state';

/** When it deletes itself, in real time; null for never: it is deleted. */
export function wakeAtMs(state: TestClockState): number | null {
  return isLive(state) ? state.deletesAtMs : null;
}
