import { DeletedTestClock, TestClockResource } from '#contracts';
import type { RouteDocs } from '../../../docs/route-docs';

const TEST_CLOCK_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'clk_0VB3xQ9k42Tc7h2MwXn5KbYe' } as const;

/** What the reference says of each route of test clocks. */
export const TEST_CLOCK_DOCS = {
  create: {
    summary: 'Create a test clock',
    description:
      'A time of its own for the customers that are made with its id, and for all that is under them. It stands still until it is advanced. At most 100 clocks, each for 30 days, 100 customers and 1000 subscriptions.',
    answer: { status: 201, description: 'The test clock.', type: TestClockResource },
    isBodyOptional: true,
    errors: ['parameters_exclusive', 'metadata_invalid', 'limit_exceeded', 'key_restricted'],
  },
  list: { summary: 'List test clocks', item: TestClockResource, errors: ['key_restricted'] },
  get: {
    summary: 'Retrieve a test clock: its time, and how much is due within 30 days of it',
    params: [TEST_CLOCK_ID],
    answer: { description: 'The test clock.', type: TestClockResource },
    errors: ['key_restricted'],
  },
  advance: {
    summary: 'Advance a test clock, and run everything that comes due on the way',
    description:
      'Everything that is due up to the target is done, one object after the other, each at its time. `Prefer: wait=20` answers 200 with the clock as soon as it is there. `GET /v1/events?correlation_id=<advance_id>` lists what happened.',
    params: [TEST_CLOCK_ID],
    answer: { status: 202, description: 'The test clock, on its way.', type: TestClockResource },
    errors: ['parameter_missing', 'parameters_exclusive', 'key_restricted'],
  },
  delete: {
    summary: 'Delete a test clock and erase its customers',
    params: [TEST_CLOCK_ID],
    answer: { status: 200, description: 'It is deleted.', type: DeletedTestClock },
    errors: ['key_restricted'],
  },
} as const satisfies Record<string, RouteDocs>;
