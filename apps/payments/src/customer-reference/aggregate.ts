import type { Command } from '#contracts';
import { derivedIdOf, eventDefinitionsOf, type AggregateDefinition, type Owner } from '#event-store';
import {
  decideReservation,
  evolveReservation,
  INITIAL_RESERVATION,
  type ReservationEvent,
  type ReservationState,
} from '../customer/decide/reservation';

/** Sent by customers alone, in the commit that gives them the reference or takes it away. */
export const REFERENCE_COMMAND = { claim: 'customer_references.claim', release: 'customer_references.release' } as const;

/** The stream that says who has a reference. */
export function reservationIdOf(owner: Owner, referenceId: string): string {
  return derivedIdOf('customerReference', owner, referenceId);
}

/** A reservation as the event store runs it. Nothing of it is public. */
export function customerReferenceAggregate(): AggregateDefinition<ReservationState, ReservationEvent> {
  return {
    streamType: 'customer_reference',
    idKind: 'customerReference',
    stateSchema: 1,
    initialState: INITIAL_RESERVATION,
    commandTypes: Object.values(REFERENCE_COMMAND),
    eventTypes: eventDefinitionsOf({ 'customer_reference.claimed': null, 'customer_reference.released': null }),
    handle({ type, payload }: Command, state) {
      const { customerId } = payload as { customerId: string };
      return decideReservation({ type: type === REFERENCE_COMMAND.claim ? 'ClaimReference' : 'ReleaseReference', customerId }, state);
    },
    evolve: evolveReservation,
    statusOf: ({ customerId }) => (customerId === null ? 'free' : 'taken'),
    wakeAtMs: () => null,
    wakeCommandType: '',
    render: ({ state }) => JSON.stringify(state),
  };
}
