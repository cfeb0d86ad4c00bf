import type { CommandBody, PlanCommand, PlanTerms } from '#contracts';
import { replay } from '#decider';
import { DEFAULT_GST_RULES } from '../invoice/decide/gst-rates';
import { decide } from './decide';
import type { PlanEvent } from './events';
import { evolve } from './evolve';
import { INITIAL_PLAN, type PlanState } from './state';

type Body = CommandBody<PlanCommand>;

const GOLD: PlanTerms = {
  name: 'Gold',
  amount: 49_900,
  currency: 'INR',
  interval: { unit: 'month', count: 1 },
  active: true,
  trialDays: 0,
  metadata: { tier: 'gold' },
};
const CREATED: PlanEvent = { type: 'plan.created', data: GOLD };
const create = (terms: Partial<PlanTerms> = {}): Body => ({ type: 'plans.create', payload: { ...GOLD, ...terms } });
const update = (payload: Extract<Body, { type: 'plans.update' }>['payload']): Body => ({ type: 'plans.update', payload });
const after = (...events: PlanEvent[]): PlanState => replay({ initialState: INITIAL_PLAN, evolve }, events);

/** Given these events, when this is asked: the types of the events that follow, or the code and parameter of the refusal. */
function outcome(given: PlanEvent[], command: Body): string[] | string {
  const decision = decide(command, after(...given), DEFAULT_GST_RULES);
  if (decision.accepted) return decision.events.map(({ type }) => type);
  return `${decision.refusal.code} ${decision.refusal.details?.param ?? ''}`.trim();
}

describe('the table of plans: every command in every state', () => {
  const OFF: PlanEvent = { type: 'plan.updated', data: { active: false } };
  it.each<[Body, unknown, unknown, unknown]>([
    [create(), ['plan.created'], 'resource_already_exists', 'resource_already_exists'],
    [update({ name: 'Silver' }), 'resource_missing id', ['plan.updated'], ['plan.updated']],
    [update({ active: true }), 'resource_missing id', [], ['plan.updated']],
  ])('%j', (command, ...expected) => {
    expect([[], [CREATED], [CREATED, OFF]].map((given) => outcome(given, command))).toEqual(expected);
  });
});

describe('a plan', () => {
  it.each([
    [1_800, ['plan.created']],
    [0, ['plan.created']],
    [1_801, 'parameter_invalid tax.rate_bps'],
  ])('with a tax of %i basis points: %j', (rateBps, expected) => {
    expect(outcome([], create({ tax: { sac: '998431', rateBps, behavior: 'inclusive' } }))).toEqual(expected);
  });

  it('is changed by what differs only', () => {
    expect(outcome([CREATED], update({}))).toEqual([]);
    expect(outcome([CREATED], update({ name: 'Gold', metadata: { tier: 'gold', none: null } }))).toEqual([]);
  });

  it('keeps its price whatever changes', () => {
    const state = after(CREATED, { type: 'plan.updated', data: { name: 'Silver', description: 'All of it', metadata: null } });
    expect(state).toEqual({ status: 'active', terms: { ...GOLD, name: 'Silver', description: 'All of it', metadata: undefined } });
  });

  it('has at most fifty keys of metadata after a change', () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key_${index}`, index]));
    expect(outcome([CREATED], update({ metadata }))).toBe('metadata_invalid metadata');
    expect(outcome([CREATED], update({ metadata: { ...metadata, tier: null } }))).toEqual(['plan.updated']);
  });
});
