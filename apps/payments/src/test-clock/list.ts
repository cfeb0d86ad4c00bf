import { defineList } from '#listing';
import { isLive, type TestClockState } from './state';

/** Lists of test clocks (docs/how-to/list-and-page.md). A deleted one leaves it. */
export const testClocksList = defineList<TestClockState>({
  name: 'test_clocks_list',
  version: 1,
  streamType: 'test_clock',
  usualStatuses: ['ready'],
  rowOf: ({ state }) => (isLive(state) ? { status: state.status, metadata: state.terms.metadata } : null),
});
