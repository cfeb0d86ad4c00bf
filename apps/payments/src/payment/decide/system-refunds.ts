import type { CreateRefundPayload, Instrument, RefundReason, RefundTarget, RequestRefundPayload } from '#contracts';
import type { Attempt, PaymentEvent, PaymentTerms } from '../events';
import { evolve } from '../evolve';
import { attemptOf, type ExistingPayment, type PaymentState, type Overpayment } from '../state';

/**
 * Which of the refunds that Hundi itself asks for: the late money, what an earlier attempt or a second payment paid, what was
 * let go. `nth`: how many refunds of that attempt come before it, absent for none.
 */
export type SystemRefund = { kind: 'overpayment'; attempt: number; nth?: number } | { kind: 'released' };

/** A refund that follows from what happened to a payment. */
export interface RefundOrder {
  /** The id that was reserved, or what to derive one from. */
  refund: string | SystemRefund;
  payload: CreateRefundPayload;
}

/**
 * The refunds that these events call for: of amounts reserved just now, and of money that is held or taken although no
 * payment needs it.
 *
 * @param request what the merchant said of the refund, when one asked.
 */
export function refundOrders(
  payment: { id: string; before: PaymentState; events: readonly PaymentEvent[] },
  request: RequestRefundPayload | null,
): RefundOrder[] {
  const orders: RefundOrder[] = [];
  let state = payment.before;
  for (const event of payment.events) {
    const order = state.status === 'none' ? null : orderOf(payment.id, event, state, request);
    if (order !== null) orders.push(order);
    state = evolve(state, event);
  }
  return orders;
}

function orderOf(id: string, event: PaymentEvent, state: ExistingPayment, request: RequestRefundPayload | null): RefundOrder | null {
  switch (event.type) {
    case 'payment.refund_requested':
      return ofReserved(id, event.data, state, request);
    case 'attempt.succeeded':
      return ofOverpayment(id, event.data, state);
    case 'payment.cancelled':
      return ofReleased(id, event.data.reason, state);
    default:
      return null;
  }
}

function ofReserved(
  id: string,
  { refundId, amount, reason }: { refundId: string; amount: number; reason: RefundReason },
  state: ExistingPayment,
  request: RequestRefundPayload | null,
): RefundOrder | null {
  const attempt = attemptOf(state);
  if (attempt === null) return null;
  const { speed = 'normal', fromBalance, referenceId, description, metadata } = request?.refundId === refundId ? request : {};
  const texts = { ...(referenceId && { referenceId }), ...(description && { description }), ...(metadata && { metadata }) };
  return {
    refund: refundId,
    payload: { ...sharedOf(id, state.terms, attempt), amount, reason, speed, ...(fromBalance && { fromBalance }), ...texts },
  };
}

/** Paid twice: the money that does not count goes back whole. */
function ofOverpayment(
  id: string,
  { attempt, amount }: { attempt: Attempt; amount: number },
  { terms, overpayments }: ExistingPayment,
): RefundOrder {
  const shared = sharedOf(id, terms, attempt, amount);
  return {
    refund: overpaymentRefund(attempt.number, overpayments ?? []),
    payload: { ...shared, amount, reason: 'duplicate', speed: 'normal', exceedsCapture: true },
  };
}

/** The refund of money paid with this attempt. @param before what of the payment goes back already. */
export function overpaymentRefund(attempt: number, before: readonly Overpayment[]): SystemRefund {
  const nth = before.filter((other) => other.attempt === attempt).length;
  return { kind: 'overpayment', attempt, ...(nth > 0 && { nth }) };
}

/**
 * Only cards have money that is held: letting go of it is the end. Anywhere else it has moved and has to go back
 * (docs/reference/indian-payments.md, Payment states). A processor behind a network has let go of it before the payment is cancelled.
 */
function ofReleased(id: string, cancelledFor: string | null, state: ExistingPayment): RefundOrder | null {
  if (state.status !== 'authorized' || state.attempt.instrument.method === 'card' || isBehindNetwork(state.attempt)) return null;
  const { authorizedAmount: amount } = state;
  const reason = cancelledFor === 'uncaptured_expired' ? 'uncaptured_expired' : 'order_cancelled';
  const shared = sharedOf(id, state.terms, state.attempt, amount);
  return { refund: { kind: 'released' }, payload: { ...shared, amount, reason, speed: 'normal', exceedsCapture: true } };
}

function sharedOf(
  paymentId: string,
  { amount: asked, currency, captureMethod, customerId }: PaymentTerms,
  attempt: Attempt,
  paid: number = asked,
): Pick<CreateRefundPayload, 'paymentId' | 'currency' | 'target' | 'customerId'> {
  const { processor, reference, number, instrument } = attempt;
  const target: RefundTarget = {
    processor,
    reference,
    attempt: number,
    instrument: bare(instrument),
    amount: paid,
    captureMethod,
    ...(isBehindNetwork(attempt) && { answersLater: true }),
  };
  return { paymentId, currency, target, ...(customerId && { customerId }) };
}

function isBehindNetwork(attempt: Attempt): boolean {
  return attempt.answersLater === true;
}

/** The instrument without what is personal: the processor finds the payer by its own number of the payment. */
function bare(instrument: Instrument): Instrument {
  switch (instrument.method) {
    case 'upi':
      return { ...instrument, vpa: null };
    case 'card':
      return { method: 'card', card: null };
    case 'netbanking':
      return instrument;
    case 'enach':
      return { ...instrument, last4: null };
  }
}
