import { derivedIdOf, eventDefinitionsOf, type AggregateDefinition, type Owner } from '#event-store';
import { decide, evolve, INITIAL_REGISTRY, REGISTRY_COMMAND, type RegistryCommand, type RegistryEvent, type RegistryState } from './decide';

/** The one stream that knows all endpoints of an account and mode. */
export function registryIdOf(owner: Owner): string {
  return derivedIdOf('webhookRegistry', owner, 'endpoints');
}

/** A registry as the event store runs it. Nothing of it is public. */
export function defineEndpointRegistry(): AggregateDefinition<RegistryState, RegistryEvent> {
  return {
    streamType: 'webhook_registry',
    idKind: 'webhookRegistry',
    stateSchema: 1,
    initialState: INITIAL_REGISTRY,
    commandTypes: Object.values(REGISTRY_COMMAND),
    eventTypes: eventDefinitionsOf({ 'webhook_registry.registered': null, 'webhook_registry.released': null }),
    decide: (command, state) => decide(command as RegistryCommand, state),
    evolve,
    statusOf: () => 'open',
    render: ({ state }) => state,
  };
}
