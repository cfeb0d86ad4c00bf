import type { DomainEvent, Refusal } from '#contracts';
import { accept, type Decision } from '#decider';

/**
 * What was captured under one `reference_id`: asked when money turns up late, because an order that is paid already needs
 * no second payment (spec/api.md 4, `late_authorization`). One event for each payment that becomes captured, or stops
 * being so; a count is enough, because every payment adds itself once and takes itself away once.
 */
export interface ReferenceState {
  /** Payments under this reference whose money we have. */
  captured: number;
}

export type ReferenceEvent = DomainEvent<'reference.captured' | 'reference.released', { paymentId: string }>;

export type ReferenceInstruction = { type: 'RecordCaptured' | 'RecordReleased'; paymentId: string };

export const INITIAL_REFERENCE: ReferenceState = { captured: 0 };

/** Both are facts of a payment in the same commit: never refused. */
export function decide({ type, paymentId }: ReferenceInstruction): Decision<ReferenceEvent, Refusal> {
  return accept([{ type: type === 'RecordCaptured' ? 'reference.captured' : 'reference.released', data: { paymentId } }]);
}

/** The state after one more fact. */
export function evolve(state: ReferenceState, { type }: ReferenceEvent): ReferenceState {
  switch (type) {
    case 'reference.captured':
      return { captured: state.captured + 1 };
    case 'reference.released':
      return { captured: state.captured - 1 };
    default:
      return state;
  }
}
