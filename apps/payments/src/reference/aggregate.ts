import { eventDefinitionsOf, idOfSeed, type AggregateDefinition, type Owner } from '#event-store';
import {
  decide,
  evolve,
  INITIAL_REFERENCE,
  REFERENCE_COMMANDS,
  type ReferenceCommand,
  type ReferenceEvent,
  type ReferenceState,
} from './decide';

/**
 * The stream that remembers what was captured under one `reference_id` of an account and mode, and of a test clock: in the shard of
 * its payments.
 */
export function referenceStreamIdOf({ accountId, livemode }: Owner, referenceId: string, clockId?: string): string {
  const seed = [accountId, livemode, referenceId];
  return idOfSeed('paymentReference', accountId, clockId === undefined ? seed : [...seed, clockId]);
}

/** What was captured under one reference, as the event store runs it. Nothing of it is public. */
export function definePaymentReference(): AggregateDefinition<ReferenceState, ReferenceEvent> {
  return {
    streamType: 'payment_reference',
    idKind: 'paymentReference',
    stateSchema: 1,
    initialState: INITIAL_REFERENCE,
    commandTypes: Object.values(REFERENCE_COMMANDS),
    // Most references are used for one payment: the append notices the others.
    creationTypes: [REFERENCE_COMMANDS.claimed, REFERENCE_COMMANDS.captured],
    eventTypes: eventDefinitionsOf({
      'reference.claimed': null,
      'reference.released': null,
      'reference.captured': null,
      'reference.refunded': null,
    }),
    decide: (command) => decide(command as ReferenceCommand),
    evolve,
    statusOf: ({ captured }) => (captured > 0 ? 'captured' : 'open'),
    render: ({ state }) => state,
  };
}
