import type { Command, CommandBody, DomainEvent, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';

/**
 * Who has a `reference_id`. It is a stream of its own for each reference of an account and mode: two customers that want the
 * same one meet here, whatever process decides them, and the append lets one of them through.
 */
export interface ReservationState {
  customerId: string | null;
}

export type ReservationEvent =
  DomainEvent<'customer_reference.claimed', { customerId: string }> | DomainEvent<'customer_reference.released', { customerId: string }>;

/** Sent by customers alone, in the commit that gives them the reference or takes it away. */
export const REFERENCE_COMMAND = { claim: 'customer_references.claim', release: 'customer_references.release' } as const;

export type ReservationCommand = Command<(typeof REFERENCE_COMMAND)[keyof typeof REFERENCE_COMMAND], { customerId: string }>;

export const INITIAL_RESERVATION: ReservationState = { customerId: null };

/** Claimed unless another customer has it: then refused, with who has it. Released by the customer that has it. */
export function decide(
  { type, payload: { customerId } }: CommandBody<ReservationCommand>,
  state: ReservationState,
): Decision<ReservationEvent, Refusal> {
  if (type === REFERENCE_COMMAND.release) {
    return accept(state.customerId === customerId ? [{ type: 'customer_reference.released', data: { customerId } }] : []);
  }
  if (state.customerId === customerId) return accept([]);
  if (state.customerId === null) return accept([{ type: 'customer_reference.claimed', data: { customerId } }]);
  const details = {
    message: 'Another customer has this reference_id.',
    param: 'reference_id',
    existing_id: state.customerId,
  };
  return refuse({ code: 'resource_already_exists', details });
}

/** The state after one more fact. */
export function evolve(state: ReservationState, { type, data }: ReservationEvent): ReservationState {
  if (type === 'customer_reference.claimed') return { customerId: data.customerId };
  return type === 'customer_reference.released' ? { customerId: null } : state;
}
