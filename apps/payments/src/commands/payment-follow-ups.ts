import { savedInstrumentOf, type Command, type RequestRefundPayload, type Refusal } from '#contracts';
import { replay, type Decision, type FollowUp } from '#decider';
import { savedMethodIdOf, systemRefundIdOf } from '../attempt-id';
import type { PaymentEvent } from '../domain/payment/events';
import { evolve } from '../domain/payment/evolve';
import { attemptOf, INITIAL_PAYMENT, isInstrumentSaved, type PaymentState } from '../domain/payment/payment';
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
  news.push(...savingNews(decision.events, before, command));
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

/** An instrument that was paid with is the customer's from the commit on in which the money is held or taken. */
function savingNews(events: readonly PaymentEvent[], before: PaymentState, { streamId }: Command): FollowUp[] {
  if (isInstrumentSaved(before)) return [];
  const after = replay({ initialState: INITIAL_PAYMENT, evolve }, events, before);
  if (!isInstrumentSaved(after) || after.status === 'none') return [];
  const instrument = savedInstrumentOf(attemptOf(after)?.instrument);
  const { customerId } = after.terms;
  if (instrument === undefined || customerId === undefined) return [];
  const payload = { paymentMethodId: savedMethodIdOf(streamId), instrument, paymentId: streamId };
  return [{ streamId: customerId, type: 'customers.save_payment_method', payload }];
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
