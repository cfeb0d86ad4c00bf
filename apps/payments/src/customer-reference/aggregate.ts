import { derivedIdOf, eventDefinitionsOf, type AggregateDefinition, type Owner } from '#event-store';
import {
  decide,
  evolve,
  INITIAL_RESERVATION,
  REFERENCE_COMMAND,
  type ReservationCommand,
  type ReservationEvent,
  type ReservationState,
} from './decide';

/** The stream that says who has a reference. */
export function reservationIdOf(owner: Owner, referenceId: string): string {
  return derivedIdOf('customerReference', owner, referenceId);
}

/** A reservation as the event store runs it. Nothing of it is public. */
export function defineCustomerReference(): AggregateDefinition<ReservationState, ReservationEvent> {
  return {
    streamType: 'customer_reference',
    idKind: 'customerReference',
    stateSchema: 1,
    initialState: INITIAL_RESERVATION,
    commandTypes: Object.values(REFERENCE_COMMAND),
    eventTypes: eventDefinitionsOf({ 'customer_reference.claimed': null, 'customer_reference.released': null }),
    decide: (command, state) => decide(command as ReservationCommand, state),
    evolve,
    statusOf: ({ customerId }) => (customerId === null ? 'free' : 'taken'),
    render: ({ state }) => state,
  };
}
