import type { Command } from '#contracts';
import { eventDefinitionsOf, type AggregateDefinition } from '#event-store';
import { decide, evolve, INITIAL_REFERENCE, type ReferenceEvent, type ReferenceInstruction, type ReferenceState } from './decide';

/** Sent by payments alone, in the commit that asks for the money, captures it or gives it back. */
export const REFERENCE_COMMANDS = {
  claimed: 'references.record_claimed',
  released: 'references.record_released',
  captured: 'references.record_captured',
  refunded: 'references.record_refunded',
} as const;

const INSTRUCTION_OF: Readonly<Record<string, ReferenceInstruction['type']>> = {
  [REFERENCE_COMMANDS.claimed]: 'RecordClaimed',
  [REFERENCE_COMMANDS.released]: 'RecordReleased',
  [REFERENCE_COMMANDS.captured]: 'RecordCaptured',
  [REFERENCE_COMMANDS.refunded]: 'RecordRefunded',
};

function instructionOf(type: string): ReferenceInstruction['type'] {
  const instruction = INSTRUCTION_OF[type];
  if (instruction === undefined) throw new Error(`a reference takes no ${type}`);
  return instruction;
}

/** What was captured under one reference, as the event store runs it. Nothing of it is public. */
export function referenceAggregate(): AggregateDefinition<ReferenceState, ReferenceEvent> {
  return {
    streamType: 'payment_reference',
    idKind: 'paymentReference',
    // 2: payments that are being captured count as well.
    stateSchema: 2,
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
    handle({ type, payload }: Command) {
      const { paymentId } = payload as { paymentId: string };
      return decide({ type: instructionOf(type), paymentId });
    },
    evolve,
    statusOf: ({ captured }) => (captured > 0 ? 'captured' : 'open'),
    wakeAtMs: () => null,
    wakeCommandType: '',
    render: ({ state }) => JSON.stringify(state),
  };
}
