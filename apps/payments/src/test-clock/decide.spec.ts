import { CLOCK_CUSTOMERS_MAX, type CommandBody, type TestClockCommand } from '#contracts';
import { replay, type FollowUp } from '#decider';
import { decide } from './decide';
import { after, STEPS_MAX } from './decide/advance';
import type { TestClockContext } from './decide/context';
import type { TestClockEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_TEST_CLOCK, type TestClockState } from './state';

type Body = CommandBody<TestClockCommand>;

const DAY_MS = 86_400_000;
const REAL = Date.parse('2026-11-25T00:30:00.500Z');
const BEGAN = Date.parse('2031-01-01T03:30:00Z');
const TARGET = BEGAN + 2 * DAY_MS;
const ERROR = { objectId: 'debit_1', code: 'internal_error', message: 'A bug.' };
const STEP = { advanceId: 'adv', step: 1, dueAtMs: BEGAN + DAY_MS, streamId: 'debit_1', version: 3, wakeType: 'debits.wake' };

const created: TestClockEvent = { type: 'test_clock.created', data: { terms: {}, nowAtMs: BEGAN, deletesAtMs: REAL + 30 * DAY_MS } };
const advancing: TestClockEvent = { type: 'test_clock.advancing', data: { advanceId: 'adv', targetMs: TARGET, sinceMs: REAL } };
const stepped: TestClockEvent = { type: 'test_clock.stepped', data: { nowAtMs: BEGAN + DAY_MS, streamId: 'debit_1' } };
const failed: TestClockEvent = { type: 'test_clock.failed', data: { error: ERROR } };
const deleted: TestClockEvent = { type: 'test_clock.deleted', data: { atMs: REAL } };
const withCustomer: TestClockEvent = { type: 'test_clock.customer_added', data: { customerId: 'cust_1' } };

const context: TestClockContext = { nowMs: REAL, correlationId: 'adv', versionOf: (id) => (id === 'debit_1' ? 3 : null) };
const stateAfter = (...events: TestClockEvent[]): TestClockState => replay({ initialState: INITIAL_TEST_CLOCK, evolve }, events);

interface Outcome {
  events: readonly TestClockEvent[];
  followUps: readonly FollowUp[];
}

function outcome(given: TestClockEvent[], command: Body, at = context): Outcome | string {
  const decision = decide(command, stateAfter(...given), at);
  if (decision.accepted) return { events: decision.events, followUps: decision.followUps ?? [] };
  const { code, details } = decision.refusal;
  return [code, details?.param, details?.reason].filter((part) => part !== undefined).join(' ');
}

function typesOf(given: TestClockEvent[], command: Body): string | string[] {
  const found = outcome(given, command);
  return typeof found === 'string' ? found : found.events.map(({ type }) => type.replace('test_clock.', ''));
}

const COMMANDS: Record<Body['type'], Body> = {
  'test_clocks.create': { type: 'test_clocks.create', payload: { nowAtMs: BEGAN } },
  'test_clocks.advance': { type: 'test_clocks.advance', payload: { toMs: TARGET } },
  'test_clocks.delete': { type: 'test_clocks.delete', payload: {} },
  'test_clocks.step': { type: 'test_clocks.step', payload: STEP },
  'test_clocks.arrive': { type: 'test_clocks.arrive', payload: { advanceId: 'adv', steps: 0 } },
  'test_clocks.fail': { type: 'test_clocks.fail', payload: { advanceId: 'adv', steps: 0, error: ERROR } },
  'test_clocks.add_customer': { type: 'test_clocks.add_customer', payload: { customerId: 'cust_2' } },
  'test_clocks.erase_customer': { type: 'test_clocks.erase_customer', payload: { customerId: 'cust_1' } },
  'test_clocks.wake': { type: 'test_clocks.wake', payload: {} },
};

