import { derivedIdOf, eventDefinitionsOf, type AggregateDefinition, type Owner } from '#event-store';
import {
  decide,
  evolve,
  INITIAL_PLAN_REGISTRY,
  PLAN_REGISTRY_COMMAND,
  type PlanRegistryCommand,
  type PlanRegistryEvent,
  type PlanRegistryState,
} from './decide';

/** The one stream that counts the plans of an account and mode. */
export function planRegistryIdOf(owner: Owner): string {
  return derivedIdOf('planRegistry', owner, 'plans');
}

/** A registry as the event store runs it. Nothing of it is public. */
export function definePlanRegistry(): AggregateDefinition<PlanRegistryState, PlanRegistryEvent> {
  return {
    streamType: 'plan_registry',
    idKind: 'planRegistry',
    stateSchema: 1,
    initialState: INITIAL_PLAN_REGISTRY,
    commandTypes: Object.values(PLAN_REGISTRY_COMMAND),
    eventTypes: eventDefinitionsOf({ 'plan_registry.added': null, 'plan_registry.removed': null }),
    decide: (command, state) => decide(command as PlanRegistryCommand, state),
    evolve,
    statusOf: () => 'open',
    render: ({ state }) => state,
  };
}
