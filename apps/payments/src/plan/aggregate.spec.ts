import { join } from 'node:path';
import { PLAN_EVENT_TYPES, type Command, type PlanTerms } from '#contracts';
import { assertGoldenFiles, decideInMemory } from '#event-store';
import { DEFAULT_GST_RULES } from '../invoice/decide/gst-rates';
import { registryIdOf } from '../registry/aggregate';
import { reservationIdOf } from '../reservation/aggregate';
import { definePlan } from './aggregate';
import { PLAN_PUBLIC_NAME } from './publish';
import type { PlanState } from './state';

const OWNER = { accountId: 'acct_0QvAb12c00ABCDEFGHIJKLMN', livemode: false };
const ID = 'plan_0QvAb12c07ABCDEFGHIJKLMN';
const TERMS: PlanTerms = {
  name: 'Gold',
  amount: 49_900,
  currency: 'INR',
  interval: { unit: 'month', count: 1 },
  active: true,
  trialDays: 0,
  referenceId: 'gold-m',
};
const aggregate = definePlan({ rules: DEFAULT_GST_RULES });
const command = (type: string, payload: object): Command => ({ type, payload, streamId: ID, ...OWNER }) as unknown as Command;

/** What a command asks of others, as `type id`, and the state after it. */
function decided(state: PlanState, one: Command): [followUps: string[], after: PlanState] {
  const decision = decideInMemory(aggregate, one, state, { nowMs: 0, related: () => null });
  if (!decision.accepted) throw new Error(`refused: ${decision.refusal.code}`);
  const after = decision.events.reduce((now, event) => aggregate.evolve(now, event), state);
  return [(decision.followUps ?? []).map(({ type, streamId }) => `${type} ${streamId}`), after];
}

describe('plans: events of every type ever written', () => {
  it('fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

  it('publish the names of the catalog', () => {
    expect(Object.values(PLAN_PUBLIC_NAME)).toEqual([...PLAN_EVENT_TYPES]);
  });
});

describe('a plan asks of others', () => {
  const reference = `plan_references.claim ${reservationIdOf('plan', OWNER, 'gold-m')}`;
  const registry = registryIdOf('plan', OWNER);

  it('to hold its reference, and to count it while it is active', () => {
    const [followUps, active] = decided(aggregate.initialState, command('plans.create', TERMS));
    expect(followUps).toEqual([reference, `plan_registries.add ${registry}`]);
    const [whenOff, inactive] = decided(active, command('plans.update', { active: false }));
    expect(whenOff).toEqual([`plan_registries.remove ${registry}`]);
    expect(decided(inactive, command('plans.update', { active: true }))[0]).toEqual([`plan_registries.add ${registry}`]);
    expect(decided(active, command('plans.update', { name: 'Silver' }))[0]).toEqual([]);
  });

  it('not to be counted when it begins inactive', () => {
    expect(decided(aggregate.initialState, command('plans.create', { ...TERMS, active: false }))[0]).toEqual([reference]);
  });
});
