import {
  CLOCK_BOUNDS_MS,
  CLOCK_CUSTOMERS_MAX,
  invalidParameter,
  type CommandBody,
  type TestClockCommand,
  type TestClockCommandPayloads,
  type TestClockCommandType,
} from '#contracts';
import { accept, refuse, type FollowUp } from '#decider';
import { advance, arrive, fail, step } from './decide/advance';
import type { TestClockContext, TestClockDecision } from './decide/context';
import type { TestClockEvent } from './events';
import { isLive, type LiveTestClock, type TestClockState } from './state';

/** A clock is kept for 30 days of real time. */
const KEPT_MS = 30 * 86_400_000;
const SECOND_MS = 1_000;

type CommandOf<TType extends TestClockCommandType> = { type: TType; payload: TestClockCommandPayloads[TType] };
type Decide<TType extends TestClockCommandType> = (
  command: CommandOf<TType>,
  state: TestClockState,
  context: TestClockContext,
) => TestClockDecision;

/** A clock that has to be there. */
const live =
  <TType extends TestClockCommandType>(
    then: (payload: TestClockCommandPayloads[TType], state: LiveTestClock, context: TestClockContext) => TestClockDecision,
  ): Decide<TType> =>
  ({ payload }, state, context) =>
    isLive(state) ? then(payload, state, context) : missing(state);

const DECIDE: { [TType in TestClockCommandType]: Decide<TType> } = {
  'test_clocks.create': create,
  'test_clocks.advance': live(advance),
  'test_clocks.delete': remove,
  'test_clocks.step': live(step),
  'test_clocks.arrive': live(arrive),
  'test_clocks.fail': live(fail),
  'test_clocks.add_customer': live(addCustomer),
  'test_clocks.erase_customer': eraseCustomer,
  'test_clocks.wake': (_command, state, { nowMs }) => accept(isLive(state) && state.deletesAtMs <= nowMs ? [deleted(nowMs)] : []),
};

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: CommandBody<TestClockCommand>, state: TestClockState, context: TestClockContext): TestClockDecision {
  return (DECIDE[command.type] as Decide<TestClockCommandType>)(command, state, context);
}

/** – → ready. A clock stands at a whole second, as it is shown. */
function create({ payload }: CommandOf<'test_clocks.create'>, state: TestClockState, { nowMs }: TestClockContext): TestClockDecision {
  if (state.status !== 'none') {
    return refuse({ code: 'resource_already_exists', details: { message: 'A test clock of this id exists already.' } });
  }
  const { nowAtMs: asked = nowMs, ...terms } = payload;
  const { first, last } = CLOCK_BOUNDS_MS;
  if (asked < first || asked > last) return refuse(invalidParameter('now_at', 'must be in the years 2000 to 2099.', 'clock_out_of_range'));
  const nowAtMs = Math.floor(asked / SECOND_MS) * SECOND_MS;
  return accept<TestClockEvent>([{ type: 'test_clock.created', data: { terms, nowAtMs, deletesAtMs: nowMs + KEPT_MS } }], 201);
}

/** Sent by the customer: a clock that is on its way takes none, which the store sees to. */
function addCustomer({ customerId }: { customerId: string }, { customerIds }: LiveTestClock): TestClockDecision {
  if (customerIds.length < CLOCK_CUSTOMERS_MAX)
    return accept<TestClockEvent>([{ type: 'test_clock.customer_added', data: { customerId } }]);
  const message = `A test clock has at most ${CLOCK_CUSTOMERS_MAX} customers.`;
  return refuse({ code: 'limit_exceeded', details: { message, param: 'test_clock_id', hint: 'Make another one.' } });
}

/** ready, failed → deleted. Deleting again changes nothing. */
function remove(_command: CommandOf<'test_clocks.delete'>, state: TestClockState, { nowMs }: TestClockContext): TestClockDecision {
  if (state.status === 'deleted') return accept<TestClockEvent>([]);
  if (!isLive(state)) return missing(state);
  return state.status === 'advancing' ? refuse({ code: 'clock_advancing' }) : accept<TestClockEvent>([deleted(nowMs)]);
}

/** Of a deleted clock: one of its customers is erased in the same commit. */
function eraseCustomer({ payload: { customerId } }: CommandOf<'test_clocks.erase_customer'>, state: TestClockState): TestClockDecision {
  if (state.status !== 'deleted' || !state.customerIds.includes(customerId)) return accept<TestClockEvent>([]);
  const erase: FollowUp = { streamId: customerId, type: 'customers.erase', payload: {} };
  return accept<TestClockEvent>([{ type: 'test_clock.customer_erased', data: { customerId } }], 200, { followUps: [erase] });
}

function deleted(atMs: number): TestClockEvent {
  return { type: 'test_clock.deleted', data: { atMs } };
}

function missing({ status }: TestClockState): TestClockDecision {
  const message = status === 'deleted' ? { message: 'The test clock is deleted.' } : {};
  return refuse({ code: 'resource_missing', details: { param: 'id', ...message } });
}
