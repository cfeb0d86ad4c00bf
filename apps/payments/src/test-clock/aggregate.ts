import { TEST_CLOCK_COMMAND_TYPES, type TestClockCommand } from '#contracts';
import type { FollowUp } from '#decider';
import type { DueTask, Snapshot } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { registryFollowUps, registryIdOf } from '../registry/aggregate';
import { decide } from './decide';
import type { TestClockEvent } from './events';
import { evolve } from './evolve';
import { testClocksList } from './list';
import { publishTestClock, TEST_CLOCK_EVENT_DEFINITIONS } from './publish';
import { testClockAnswer, testClockResource } from './render';
import { INITIAL_TEST_CLOCK, isLive, type TestClockState } from './state';
import { withPending } from './pending';
import { wakeAtMs } from './timers';

/** The task of working off what is due on the way of an advance. */
export const ADVANCE_TASK = 'test_clocks.advance';
/** The task of erasing the customers of a deleted clock. */
export const ERASE_TASK = 'test_clocks.erase';

/** What is to be done for it, in real time: a process that ends in the middle leaves it to the next one. */
function taskOf({ head, state }: Snapshot<TestClockState>): DueTask | null {
  if (state.status === 'advancing' && state.advance !== null) {
    return { name: ADVANCE_TASK, dueAtMs: state.advance.sinceMs, key: state.advance.id };
  }
  if (state.status !== 'deleted' || state.customerIds.length === 0) return null;
  return { name: ERASE_TASK, dueAtMs: state.deletedAtMs, key: head.streamId };
}

/** A test clock as the event store runs it. It lives in real time itself; what belongs to it goes by its `nowAtMs`. */
export function defineTestClock(): ResourceAggregate<TestClockState, TestClockEvent> {
  return {
    streamType: 'test_clock',
    idKind: 'testClock',
    stateSchema: 1,
    initialState: INITIAL_TEST_CLOCK,
    commandTypes: TEST_CLOCK_COMMAND_TYPES,
    busCommandTypes: ['test_clocks.create', 'test_clocks.advance', 'test_clocks.delete'],
    creationTypes: ['test_clocks.create'],
    eventTypes: TEST_CLOCK_EVENT_DEFINITIONS,
    relatedStreams: (command) => streamsOf(command as TestClockCommand),
    decide: (command, state, { nowMs, related }) =>
      decide(command as TestClockCommand, state, {
        nowMs,
        correlationId: command.correlationId,
        versionOf: (streamId) => related(streamId)?.head.version ?? null,
      }),
    followUps: ({ before, after }, command) => ({ followUps: countFollowUps(before, after, command as TestClockCommand) }),
    evolve,
    statusOf: ({ status }) => status,
    timer: { dueAtMs: wakeAtMs, commandType: 'test_clocks.wake' },
    taskOf,
    clock: {
      nowMs: (state) => (state.status === 'none' ? null : state.nowAtMs),
      isAdvancing: ({ status }) => status === 'advancing',
    },
    render: testClockResource,
    publish: publishTestClock,
    complete: withPending,
    answer: testClockAnswer,
    list: testClocksList,
  };
}

function streamsOf({ type, payload, accountId, livemode }: TestClockCommand): string[] {
  if (type === 'test_clocks.step') return [payload.streamId];
  return type === 'test_clocks.create' ? [registryIdOf('testClock', { accountId, livemode })] : [];
}

/** In the same commit: the count of the clocks of the account. */
function countFollowUps(before: TestClockState, after: TestClockState, command: TestClockCommand): FollowUp[] {
  return registryFollowUps('testClock', command, [isLive(before), isLive(after)]);
}
