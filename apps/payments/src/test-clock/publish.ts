import type { TestClockEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { TestClockEvent } from './events';
import { testClockResource } from './render';
import type { TestClockState } from './state';

/** Stored type → what merchants see it as; null for what they do not see. */
export const TEST_CLOCK_PUBLIC_NAME: Readonly<Record<TestClockEvent['type'], TestClockEventType | null>> = {
  'test_clock.created': 'test_clock.created',
  'test_clock.customer_added': null,
  'test_clock.advancing': 'test_clock.advancing',
  'test_clock.stepped': null,
  'test_clock.ready': 'test_clock.ready',
  'test_clock.failed': 'test_clock.failed',
  'test_clock.deleted': 'test_clock.deleted',
  'test_clock.customer_erased': null,
};

/** Every stored event is written in version 1 so far. */
export const TEST_CLOCK_EVENT_DEFINITIONS = eventDefinitionsOf(TEST_CLOCK_PUBLIC_NAME);

/** Stored event → public event with the whole clock right after it. */
export const publishTestClock: Publish<TestClockState, TestClockEvent> = resourcePublisher({
  resourceType: 'test_clock',
  names: TEST_CLOCK_PUBLIC_NAME,
  render: testClockResource,
});
