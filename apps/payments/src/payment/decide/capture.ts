import { metadataProblem, minorText } from '#contracts';
import { accept, refuse } from '#decider';
import type { PaymentCommandOf, PaymentContext, PaymentDecision } from './context';
import type { ProcessorFee } from './attempt-result';
import { captureRequested, voidRequested } from './calls';
import { refusedByOpenCall } from './open-call';
import { isCapturedWhole, isHeldForMismatch } from './mismatch';
import type { PaymentEvent, UpdatedText } from '../events';
import { applyText } from '../evolve';
import { isBehindNetwork, isSettled, type AuthorizedPayment, type PaymentState } from '../state';
import { alreadyCaptured, HELD_MESSAGE, missing, parameterRefused, stateConflict, statusConflict } from './refusals';

/** authorized → captured, all of it or a part; what is left is released. */
export function capture({ payload }: PaymentCommandOf<'payments.capture'>, state: PaymentState, context: PaymentContext): PaymentDecision {
  if (state.status !== 'authorized') return notCapturable(state);
  const amount = payload.amount ?? state.authorizedAmount;
  const refused = refusedAmount(amount, state);
  if (refused !== null) return refused;
  if (isBehindNetwork(state))
    return refusedByOpenCall(state, ['authorized']) ?? refusedWhileHeld(state) ?? accept([captureRequested(amount, context)]);
  return accept([{ type: 'payment.captured', data: { amount, atMs: context.nowMs, ...chargeOf(amount, state, context) } }]);
}

function chargeOf(amount: number, state: AuthorizedPayment, { processors }: PaymentContext): ProcessorFee | undefined {
  const processor = state.attempt.reference === null ? undefined : processors.instant(state);
  return processor?.capture(state, amount);
}

function refusedAmount(amount: number, { authorizedAmount, terms }: AuthorizedPayment): PaymentDecision | null {
  if (amount < 1) return parameterRefused('amount_too_small', 'amount', 'must be above zero.');
  if (amount < authorizedAmount && isCapturedWhole(terms))
    return parameterRefused('parameter_invalid', 'amount', 'must be all that was authorized: the payment is for an invoice or a debit.');
  if (amount <= authorizedAmount) return null;
  return parameterRefused(
    'capture_amount_exceeds_authorized',
    'amount',
    `must be at most ${minorText(authorizedAmount, terms.currency)}, what was authorized.`,
  );
}

function notCapturable(state: Exclude<PaymentState, { status: 'authorized' }>): PaymentDecision {
  if (state.status === 'none') return missing();
  if (isSettled(state)) return alreadyCaptured(state);
  return statusConflict(state, ['authorized'], 'be captured');
}

const CANCELLABLE = ['created', 'requires_action', 'authorized'] as const;

/** created, requires_action, authorized → cancelled: void before capture. */
export function cancel({ payload }: PaymentCommandOf<'payments.cancel'>, state: PaymentState, context: PaymentContext): PaymentDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'created' && state.status !== 'requires_action' && state.status !== 'authorized')
    return statusConflict(state, CANCELLABLE, 'be cancelled');
  const refused = refusedByOpenCall(state, CANCELLABLE);
  if (refused !== null) return refused;
  const reason = { reason: payload.reason, byMerchant: true } as const;
  const cancelled: PaymentEvent = { type: 'payment.cancelled', data: { ...reason, atMs: context.nowMs } };
  if (!isBehindNetwork(state)) return accept([cancelled]);
  // Held money is let go by the processor, so the payment is cancelled when that has happened. A customer who has yet to
  // act is refused at once, and the processor is asked to cancel.
  if (state.status === 'authorized') return refusedWhileHeld(state) ?? accept([voidRequested(reason, context)]);
  return accept([cancelled, voidRequested(reason, context)]);
}

function refusedWhileHeld(state: AuthorizedPayment): PaymentDecision | null {
  return isHeldForMismatch(state) ? stateConflict(state, ['authorized'], HELD_MESSAGE) : null;
}

/** Text and metadata only, in any state; a change of nothing is accepted and stores nothing. */
export function update({ payload }: PaymentCommandOf<'payments.update'>, state: PaymentState): PaymentDecision {
  if (state.status === 'none') return missing();
  const text: UpdatedText = payload;
  const terms = applyText(state.terms, text);
  const problem = metadataProblem(terms.metadata);
  if (problem !== null) return refuse(problem);
  const isSame = JSON.stringify(terms) === JSON.stringify(state.terms);
  return accept(isSame ? [] : [{ type: 'payment.updated', data: { text } }]);
}
