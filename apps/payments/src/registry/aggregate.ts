import type { FollowUp } from '#decider';
import { derivedIdOf, eventDefinitionsOf, type AggregateDefinition, type Owner } from '#event-store';
import {
  COUNTED,
  decide,
  evolve,
  INITIAL_REGISTRY,
  registryCommandsOf,
  type CountedKind,
  type RegistryCommand,
  type RegistryEvent,
  type RegistryState,
} from './decide';

const SEED: Readonly<Record<CountedKind, string>> = { plan: 'plans', subscription: 'subscriptions', testClock: 'test_clocks' };

/** The one stream that counts the objects of a kind of an account and mode. */
export function registryIdOf(kind: CountedKind, owner: Owner): string {
  return derivedIdOf(`${kind}Registry`, owner, SEED[kind]);
}

/** What an object asks for when it begins to count, or no longer does. */
export function registryFollowUps(
  kind: CountedKind,
  { streamId: memberId, ...owner }: Owner & { streamId: string },
  [was, is]: [was: boolean, is: boolean],
): FollowUp[] {
  if (was === is) return [];
  const { add, remove } = registryCommandsOf(kind);
  return [{ streamId: registryIdOf(kind, owner), type: is ? add : remove, payload: { memberId } }];
}

/** The registries of one kind, as the event store runs them. Nothing of them is public. */
export function defineRegistry(kind: CountedKind): AggregateDefinition<RegistryState, RegistryEvent> {
  const { word } = COUNTED[kind];
  return {
    streamType: word,
    idKind: `${kind}Registry`,
    // 2: what is counted has one name, whatever its kind.
    stateSchema: 2,
    initialState: INITIAL_REGISTRY,
    commandTypes: Object.values(registryCommandsOf(kind)),
    eventTypes: eventDefinitionsOf({ [`${word}.added`]: null, [`${word}.removed`]: null }),
    decide: (command, state) => decide(kind, command as RegistryCommand, state),
    evolve,
    statusOf: () => 'open',
    render: ({ state }) => state,
  };
}
