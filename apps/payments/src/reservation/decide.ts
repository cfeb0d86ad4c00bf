import type { Command, CommandBody, DomainEvent, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';

/** The kinds of objects whose `reference_id` is one object's within an account and mode. */
export type HolderKind = 'customer' | 'plan';

/**
 * Who has a `reference_id`. It is a stream of its own for each reference of an account and mode: two objects that want the
 * same one meet here, whatever process decides them, and the append lets one of them through.
 */
export interface ReservationState {
  holderId: string | null;
}

/** `<kind>_reference.claimed` and `.released`. The data names the holder by its kind: `customerId`, `planId`. */
export type ReservationEvent = DomainEvent<string, Readonly<Record<string, string>>>;

/** Sent by the holders alone, in the commit that gives them the reference or takes it away. */
export type ReservationCommand = Command<`${HolderKind}_references.${'claim' | 'release'}`, { holderId: string }>;

export const INITIAL_RESERVATION: ReservationState = { holderId: null };

/** Claimed unless another one has it: then refused, with who has it. Released by the one that has it. */
export function decide(
  kind: HolderKind,
  { type, payload: { holderId } }: CommandBody<ReservationCommand>,
  state: ReservationState,
): Decision<ReservationEvent, Refusal> {
  const data = { [`${kind}Id`]: holderId };
  if (type === `${kind}_references.release`) {
    return accept(state.holderId === holderId ? [{ type: `${kind}_reference.released`, data }] : []);
  }
  if (state.holderId === holderId) return accept([]);
  if (state.holderId === null) return accept([{ type: `${kind}_reference.claimed`, data }]);
  const details = { message: `Another ${kind} has this reference_id.`, param: 'reference_id', existing_id: state.holderId };
  return refuse({ code: 'resource_already_exists', details });
}

/** The state after one more fact. */
export function evolve(state: ReservationState, { type, data }: ReservationEvent): ReservationState {
  if (type.endsWith('.claimed')) return { holderId: Object.values(data)[0] ?? null };
  return type.endsWith('.released') ? INITIAL_RESERVATION : state;
}
