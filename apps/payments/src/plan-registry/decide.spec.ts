import { join } from 'node:path';
import { replay } from '#decider';
import { assertGoldenFiles } from '#event-store';
import { definePlanRegistry } from './aggregate';
import { ACTIVE_PLANS_MAX, decide, evolve, INITIAL_PLAN_REGISTRY, type PlanRegistryEvent } from './decide';

const added: PlanRegistryEvent = { type: 'plan_registry.added', data: { planId: 'plan_1' } };
const removed: PlanRegistryEvent = { type: 'plan_registry.removed', data: { planId: 'plan_1' } };
const add = { type: 'plan_registries.add', payload: { planId: 'plan_2' } } as const;

describe('the count of active plans', () => {
  const outcome = (given: PlanRegistryEvent[]) => {
    const decision = decide(add, replay({ initialState: INITIAL_PLAN_REGISTRY, evolve }, given));
    return decision.accepted ? decision.events.map(({ type }) => type) : decision.refusal.code;
  };

  it('takes a thousand, and another one when one is inactive', () => {
    const full = Array<PlanRegistryEvent>(ACTIVE_PLANS_MAX).fill(added);
    expect(outcome(full.slice(1))).toEqual(['plan_registry.added']);
    expect(outcome(full)).toBe('limit_exceeded');
    expect(outcome([...full, removed])).toEqual(['plan_registry.added']);
  });

  it('reads events of every type ever written', () => assertGoldenFiles(join(__dirname, 'golden'), definePlanRegistry()));
});
