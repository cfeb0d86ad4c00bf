import { savedInstrumentOf, type Command } from '#contracts';
import type { HandlingContext } from '#event-store';
import { findSavedMethod, type CustomerState } from '../customer/state';
import { savedMethodIdOf } from './attempt-id';
import type { PaymentDecision } from './decide/context';
import type { PaymentEvent } from './events';
import { evolve } from './evolve';
import { attemptOf, isInstrumentSaved, type ExistingPayment, type PaymentState } from './state';

/**
 * The decision of a payment that saves its instrument, with the saved method that it becomes: the one that the customer has of
 * this instrument already, or a new one. It is remembered, so that a later cancellation or erasure does not change what was saved.
 */
export function withSavedMethod(
  decision: PaymentDecision,
  { streamId }: Command,
  state: PaymentState,
  { related }: Pick<HandlingContext, 'related'>,
): PaymentDecision {
  if (!decision.accepted) return decision;
  const saving = findSaving(decision.events, state);
  if (saving === undefined) return decision;
  const { index, payment } = saving;
  const { customerId = '' } = payment.terms;
  const customer = related(customerId)?.state as CustomerState | undefined;
  const instrument = savedInstrumentOf(attemptOf(payment)?.instrument);
  const isSaved = customer?.status === 'active' && instrument !== undefined;
  const paymentMethodId = isSaved ? (findSavedMethod(customer, instrument) ?? savedMethodIdOf(streamId)) : null;
  const saved: PaymentEvent = { type: 'payment.method_saved', data: { paymentMethodId } };
  return { ...decision, events: decision.events.toSpliced(index, 0, saved) };
}

/** The event with which money is held or taken for the first time, and the payment right after it. */
function findSaving(events: readonly PaymentEvent[], before: PaymentState): { index: number; payment: ExistingPayment } | undefined {
  let state = before;
  for (const [index, event] of events.entries()) {
    const wasSaved = isInstrumentSaved(state);
    state = evolve(state, event);
    if (state.status === 'none' || state.terms.savedMethodId !== undefined) return undefined;
    if (!wasSaved && isInstrumentSaved(state)) return { index, payment: state };
  }
  return undefined;
}
