import type { Command, RequestRefundPayload, Refusal } from '#contracts';
import { replay, type Decision, type FollowUp } from '#decider';
import { systemRefundIdOf } from '../attempt-id';
import type { PaymentEvent } from '../domain/payment/events';
import { evolve } from '../domain/payment/evolve';
import { INITIAL_PAYMENT, type PaymentState } from '../domain/payment/payment';
import { refundOrders } from '../domain/payment/refund-orders';
import { referenceStreamIdOf } from '../reference-stream';
import { REFERENCE_COMMANDS } from './reference.aggregate';

/**
 * What a decision of a payment means to others, in the same commit: refunds to be made, and the reference under which the
 * money was captured. Who asked for a refund is answered with that refund.
 */
export function withFollowUps(
  decision: Decision<PaymentEvent, Refusal>,
  before: PaymentState,
  command: Command,
): Decision<PaymentEvent, Refusal> {
  if (!decision.accepted || decision.events.length === 0) return decision;
  const news = referenceNews(decision.events, before, command);
  const refunds = refundsOf(decision.events, before, command);
  if (news.length + refunds.length === 0) return decision;
  const isAnsweredByRefund = command.type === 'payments.request_refund' && refunds.length > 0;
  return { ...decision, followUps: [...news, ...refunds], ...(isAnsweredByRefund && { answeredBy: news.length }) };
}

function refundsOf(events: readonly PaymentEvent[], before: PaymentState, command: Command): FollowUp[] {
  const request = command.type === 'payments.request_refund' ? (command.payload as RequestRefundPayload) : null;
  return refundOrders({ id: command.streamId, before, events }, request).map(({ refund, payload }) => ({
    streamId: typeof refund === 'string' ? refund : systemRefundIdOf(command.streamId, refund),
    type: 'refunds.create',
    payload,
  }));
}

/** A payment counts under its reference for as long as it is captured. */
function referenceNews(events: readonly PaymentEvent[], before: PaymentState, command: Command): FollowUp[] {
  const after = replay({ initialState: INITIAL_PAYMENT, evolve }, events, before);
  const [was, is] = [capturedReferenceOf(before), capturedReferenceOf(after)];
  if (was === is) return [];
  const { streamId: id, accountId, livemode } = command;
  const tell = (type: string, referenceId: string | undefined): FollowUp[] =>
    referenceId === undefined
      ? []
      : [{ streamId: referenceStreamIdOf({ id, accountId, livemode }, referenceId), type, payload: { paymentId: id } }];
  return [...tell(REFERENCE_COMMANDS.released, was), ...tell(REFERENCE_COMMANDS.captured, is)];
}

function capturedReferenceOf(state: PaymentState): string | undefined {
  return state.status === 'captured' ? state.terms.referenceId : undefined;
}
