import type { PaymentCommandType, Refusal } from '#contracts';
import type { Decider } from '#decider';
import { decide } from '../src/payment/decide';
import type { AnsweredLater, AttemptAnswer, FirstAnswer } from '../src/payment/decide/attempt-result';
import type { InstantProcessor, PaymentCommandOf, PaymentProcessors } from '../src/payment/decide/context';
import type { PaymentRules } from '../src/payment/decide/rules';
import type { PaymentEvent } from '../src/payment/events';
import { evolve } from '../src/payment/evolve';
import { INITIAL_PAYMENT, isBehindNetwork, type PaymentState } from '../src/payment/state';

export const LATE_REFUND_ID = 'rfnd_late';

/** A command of a spec, with the results that processors return during its decision. */
export type PaymentStepOf<TType extends PaymentCommandType> = PaymentCommandOf<TType> & {
  /** Of the processor that is asked; one behind a network where it has no state. Absent: no processor answers at once. */
  answer?: FirstAnswer;
  /** The processor that is left for an attempt that was not taken on. */
  another?: AnsweredLater;
};

export type PaymentStep = { [TType in PaymentCommandType]: PaymentStepOf<TType> }[PaymentCommandType];

/** The attempt was certainly not taken on, and another processor is left. */
export function notTakenOn(
  { payload, ...step }: PaymentStepOf<'payments.record_outcome'>,
  another: AnsweredLater,
): PaymentStepOf<'payments.record_outcome'> {
  return { ...step, payload: { ...payload, mayTryElsewhere: true }, another };
}

/** The payment as a decider under one set of rules. */
export function paymentDecider(rules: PaymentRules): Decider<PaymentStep, PaymentState, PaymentEvent, Refusal> {
  return {
    initialState: INITIAL_PAYMENT,
    decide: ({ answer, another, ...command }, state, { nowMs }) =>
      decide(command, state, { nowMs, rules, jitter: 0, lateRefundId: LATE_REFUND_ID, processors: scripted(answer, another) }),
    evolve,
  };
}

function scripted(answer: FirstAnswer | undefined, another: AnsweredLater | undefined): PaymentProcessors {
  return {
    refusalOfHint: () => null,
    begin() {
      if (answer === undefined) throw new Error('the spec does not say what becomes of the attempt');
      return answer;
    },
    another: () => another,
    instant: (state) => (answer === undefined || !('state' in answer) || isBehindNetwork(state) ? undefined : answering(answer)),
  };
}

/** A processor without a network that gives one answer whatever it is asked. */
function answering(answer: AttemptAnswer): InstantProcessor {
  const says = () => answer;
  return { begin: says, fetch: says, capture: () => answer.charge, submitOtp: says, simulate: says };
}
