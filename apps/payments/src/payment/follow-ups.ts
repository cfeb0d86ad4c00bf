import { savedInstrumentOf, type Command, type RequestRefundPayload, type Refusal } from '#contracts';
import { replay, type Decision, type FollowUp } from '#decider';
import { savedMethodIdOf, systemRefundIdOf } from './attempt-id';
import type { PaymentEvent } from './events';
import { evolve } from './evolve';
import { attemptOf, INITIAL_PAYMENT, isInstrumentSaved, type PaymentState } from './state';
import { refundOrders } from './decide/system-refunds';
import { referenceStreamIdOf } from '../reference/stream-id';
import { REFERENCE_COMMANDS } from '../reference/decide';

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
  const fromReferences = referenceFollowUps(decision.events, before, command);
  fromReferences.push(...savingFollowUps(decision.events, before, command));
  const refunds = refundsOf(decision.events, before, command);
  if (fromReferences.length + refunds.length === 0) return decision;
  const isAnsweredByRefund = command.type === 'payments.request_refund' && refunds.length > 0;
  return { ...decision, followUps: [...fromReferences, ...refunds], ...(isAnsweredByRefund && { answeredBy: fromReferences.length }) };
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
function savingFollowUps(events: readonly PaymentEvent[], before: PaymentState, { streamId }: Command): FollowUp[] {
  if (isInstrumentSaved(before)) return [];
  const after = replay({ initialState: INITIAL_PAYMENT, evolve }, events, before);
  if (!isInstrumentSaved(after) || after.status === 'none') return [];
  const instrument = savedInstrumentOf(attemptOf(after)?.instrument);
  const { customerId } = after.terms;
  if (instrument === undefined || customerId === undefined) return [];
  const payload = { paymentMethodId: savedMethodIdOf(streamId), instrument, paymentId: streamId };
  return [{ streamId: customerId, type: 'customers.save_payment_method', payload }];
}

/** A payment counts under its reference for as long as it is captured, or its processor is asked for the money. */
function referenceFollowUps(events: readonly PaymentEvent[], before: PaymentState, command: Command): FollowUp[] {
  const [was, is] = [referencedBy(before), referencedBy(replay({ initialState: INITIAL_PAYMENT, evolve }, events, before))];
  const isSameReference = was?.referenceId === is?.referenceId;
  if (isSameReference && was?.kind === is?.kind) return [];
  // What was asked for and is captured under the same reference moves there by itself.
  const left = was === null || isSameReference ? [] : [reportToReference(LEFT[was.kind], was, command)];
  const joined = is === null ? [] : [reportToReference(JOINED[is.kind], is, command)];
  return [...left, ...joined];
}

/** `claimed`: the processor is asked for the money. */
interface Referenced {
  referenceId: string;
  kind: 'claimed' | 'captured';
}

const { claimed, released, captured, refunded } = REFERENCE_COMMANDS;
const JOINED = { claimed, captured };
const LEFT = { claimed: released, captured: refunded };

function reportToReference(type: string, { referenceId }: Referenced, { streamId, accountId, livemode }: Command): FollowUp {
  const payment = { id: streamId, accountId, livemode };
  return { streamId: referenceStreamIdOf(payment, referenceId), type, payload: { paymentId: streamId } };
}

function referencedBy(state: PaymentState): Referenced | null {
  if (state.status === 'none' || state.terms.referenceId === undefined) return null;
  const { referenceId } = state.terms;
  if (state.status === 'captured') return { referenceId, kind: 'captured' };
  return state.status === 'authorized' && state.call?.call.kind === 'capture' ? { referenceId, kind: 'claimed' } : null;
}
