import type { Command } from '#contracts';
import { eventDefinitionsOf, type AggregateDefinition } from '#event-store';
import { decide, evolve, INITIAL_REFERENCE, type ReferenceEvent, type ReferenceState } from '../domain/reference/reference';

/** Sent by payments alone, in the commit that captures or gives back. */
export const REFERENCE_COMMANDS = { captured: 'references.record_captured', released: 'references.record_released' } as const;

/** What was captured under one reference, as the event store runs it. Nothing of it is public. */
export function referenceAggregate(): AggregateDefinition<ReferenceState, ReferenceEvent> {
  return {
    streamType: 'payment_reference',
    idKind: 'paymentReference',
    stateSchema: 1,
    initialState: INITIAL_REFERENCE,
    commandTypes: Object.values(REFERENCE_COMMANDS),
    // Most references are used for one payment: the append notices the others.
    creationTypes: [REFERENCE_COMMANDS.captured],
    eventTypes: eventDefinitionsOf({ 'reference.captured': null, 'reference.released': null }),
    handle({ type, payload }: Command) {
      const { paymentId } = payload as { paymentId: string };
      return decide({ type: type === REFERENCE_COMMANDS.captured ? 'RecordCaptured' : 'RecordReleased', paymentId });
    },
    evolve,
    statusOf: ({ captured }) => (captured > 0 ? 'captured' : 'open'),
    wakeAtMs: () => null,
    wakeCommandType: '',
    render: ({ state }) => JSON.stringify(state),
  };
}