describe('the table of test clocks: every command in every state', () => {
  const states = {
    none: [],
    ready: [created, withCustomer],
    advancing: [created, withCustomer, advancing],
    failed: [created, withCustomer, advancing, failed],
    deleted: [created, withCustomer, deleted],
  };
  const GONE = 'resource_missing id';
  const EXISTS = 'resource_already_exists';
  it.each<[Body['type'], unknown[]]>([
    ['test_clocks.create', [['created'], EXISTS, EXISTS, EXISTS, EXISTS]],
    ['test_clocks.advance', [GONE, ['advancing'], 'clock_advancing', ['advancing'], GONE]],
    ['test_clocks.delete', [GONE, ['deleted'], 'clock_advancing', ['deleted'], []]],
    ['test_clocks.step', [GONE, [], ['stepped'], [], GONE]],
    ['test_clocks.arrive', [GONE, [], ['ready'], [], GONE]],
    ['test_clocks.fail', [GONE, [], ['failed'], [], GONE]],
    ['test_clocks.add_customer', [GONE, ['customer_added'], ['customer_added'], ['customer_added'], GONE]],
    ['test_clocks.erase_customer', [[], [], [], [], ['customer_erased']]],
    ['test_clocks.wake', [[], [], [], [], []]],
  ])('%s', (type, expected) => {
    expect(Object.values(states).map((given) => typesOf(given, COMMANDS[type]))).toEqual(expected);
  });
});

describe('a new test clock', () => {
  it('stands at a whole second of real time, and is kept for 30 days of it', () => {
    const nowAtMs = Math.floor(REAL / 1_000) * 1_000;
    const data = { terms: { name: 'Year' }, nowAtMs, deletesAtMs: REAL + 30 * DAY_MS };
    expect(outcome([], { type: 'test_clocks.create', payload: { name: 'Year' } })).toMatchObject({ events: [{ data }] });
  });

  it.each([Date.UTC(2000, 0, 1) - 1, Date.UTC(2100, 0, 1)])('does not stand at %i', (nowAtMs) => {
    expect(outcome([], { type: 'test_clocks.create', payload: { nowAtMs } })).toBe('parameter_invalid now_at clock_out_of_range');
  });

  it('takes so many customers, and no more', () => {
    const full = [created, ...Array<TestClockEvent>(CLOCK_CUSTOMERS_MAX).fill(withCustomer)];
    expect(typesOf(full.slice(0, -1), COMMANDS['test_clocks.add_customer'])).toEqual(['customer_added']);
    expect(outcome(full, COMMANDS['test_clocks.add_customer'])).toBe('limit_exceeded test_clock_id');
  });

  it('deletes itself when its time is over', () => {
    const later = { ...context, nowMs: REAL + 30 * DAY_MS };
    expect(outcome([created], COMMANDS['test_clocks.wake'], later)).toMatchObject({ events: [deleted].map(({ type }) => ({ type })) });
  });
});

describe('how far a clock goes', () => {
  const advance = (payload: Extract<Body, { type: 'test_clocks.advance' }>['payload']) =>
    outcome([created], { type: 'test_clocks.advance', payload });

  it('is under the correlation of the command', () => {
    expect(advance({ toMs: TARGET })).toMatchObject({ events: [advancing] });
    expect(advance({ toMs: BEGAN })).toMatchObject({ events: [{ data: { targetMs: BEGAN } }] });
  });

  it.each([
    ['2031-01-31T03:30:00Z', { months: 1, ms: 0 }, '2031-02-28T03:30:00.000Z'],
    // The first of February in India, half past midnight.
    ['2031-01-31T19:00:00Z', { months: 1, ms: 0 }, '2031-02-28T19:00:00.000Z'],
    ['2032-02-29T03:30:00Z', { months: 12, ms: 0 }, '2033-02-28T03:30:00.000Z'],
    ['2031-12-15T03:30:00Z', { months: 1, ms: DAY_MS }, '2032-01-16T03:30:00.000Z'],
  ])('follows the calendar of India: from %s by %j', (from, by, expected) => {
    expect(new Date(after(Date.parse(from), by)).toISOString()).toBe(expected);
  });

  it.each([
    [{ toMs: BEGAN - 1 }, 'parameter_invalid to_at clock_in_past'],
    [{ toMs: after(BEGAN, { months: 60, ms: 1 }) }, 'parameter_invalid to_at advance_too_long'],
    [{ by: { months: 60, ms: 1 } }, 'parameter_invalid by advance_too_long'],
  ])('has bounds: %j', (payload, expected) => {
    expect(advance(payload)).toBe(expected);
  });

  it('ends with the year 2099', () => {
    const late: TestClockEvent = { type: 'test_clock.ready', data: { nowAtMs: Date.UTC(2099, 11, 31) } };
    const given = [created, advancing, late];
    const payload = { by: { months: 0, ms: DAY_MS } };
    expect(outcome(given, { type: 'test_clocks.advance', payload })).toBe('parameter_invalid by clock_out_of_range');
  });
});

