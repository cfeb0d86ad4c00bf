import { TEST_CLOCK_EVENT_TYPES, TestClockResource, type TestClockEventType } from '#contracts';
import { CREATED_AT, exampleEvent } from './example-event';

const DAY = 86_400;
const CREATED: TestClockResource = {
  id: 'clk_0VB3xQ9k42Tc7h2MwXn5KbYe',
  object: 'test_clock',
  livemode: false,
  name: 'A year of Gold',
  status: 'ready',
  now_at: CREATED_AT,
  target_at: null,
  advance_id: null,
  steps_done: 0,
  stopped_reason: null,
  last_error: null,
  pending: null,
  customer_count: 0,
  webhook_retries: 'real',
  metadata: { test: 'renewals' },
  deleted: false,
  deletes_at: CREATED_AT + 30 * DAY,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  sequence: 1,
};

const TARGET = CREATED_AT + 31 * DAY;
const ADVANCING = {
  status: 'advancing',
  target_at: TARGET,
  advance_id: '01a1f3c8-4c00-7a3e-9b1d-3f5e7a9c1b2d',
  customer_count: 1,
  updated_at: CREATED_AT + 60,
  sequence: 2,
} as const;
const LAST_ERROR = {
  object_id: 'debit_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  code: 'internal_error',
  message: 'Something went wrong on our side.',
};

const STEPS: Record<TestClockEventType, [changes: Partial<TestClockResource>, previous: Record<string, unknown> | null]> = {
  'test_clock.created': [{}, null],
  'test_clock.advancing': [ADVANCING, { status: 'ready', target_at: null, advance_id: null }],
  'test_clock.ready': [
    { ...ADVANCING, status: 'ready', now_at: TARGET, steps_done: 4, updated_at: CREATED_AT + 61, sequence: 3 },
    { status: 'advancing', now_at: CREATED_AT + 30 * DAY },
  ],
  'test_clock.failed': [
    { ...ADVANCING, status: 'failed', stopped_reason: 'error', last_error: LAST_ERROR, updated_at: CREATED_AT + 61, sequence: 3 },
    { status: 'advancing', stopped_reason: null, last_error: null },
  ],
  'test_clock.deleted': [{ deleted: true, updated_at: CREATED_AT + 60, sequence: 2 }, { deleted: false }],
};

const MEANING: Record<TestClockEventType, string> = {
  'test_clock.created': 'A test clock was created.',
  'test_clock.advancing': 'A test clock is on its way to another time: its objects take no changes until it is there.',
  'test_clock.ready': 'A test clock came to where it was sent, or to the limit of steps: see stopped_reason.',
  'test_clock.failed': 'An object of a test clock could not be woken: see last_error. It may be advanced again.',
  'test_clock.deleted': 'A test clock was deleted, and its customers are being erased.',
};

/** The events of test clocks. */
export const TEST_CLOCK_EVENTS = {
  service: 'payments' as const,
  resourceType: 'test_clock',
  resource: TestClockResource,
  meaning: Object.fromEntries(TEST_CLOCK_EVENT_TYPES.map((type) => [type, MEANING[type]])),
  exampleOf(type: string) {
    const [changes, previous] = STEPS[type as TestClockEventType];
    return exampleEvent(type, 'test_clock', { ...CREATED, ...changes }, previous);
  },
};
