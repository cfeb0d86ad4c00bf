import { AdvanceTestClockDto, CreateTestClockDto } from '#contracts';
import { writeRoute } from '../../commands/write-route';
import {
  toAdvanceTestClockPayload,
  toCreateTestClockPayload,
  validateAdvanceTestClock,
  validateCreateTestClock,
} from './test-clock-payloads';

/** What each command on test clocks reads from its request, and what it sends to the service. */
export const TEST_CLOCK_COMMANDS = {
  create: writeRoute({
    resource: 'testClock',
    command: 'test_clocks.create',
    creates: true,
    body: CreateTestClockDto,
    validate: validateCreateTestClock,
    payload: toCreateTestClockPayload,
  }),
  advance: writeRoute({
    resource: 'testClock',
    command: 'test_clocks.advance',
    creates: false,
    body: AdvanceTestClockDto,
    validate: (dto, _context, wrong) => validateAdvanceTestClock(dto, wrong),
    payload: toAdvanceTestClockPayload,
    isOpen: ({ status }) => status === 'advancing',
    isOfAnother: (shown, answered) => shown.advance_id !== answered.advance_id,
    // One that failed says so: nothing was declined.
    isDeclined: () => false,
  }),
  delete: writeRoute({ resource: 'testClock', command: 'test_clocks.delete', creates: false, payload: () => ({}) }),
};
