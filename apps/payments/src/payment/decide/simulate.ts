import { findOutcomePlan, unknownOutcome, type Instrument, type PaymentMethod } from '#contracts';
import { accept, refuse } from '#decider';
import { askNow } from './ask-now';
import { startAnotherAttempt } from './begin';
import type { AttemptAnswer } from './attempt-result';
import type { InstantProcessor, PaymentCommandOf, PaymentContext, PaymentDecision } from './context';
import { afterOutcome } from './outcome';
import { isPaid } from './overpaid';
import { missing, parameterRefused, stateConflict, statusConflict } from './refusals';
import { isAskable, isEnded, type AskablePayment, type CreatedPayment, type EndedPayment, type PaymentState } from '../state';

const SIMULABLE = ['created', 'requires_action', 'processing', 'authorized', 'failed', 'expired', 'cancelled'] as const;

/** The customer does what is asked of them. */
const APPROVE = 'approve';

/** Acts as the payer, the bank or the network of the sandbox. */
export function simulate(
  { payload }: PaymentCommandOf<'payments.simulate'>,
  state: PaymentState,
  context: PaymentContext,
): PaymentDecision {
  const { outcome } = payload;
  if (state.status === 'none') return missing();
  const processor = context.processors.instant(state);
  if (processor === undefined) return parameterRefused('parameter_invalid', 'id', 'Only payments at the sandbox can be simulated.');
  if (outcome !== APPROVE && findOutcomePlan(outcome) === undefined) return refuse(unknownOutcome('payment', 'outcome', [APPROVE]));
  if (state.status === 'created') return simulateFirstAttempt(outcome, state, processor, context);
  if (!isAskable(state)) return statusConflict(state, SIMULABLE, 'be simulated');
  const answer = askNow(state, context, (sandbox, known) => sandbox.simulate(known, outcome));
  if (isEnded(state)) return simulateLateMoney(answer, state, context);
  return answer === undefined ? refuse(unknownOutcome('payment', 'outcome', [APPROVE])) : simulateOutcome(answer, state, context);
}

function simulateOutcome(answer: AttemptAnswer, state: Exclude<AskablePayment, EndedPayment>, context: PaymentContext): PaymentDecision {
  // The sandbox writes into its number what becomes of the payment: another number is no other payment there.
  const ofSame = state.status === 'authorized' ? { ...answer, reference: state.attempt.reference } : answer;
  const decision = afterOutcome({ attempt: state.attempt.number, answer: ofSame }, state, context);
  const isIdle = decision.accepted && decision.events.length === 0;
  // The payer has done their part: what the sandbox says of money that is held changes nothing, and nothing is waited for.
  if (state.status === 'authorized' && isIdle) {
    return stateConflict(
      state,
      ['created', 'requires_action', 'processing', 'failed', 'expired', 'cancelled'],
      'The money is held already: this outcome cannot come any more. Capture the payment, or cancel it.',
    );
  }
  return decision;
}

/** The customer chooses the first method of the payment, and what is simulated becomes of it. A decline is no refusal. */
function simulateFirstAttempt(
  outcome: string,
  state: CreatedPayment,
  processor: InstantProcessor,
  context: PaymentContext,
): PaymentDecision {
  const { returnUrl: _none, ...terms } = state.terms;
  const metadata = outcome === APPROVE ? terms.metadata : { ...terms.metadata, sandbox_outcome: outcome };
  const instrument = PLAIN_INSTRUMENTS[terms.methods[0] ?? 'upi'];
  const decision = startAnotherAttempt({ instrument }, state, context, () =>
    processor.begin({ number: 1, instrument, terms: { ...terms, metadata } }),
  );
  return decision.accepted ? { ...decision, status: 200 } : decision;
}

/** What a customer pays with who says nothing more than the method. */
const PLAIN_INSTRUMENTS: Readonly<Record<PaymentMethod, Instrument>> = {
  upi: { method: 'upi', flow: 'intent', vpa: null },
  card: { method: 'card', card: null },
  netbanking: { method: 'netbanking', bank: null },
};

/** A payment that ended can still be surprised by money, if it was ever attempted; nothing else happens to it. */
function simulateLateMoney(answer: AttemptAnswer | undefined, state: EndedPayment, context: PaymentContext): PaymentDecision {
  const { attempt, status } = state;
  const allowed = SIMULABLE.filter((name) => name !== status);
  if (attempt === null) return stateConflict(state, allowed, `A payment that is ${status} and was never attempted cannot be paid.`);
  const isMoney = answer !== undefined && isPaid(answer);
  const decision = isMoney ? afterOutcome({ attempt: attempt.number, answer }, state, context) : accept([]);
  if (!decision.accepted || decision.events.some(({ type }) => type !== 'payment.status_checked')) return decision;
  return stateConflict(state, allowed, `Only late money can come to a payment that is ${status}: simulate captured or authorized, once.`);
}
