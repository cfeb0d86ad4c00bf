import type { Failure } from '#contracts';
import { accept } from '#decider';
import type { AttemptAnswer } from './attempt-result';
import { askNow } from './ask-now';
import { eventsOfAnswer } from './begin';
import { refusedByOpenCall } from './open-call';
import type { PaymentCommandOf, PaymentContext, PaymentDecision } from './context';
import { isBehindNetwork, type AwaitingCustomer, type PaymentState } from '../state';
import { missing, stateConflict, statusConflict } from './refusals';

/**
 * A one-time password for a payment that waits for one. A wrong one is stored and answered with 402; what
 * it does to the payment is the word of the processor, who counts (docs/reference/state-machines.md, Payment).
 */
export function submitOtp(
  { payload }: PaymentCommandOf<'payments.submit_otp'>,
  state: PaymentState,
  context: PaymentContext,
): PaymentDecision {
  if (state.status === 'none') return missing();
  if (state.status !== 'requires_action') return statusConflict(state, ['requires_action'], 'take a one-time password');
  if (!takesOtp(state)) return stateConflict(state, ['requires_action'], `This payment takes no one-time password: ${awaitedBy(state)}`);
  if (isBehindNetwork(state)) return handOn(state, context);
  const answer = askNow(state, context, (processor, known) => processor.submitOtp(known, payload.otp, state.otpWrong ?? 0));
  if (answer === undefined) return stateConflict(state, ['requires_action'], 'The processor takes no one-time password.');
  return checked(answer, state, context);
}

/** The processor is asked, once at a time. */
function handOn(state: AwaitingCustomer, { nowMs }: PaymentContext): PaymentDecision {
  const refused = refusedByOpenCall(state, ['requires_action']);
  return refused ?? accept([{ type: 'payment.call_requested', data: { call: { kind: 'submit_otp' }, atMs: nowMs, dueAtMs: nowMs } }]);
}

function checked(answer: AttemptAnswer, state: AwaitingCustomer, context: PaymentContext): PaymentDecision {
  if (answer.state === 'requires_action' && answer.failure !== undefined) return accept([otpRefused(answer.failure, state)], 402);
  const attempt = { ...state.attempt, reference: answer.reference ?? state.attempt.reference };
  const events = eventsOfAnswer(answer, attempt, state.terms, context);
  return accept(events, events.at(-1)?.type === 'payment.failed' ? 402 : 200);
}

/** Whether this step of the customer ends with a one-time password: cards, also by the page of their bank. */
function takesOtp({ attempt, nextAction }: AwaitingCustomer): boolean {
  return nextAction.kind === 'otp' || (attempt.instrument.method === 'card' && nextAction.kind === 'redirect_to_url');
}

/** What the payer has to do instead. */
function awaitedBy({ attempt, nextAction }: AwaitingCustomer): string {
  if (attempt.instrument.method === 'upi') return 'it waits for the payer to approve it in their UPI app.';
  return nextAction.kind === 'redirect_to_url' ? 'it waits for the payer at the page of next_action.' : 'it waits for its processor.';
}

/** The password was not taken; an expired one is not counted as wrong. */
export function otpRefused(failure: Failure, state: AwaitingCustomer) {
  const wrong = (state.otpWrong ?? 0) + (failure.reason === 'incorrect_otp' ? 1 : 0);
  return { type: 'payment.otp_refused', data: { failure, wrong } } as const;
}
