import { FixedClock } from '#testing';
import { BusUnavailableError } from '../../bus';
import type { BusLogger } from '../../observer';
import { AssignmentError } from './assignment-error';

describe('partitions that cannot be shared out', () => {
  const clock = new FixedClock();
  const [warn, debug] = [jest.fn(), jest.fn()];
  const logger: BusLogger = { debug, info: jest.fn(), warn, error: jest.fn() };
  const error = new BusUnavailableError('The broker did not answer in time.');
  let assignmentError: AssignmentError;

  beforeEach(() => {
    jest.clearAllMocks();
    assignmentError = new AssignmentError({ clock, logger }, 'payments.commands');
  });

  it('are no warning while a process starts beside a broker that takes its time', () => {
    for (let round = 0; round < 3; round++, clock.advanceMs(3_250)) assignmentError.received(error);
    assignmentError.over();
    expect([warn.mock.calls.length, debug.mock.calls.length]).toEqual([0, 3]);
  });

  it('are one when that lasts', () => {
    assignmentError.received(error);
    clock.advanceMs(10_000);
    assignmentError.received(error);
    const fields = { topic: 'payments.commands', reason: 'BusUnavailableError: The broker did not answer in time.' };
    expect(warn.mock.calls).toEqual([[fields, 'Command partitions could not be shared out']]);
  });

  it('are one at once in a process that has shared before', () => {
    assignmentError.over();
    assignmentError.received(error);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
