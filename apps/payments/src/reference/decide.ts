import type { Command, CommandBody, DomainEvent, Refusal } from '#contracts';
import { accept, type Decision } from '#decider';

/**
 * What was captured under one `reference_id`, and what is being captured at a processor behind a network: asked when money
 * turns up late, because an order that is paid already, or about to be, needs no second payment
 * (docs/reference/state-machines.md, Late money). One event for each payment that becomes one of the two, or stops being so. Of
 * captured payments a count is enough, because every payment adds itself once and takes itself away once; of the others
 * there are few, and each is named, so that it counts once whatever becomes of it. Of the captured ones a few are named too, for callers.
 */
export interface ReferenceState {
  /** Payments under this reference whose money we have. */
  captured: number;
  /** Ids of the first of them. */
  capturedIds: readonly string[];
  /** Ids of payments whose processor was asked for the money and has not answered yet. */
  capturing: readonly string[];
}

export type ReferenceEvent = DomainEvent<`reference.${'claimed' | 'released' | 'captured' | 'refunded'}`, { paymentId: string }>;

/** Sent by payments alone, in the commit that asks for the money, captures it or gives it back. */
export const REFERENCE_COMMANDS = {
  claimed: 'references.record_claimed',
  released: 'references.record_released',
  captured: 'references.record_captured',
  refunded: 'references.record_refunded',
} as const;

export type ReferenceCommand = Command<(typeof REFERENCE_COMMANDS)[keyof typeof REFERENCE_COMMANDS], { paymentId: string }>;

export const INITIAL_REFERENCE: ReferenceState = { captured: 0, capturedIds: [], capturing: [] };

/** An account whose references are paid once has one or two; others may use one reference for all payments. */
const CAPTURED_IDS_MAX = 8;

const EVENT_OF = {
  'references.record_claimed': 'reference.claimed',
  'references.record_released': 'reference.released',
  'references.record_captured': 'reference.captured',
  'references.record_refunded': 'reference.refunded',
} as const satisfies Record<ReferenceCommand['type'], ReferenceEvent['type']>;

/** All are facts of a payment in the same commit: never refused. */
export function decide({ type, payload }: CommandBody<ReferenceCommand>): Decision<ReferenceEvent, Refusal> {
  return accept([{ type: EVENT_OF[type], data: { paymentId: payload.paymentId } }]);
}

/** The state after one more fact. */
export function evolve(state: ReferenceState, { type, data: { paymentId } }: ReferenceEvent): ReferenceState {
  const others = state.capturing.filter((id) => id !== paymentId);
  switch (type) {
    case 'reference.claimed':
      return { ...state, capturing: [...others, paymentId] };
    case 'reference.released':
      return { ...state, capturing: others };
    case 'reference.captured':
      return {
        captured: state.captured + 1,
        capturedIds: [...state.capturedIds, paymentId].slice(0, CAPTURED_IDS_MAX),
        capturing: others,
      };
    case 'reference.refunded':
      return { ...state, captured: state.captured - 1, capturedIds: state.capturedIds.filter((id) => id !== paymentId) };
    default:
      return state;
  }
}

/** Whether another payment than this one has paid the order, or is about to. */
export function isPaidByAnother({ captured, capturing }: ReferenceState, paymentId: string): boolean {
  return captured > 0 || capturing.some((id) => id !== paymentId);
}

/** Another payment than this one that has paid the order; undefined where none has. */
export function findPaidBy({ capturedIds }: ReferenceState, paymentId: string): string | undefined {
  return capturedIds.find((id) => id !== paymentId);
}