describe('a step', () => {
  const step = (change: Partial<typeof STEP>, given: TestClockEvent[] = [created, advancing]) =>
    outcome(given, { type: 'test_clocks.step', payload: { ...STEP, ...change } });
  const NOTHING = { events: [], followUps: [] };

  it('comes to the time of the object that is due, and wakes it', () => {
    expect(step({})).toEqual({ events: [stepped], followUps: [{ streamId: 'debit_1', type: 'debits.wake', payload: {} }] });
  });

  it('never goes back for what is overdue', () => {
    expect(step({ dueAtMs: BEGAN - 1 })).toMatchObject({ events: [{ data: { nowAtMs: BEGAN } }] });
  });

  it('is made once, for the version that is due, in the advance that is under way', () => {
    expect(step({}, [created, advancing, stepped])).toEqual(NOTHING);
    expect(step({ step: 2 })).toEqual(NOTHING);
    expect(step({ version: 2 })).toEqual(NOTHING);
    expect(step({ streamId: 'debit_2' })).toEqual(NOTHING);
    expect(step({ advanceId: 'other' })).toEqual(NOTHING);
  });
});

describe('an advance', () => {
  const arrive = (steps: number, given: TestClockEvent[]) =>
    outcome(given, { type: 'test_clocks.arrive', payload: { advanceId: 'adv', steps } });

  it('ends at its target', () => {
    expect(arrive(1, [created, advancing, stepped])).toMatchObject({ events: [{ type: 'test_clock.ready', data: { nowAtMs: TARGET } }] });
    expect(arrive(0, [created, advancing, stepped])).toMatchObject({ events: [] });
  });

  it('stands where it is after as many objects as one advance wakes, and may be asked again', () => {
    const given = [created, advancing, ...Array<TestClockEvent>(STEPS_MAX).fill(stepped)];
    expect(arrive(STEPS_MAX, given)).toMatchObject({ events: [{ data: { nowAtMs: BEGAN + DAY_MS, stopped: 'step_limit' } }] });
  });

  it('that failed may be asked again', () => {
    expect(typesOf([created, advancing, failed], COMMANDS['test_clocks.advance'])).toEqual(['advancing']);
    expect(stateAfter(created, advancing, failed, advancing)).toMatchObject({ status: 'advancing', advance: { steps: 0, stopped: null } });
  });
});

describe('a deleted test clock', () => {
  it('erases its customers one by one', () => {
    const given = [created, withCustomer, deleted];
    const erased: TestClockEvent = { type: 'test_clock.customer_erased', data: { customerId: 'cust_1' } };
    expect(outcome(given, COMMANDS['test_clocks.erase_customer'])).toEqual({
      events: [erased],
      followUps: [{ streamId: 'cust_1', type: 'customers.erase', payload: {} }],
    });
    expect(stateAfter(...given)).toMatchObject({ customerIds: ['cust_1'], customerCount: 1 });
    expect(stateAfter(...given, erased)).toMatchObject({ customerIds: [], customerCount: 1 });
    expect(typesOf([...given, erased], COMMANDS['test_clocks.erase_customer'])).toEqual([]);
  });
});
