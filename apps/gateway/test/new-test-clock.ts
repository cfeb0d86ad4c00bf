import type { TestClockResource } from '#contracts';

/** A test clock right after it was made, as its service shows it. */
export function newTestClock(id: string): TestClockResource {
  return {
    id,
    object: 'test_clock',
    livemode: false,
    name: null,
    status: 'ready',
    now_at: 1_795_219_200,
    target_at: null,
    advance_id: null,
    steps_done: 0,
    stopped_reason: null,
    last_error: null,
    pending: null,
    customer_count: 0,
    webhook_retries: 'real',
    metadata: {},
    deleted: false,
    deletes_at: 1_797_811_200,
    created_at: 1_795_219_200,
    updated_at: 1_795_219_200,
    sequence: 1,
  };
}
