import type { Command } from '#contracts';
import { derivedIdOf, eventDefinitionsOf, type AggregateDefinition, type Owner } from '#event-store';
import { decideRegistry, evolveRegistry, INITIAL_REGISTRY, type RegistryEvent, type RegistryState } from './decide';

/** Sent by endpoints alone, in the commit that makes, moves or deletes them. */
export const REGISTRY_COMMAND = { register: 'webhook_registries.register', release: 'webhook_registries.release' } as const;

/** The one stream that knows all endpoints of an account and mode. */
export function registryIdOf(owner: Owner): string {
  return derivedIdOf('webhookRegistry', owner, 'endpoints');
}

/** A registry as the event store runs it. Nothing of it is public. */
export function registryAggregate(): AggregateDefinition<RegistryState, RegistryEvent> {
  return {
    streamType: 'webhook_registry',
    idKind: 'webhookRegistry',
    stateSchema: 1,
    initialState: INITIAL_REGISTRY,
    commandTypes: Object.values(REGISTRY_COMMAND),
    eventTypes: eventDefinitionsOf({ 'webhook_registry.registered': null, 'webhook_registry.released': null }),
    handle({ type, payload }: Command, state) {
      const { endpointId, url } = payload as { endpointId: string; url: string };
      if (type === REGISTRY_COMMAND.register) return decideRegistry({ type: 'Register', endpointId, url }, state);
      return decideRegistry({ type: 'Release', endpointId }, state);
    },
    evolve: evolveRegistry,
    statusOf: () => 'open',
    wakeAtMs: () => null,
    wakeCommandType: '',
    render: ({ state }) => JSON.stringify(state),
  };
}
