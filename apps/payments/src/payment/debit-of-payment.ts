import type { AttemptReport, Failure, RefundReason } from '#contracts';
import type { HandlingContext } from '#event-store';
import type { DebitState } from '../debit/state';
import type { PaymentDecision } from './decide/context';
import { lateRefundIdOf } from './attempt-id';
import type { PaymentEvent } from './events';
import { isEnded, refundableAmount, type PaymentState } from './state';

type Captured = Extract<PaymentEvent, { type: 'payment.captured' }>;

/**
 * The decision about a payment that is an attempt of a debit: money that comes after the debit was called off, or beside the
 * money of another attempt, goes back in the commit in which it is taken.
 */
export function withDebit(
  decision: PaymentDecision,
  paymentId: string,
  state: PaymentState,
  { related }: Pick<HandlingContext, 'related'>,
): PaymentDecision {
  if (!decision.accepted || state.status === 'none' || state.terms.debit === undefined) return decision;
  const captured = decision.events.find((event): event is Captured => event.type === 'payment.captured');
  const isGoingBack = decision.events.some(({ type }) => type === 'payment.refund_requested');
  const reason = whyBack(related(state.terms.debit.id)?.state as DebitState | undefined);
  if (captured === undefined || isGoingBack || reason === null) return decision;
  const { amount } = captured.data;
  const back: PaymentEvent = { type: 'payment.refund_requested', data: { refundId: lateRefundIdOf(paymentId), amount, reason } };
  return { ...decision, events: [...decision.events, back] };
}

/** Null where the debit can still count the money. */
function whyBack(debit: DebitState | undefined): RefundReason | null {
  if (debit?.status === 'succeeded') return 'duplicate';
  return debit?.status === 'cancelled' ? 'late_authorization' : null;
}

/** What a payment tells the debit that it is an attempt of; null for nothing: there is no money that a debit could count. */
export function attemptReportOf(state: PaymentState, paymentId: string): AttemptReport | null {
  if (isEnded(state)) return { paymentId, state: 'failed', failure: failureOf(state) ?? CANCELLED };
  // Money that goes back as a whole, as late money of an order that was paid already, is none.
  if (state.status === 'captured') return refundableAmount(state) > 0 ? { paymentId, state: 'captured' } : null;
  if (state.status === 'none' || state.status === 'created' || state.status === 'refunded') return null;
  const failure = failureOf(state);
  return { paymentId, state: 'processing', ...(failure !== null && { failure }) };
}

function failureOf(state: PaymentState): Failure | null {
  return ('failure' in state ? state.failure : null) ?? null;
}

const CANCELLED: Failure = { reason: 'payment_cancelled', networkCode: null };
