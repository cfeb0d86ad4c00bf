import { allowedFromOf, statusSentence, type PaymentStatus, type Refusal } from '#contracts';
import { refuse } from '#decider';
import type { ExistingPayment, PaymentState } from '../state';

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
  const details = { message, reason, hint: REFUND_HINTS[state.status], current_status: state.status };
  return refuse({ code: 'payment_not_refundable', details });
}

const LISTS_REFUNDS = 'GET /v1/payments/{id}/refunds shows what went back.';
const ENDS_PAYMENT = 'Nothing was captured. POST /v1/payments/{id}/cancel ends the payment.';
const NOTHING_TAKEN = 'Nothing was captured, so nothing has to go back. GET /v1/payments/{id} shows amount_captured.';

const REFUND_HINTS: Readonly<Partial<Record<PaymentState['status'], string>>> = {
  created: ENDS_PAYMENT,
  requires_action: ENDS_PAYMENT,
  processing: 'Its outcome is open. GET /v1/payments/{id} until its status is no longer processing, or wait for its webhook.',
  authorized: 'Only captured money can be refunded. POST /v1/payments/{id}/cancel releases the money that is held.',
  failed: NOTHING_TAKEN,
  expired: NOTHING_TAKEN,
  cancelled: NOTHING_TAKEN,
  captured: LISTS_REFUNDS,
  refunded: LISTS_REFUNDS,
};

/** One parameter is at fault. */
export function parameterRefused(code: Refusal['code'], param: string, message: string, reason?: string): Refused {
  const problem = { param, code, message, ...(reason && { reason }) };
  return refuse({ code, details: { message, param, ...(reason && { reason }), errors: [problem] } });
}
