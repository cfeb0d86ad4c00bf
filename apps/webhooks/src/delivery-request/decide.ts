import { statusSentence, type DeliveryStatus, type Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';

/**
 * Something that is done once outside of any state, because an account asked for it, and whose outcome the caller waits for:
 * a ping, a resend, a cancellation. It is a stream of its own, so that it survives a crash and a repeated request finds the first one.
 */
export type DeliveryRequestState<TTerms = unknown, TOutcome = unknown> =
  | { status: 'none' }
  | { status: 'pending'; terms: TTerms; askedAtMs: number }
  | { status: 'done'; terms: TTerms; askedAtMs: number; outcome: TOutcome };

/** The facts of an errand, by the name of its kind: `webhook_ping.created`, `webhook_ping.done`. */
export interface DeliveryRequestEvent<TTerms = unknown, TOutcome = unknown> {
  type: string;
  data: { terms: TTerms; atMs: number } | { outcome: TOutcome; atMs: number };
}

export type DeliveryRequestInstruction<TTerms = unknown, TOutcome = unknown> =
  /** `refusal` is what stands against it, `status` the HTTP status of a good answer. */
  | { type: 'CreateDeliveryRequest'; terms: TTerms; refusal: Refusal | null; status: 200 | 202 }
  | { type: 'RecordOutcome'; outcome: TOutcome };

export const INITIAL_DELIVERY_REQUEST: DeliveryRequestState = { status: 'none' };

/** Every instruction in every state gives events or a refusal. An outcome that comes again changes nothing. */
export function decideDeliveryRequest(
  name: string,
  instruction: DeliveryRequestInstruction,
  state: DeliveryRequestState,
  { nowMs }: { nowMs: number },
): Decision<DeliveryRequestEvent, Refusal> {
  if (instruction.type === 'RecordOutcome') {
    if (state.status === 'none') return refuse({ code: 'resource_missing' });
    return accept(state.status === 'pending' ? [{ type: `${name}.done`, data: { outcome: instruction.outcome, atMs: nowMs } }] : []);
  }
  if (state.status !== 'none') return refuse({ code: 'resource_already_exists' });
  const { terms, refusal, status } = instruction;
  return refusal === null ? accept([{ type: `${name}.created`, data: { terms, atMs: nowMs } }], status) : refuse(refusal);
}

/** The state after one more fact. */
export function evolveDeliveryRequest(state: DeliveryRequestState, { data }: DeliveryRequestEvent): DeliveryRequestState {
  if ('terms' in data) return { status: 'pending', terms: data.terms, askedAtMs: data.atMs };
  return state.status === 'none' ? state : { status: 'done', terms: state.terms, askedAtMs: state.askedAtMs, outcome: data.outcome };
}

/**
 * What stands against an errand to an endpoint.
 *
 * @param status null when there is none.
 */
export function refusalByEndpoint(status: 'enabled' | 'disabled' | null, mayBeDisabled: boolean): Refusal | null {
  if (status === null) return { code: 'resource_missing', details: { param: 'id' } };
  return status === 'disabled' && !mayBeDisabled ? endpointIsDisabled() : null;
}

/** What stands against ending a delivery: that it has ended. */
export function refusalByDelivery(status: DeliveryStatus): Refusal | null {
  return OPEN.includes(status) ? null : deliveryHasEnded(status);
}

/** A delivery ends once. */
export function deliveryHasEnded(status: DeliveryStatus): Refusal {
  const message = statusSentence('delivery', status, 'be cancelled', OPEN);
  return { code: 'state_conflict', details: { message, current_status: status, allowed_from: OPEN } };
}

const OPEN: DeliveryStatus[] = ['pending', 'retrying'];

/** Nothing is sent to an endpoint that is disabled. */
export function endpointIsDisabled(): Refusal {
  const message = 'The endpoint is disabled and gets nothing. Enable it first.';
  return { code: 'state_conflict', details: { message, current_status: 'disabled', allowed_from: ['enabled'] } };
}
