import { allowedFromOf, statusSentence, type PaymentStatus, type Refusal } from '#contracts';
import { refuse } from '#decider';
import { isSettled, type ExistingPayment, type PaymentState } from '../state';

export type Refused = { accepted: false; refusal: Refusal };

/** There is no payment of this id. */
export function missing(): Refused {
  return refuse({ code: 'resource_missing', details: { param: 'id' } });
}

/** The payment does not allow this now: because of its status, or of what the message says. */
export function stateConflict(state: PaymentState, allowedFrom: readonly PaymentStatus[], message: string): Refused {
  return refuse({
    code: 'state_conflict',
    details: { message, current_status: state.status, ...allowedFromOf(state.status, allowedFrom) },
  });
}

/** The same, in the sentence of every status. @param wish what was asked for, to follow "can" and "cannot". */
export function statusConflict(state: PaymentState, allowedFrom: readonly PaymentStatus[], requested: string): Refused {
  return stateConflict(state, allowedFrom, statusSentence('payment', state.status, requested, allowedFrom));
}

/** An id is used for one payment only. */
export function alreadyExists(): Refused {
  return refuse({ code: 'resource_already_exists', details: { message: 'A payment of this id exists already.' } });
}

/** What was paid is for people to settle before anything else is paid or captured. */
export const HELD_MESSAGE = 'The processor speaks of another amount: the payment is held until that is settled.';

/** A payment is captured once. */
export function alreadyCaptured(state: ExistingPayment): Refused {
  return refuse({ code: 'payment_already_captured', details: { current_status: state.status } });
}

/** Nothing of the payment can go back; `reason` is the machine word for why. */
export function notRefundable(state: PaymentState, message: string, reason: string): Refused {
  const hint = isSettled(state) ? { hint: 'GET /v1/payments/{id}/refunds shows what went back.' } : {};
  return refuse({ code: 'payment_not_refundable', details: { message, reason, ...hint, current_status: state.status } });
}

/** One parameter is at fault. */
export function parameterRefused(code: Refusal['code'], param: string, message: string, reason?: string): Refused {
  const problem = { param, code, message, ...(reason && { reason }) };
  return refuse({ code, details: { message, param, ...(reason && { reason }), errors: [problem] } });
}
