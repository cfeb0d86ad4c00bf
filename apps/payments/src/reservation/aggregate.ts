import type { FollowUp } from '#decider';
import { derivedIdOf, eventDefinitionsOf, type AggregateDefinition, type Owner } from '#event-store';
import {
  decide,
  evolve,
  INITIAL_RESERVATION,
  type HolderKind,
  type ReservationCommand,
  type ReservationEvent,
  type ReservationState,
} from './decide';

/** The stream that says who has a reference. */
export function reservationIdOf(kind: HolderKind, owner: Owner, referenceId: string): string {
  return derivedIdOf(`${kind}Reference`, owner, referenceId);
}

/** What an object asks for when its reference changes: the new one is claimed, the old one given back. */
export function reservationFollowUps(
  kind: HolderKind,
  { streamId: holderId, ...owner }: Owner & { streamId: string },
  [was, is]: [was: string | undefined, is: string | undefined],
): FollowUp[] {
  if (was === is) return [];
  const report = (verb: 'claim' | 'release', referenceId: string | undefined): FollowUp[] =>
    referenceId === undefined
      ? []
      : [{ streamId: reservationIdOf(kind, owner, referenceId), type: `${kind}_references.${verb}`, payload: { holderId } }];
  return [...report('claim', is), ...report('release', was)];
}

/** The reservations of one kind of holder, as the event store runs them. Nothing of them is public. */
export function defineReservation(kind: HolderKind): AggregateDefinition<ReservationState, ReservationEvent> {
  return {
    streamType: `${kind}_reference`,
    idKind: `${kind}Reference`,
    stateSchema: 1,
    initialState: INITIAL_RESERVATION,
    commandTypes: [`${kind}_references.claim`, `${kind}_references.release`],
    eventTypes: eventDefinitionsOf({ [`${kind}_reference.claimed`]: null, [`${kind}_reference.released`]: null }),
    decide: (command, state) => decide(kind, command as ReservationCommand, state),
    evolve,
    statusOf: ({ holderId }) => (holderId === null ? 'free' : 'taken'),
    render: ({ state }) => state,
  };
}
