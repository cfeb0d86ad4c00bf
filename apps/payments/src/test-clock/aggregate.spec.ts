import { join } from 'node:path';
import { TEST_CLOCK_EVENT_TYPES, type Command } from '#contracts';
import { assertGoldenFiles, decideInMemory, type Snapshot } from '#event-store';
import { registryIdOf } from '../registry/aggregate';
import { defineTestClock } from './aggregate';
import { TEST_CLOCK_PUBLIC_NAME } from './publish';
import type { TestClockState } from './state';

const OWNER = { accountId: 'acct_0QvAb12c00ABCDEFGHIJKLMN', livemode: false };
const ID = 'clk_0QvAb12c07ABCDEFGHIJKLMN';
const aggregate = defineTestClock();
const command = (type: string, payload: object): Command =>
  ({ type, payload, streamId: ID, ...OWNER, correlationId: 'adv' }) as unknown as Command;
const snapshotOf = (state: TestClockState): Snapshot<TestClockState> => ({
  head: { streamId: ID, ...OWNER, version: 1, sequence: 1, createdAtMs: 0, updatedAtMs: 0 },
  state,
});

/** What a command asks of others, and the state after it. */
function decided(state: TestClockState, one: Command): [followUps: string[], after: TestClockState] {
  const decision = decideInMemory(aggregate, one, state, { nowMs: 5_000, related: () => null });
  if (!decision.accepted) throw new Error(`refused: ${decision.refusal.code}`);
  const after = decision.events.reduce((now, event) => aggregate.evolve(now, event), state);
  return [(decision.followUps ?? []).map(({ type, streamId }) => `${type} ${streamId}`), after];
}

describe('test clocks: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    expect(Object.values(TEST_CLOCK_PUBLIC_NAME).filter((name) => name !== null)).toEqual([...TEST_CLOCK_EVENT_TYPES]);
  });
});

describe('a test clock', () => {
  const nowAtMs = Date.UTC(2031, 0, 1);
  const [whenMade, ready] = decided(aggregate.initialState, command('test_clocks.create', { nowAtMs }));
  const [, advancing] = decided(ready, command('test_clocks.advance', { toMs: nowAtMs + 1_000 }));

  it('is counted while it is there', () => {
    const registry = registryIdOf('testClock', OWNER);
    expect(whenMade).toEqual([`test_clock_registries.add ${registry}`]);
    expect(decided(ready, command('test_clocks.delete', {}))[0]).toEqual([`test_clock_registries.remove ${registry}`]);
    expect(decided(ready, command('test_clocks.advance', { toMs: nowAtMs }))[0]).toEqual([]);
  });

  it('is the time of its streams', () => {
    const { clock } = aggregate;
    expect([aggregate.initialState, ready, advancing].map((state) => clock?.nowMs(state))).toEqual([null, nowAtMs, nowAtMs]);
    expect([ready, advancing].map((state) => clock?.isAdvancing(state))).toEqual([false, true]);
  });

  it('has a task while it advances, and while it has customers to erase', () => {
    expect(aggregate.taskOf?.(snapshotOf(ready))).toBeNull();
    expect(aggregate.taskOf?.(snapshotOf(advancing))).toEqual({ name: 'test_clocks.advance', dueAtMs: 5_000, key: 'adv' });
    const [, withCustomer] = decided(ready, command('test_clocks.add_customer', { customerId: 'cust_1' }));
    const [, deleted] = decided(withCustomer, command('test_clocks.delete', {}));
    expect(aggregate.taskOf?.(snapshotOf(deleted))).toEqual({ name: 'test_clocks.erase', dueAtMs: 5_000, key: ID });
    expect(aggregate.timer?.dueAtMs(ready)).toBe(5_000 + 30 * 86_400_000);
    expect(aggregate.timer?.dueAtMs(deleted)).toBeNull();
  });
});
