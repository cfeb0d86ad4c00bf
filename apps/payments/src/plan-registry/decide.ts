import type { Command, CommandBody, DomainEvent, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';

/** Active plans of one account in one mode. */
export const ACTIVE_PLANS_MAX = 1_000;

/** How many plans of an account and mode are active: one stream, in which all that become so meet, so that none passes the limit. */
export interface PlanRegistryState {
  active: number;
}

export type PlanRegistryEvent = DomainEvent<'plan_registry.added' | 'plan_registry.removed', { planId: string }>;

/** Sent by plans alone, in the commit that makes them active or inactive: so each is counted once. */
export const PLAN_REGISTRY_COMMAND = { add: 'plan_registries.add', remove: 'plan_registries.remove' } as const;

export type PlanRegistryCommand = Command<(typeof PLAN_REGISTRY_COMMAND)[keyof typeof PLAN_REGISTRY_COMMAND], { planId: string }>;

export const INITIAL_PLAN_REGISTRY: PlanRegistryState = { active: 0 };

/** Refuses one more than the limit. */
export function decide(
  { type, payload: { planId } }: CommandBody<PlanRegistryCommand>,
  { active }: PlanRegistryState,
): Decision<PlanRegistryEvent, Refusal> {
  if (type === PLAN_REGISTRY_COMMAND.remove) return accept([{ type: 'plan_registry.removed', data: { planId } }]);
  if (active < ACTIVE_PLANS_MAX) return accept([{ type: 'plan_registry.added', data: { planId } }]);
  const message = `An account has at most ${ACTIVE_PLANS_MAX} active plans in each mode.`;
  return refuse({
    code: 'limit_exceeded',
    details: { message, param: 'active', hint: 'Set `active` of a plan that is not sold any more to false.' },
  });
}

/** The state after one more fact. */
export function evolve({ active }: PlanRegistryState, { type }: PlanRegistryEvent): PlanRegistryState {
  return { active: type === 'plan_registry.added' ? active + 1 : Math.max(0, active - 1) };
}
