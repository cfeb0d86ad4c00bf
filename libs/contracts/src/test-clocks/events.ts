/** Every public event type of a test clock. */
export const TEST_CLOCK_EVENT_TYPES = [
  'test_clock.created',
  'test_clock.advancing',
  'test_clock.ready',
  'test_clock.failed',
  'test_clock.deleted',
] as const;
export type TestClockEventType = (typeof TEST_CLOCK_EVENT_TYPES)[number];
