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

const SEED: Readonly<Record<CountedKind, string>> = {
  plan: 'plans',
  subscription: 'subscriptions',
  clockSubscription: 'subscriptions',
  testClock: 'test_clocks',
};

/** Who has what is counted: an account in a mode, or one of its test clocks. */
export interface RegistryOwner extends Owner {
  clockId?: string;
}

/** The one stream that counts the objects of a kind of an account and mode, or of a test clock. */
export function registryIdOf(kind: CountedKind, { clockId, ...owner }: RegistryOwner): string {
  return derivedIdOf(`${kind}Registry`, owner, clockId === undefined ? SEED[kind] : `${SEED[kind]} ${clockId}`);
}

/** What an object asks for when it begins to count, or no longer does. */
export function registryFollowUps(
  kind: CountedKind,
  { streamId: memberId, accountId, livemode, clockId }: RegistryOwner & { streamId: string },
  [was, is]: [was: boolean, is: boolean],
): FollowUp[] {
  if (was === is) return [];
  const { add, remove } = registryCommandsOf(kind);
  const owner = { accountId, livemode, ...(clockId !== undefined && { clockId }) };
  return [{ streamId: registryIdOf(kind, owner), type: is ? add : remove, payload: { memberId } }];
}

/** The registries of one kind, as the event store runs them. Nothing of them is public. */
export function defineRegistry(kind: CountedKind): AggregateDefinition<RegistryState, RegistryEvent> {
  const { word } = COUNTED[kind];
  return {
    streamType: word,
    idKind: `${kind}Registry`,
    stateSchema: 1,
    initialState: INITIAL_REGISTRY,
    commandTypes: Object.values(registryCommandsOf(kind)),
    eventTypes: eventDefinitionsOf({ [`${word}.added`]: null, [`${word}.removed`]: null }),
    decide: (command, state) => decide(kind, command as RegistryCommand, state),
    evolve,
    statusOf: () => 'open',
    render: ({ state }) => state,
  };
}
