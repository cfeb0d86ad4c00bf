import type { Refusal } from '#contracts';
import type { Decider } from '#decider';
import { confirm, create, type PaymentContext, type PaymentDecision } from './decide/begin';
import type { PaymentEvent } from './events';
import { evolve } from './evolve';
import type { InstructionOf, PaymentInstruction, PaymentInstructionType } from './decide/instructions';
import { submitOtp } from './decide/otp';
import { recordOutcome } from './decide/outcome';
import { INITIAL_PAYMENT, type PaymentState } from './state';
import { recordRefundFailed, recordRefundProcessed, requestRefund } from './decide/refunds';
import type { PaymentRules } from './decide/rules';
import { askProcessor, simulate } from './decide/sync';
import { cancel, capture, update } from './decide/capture';
import { resolve } from './decide/resolve';
import { wake } from './timers';

type Decide<TType extends PaymentInstructionType> = (
  command: InstructionOf<TType>,
  state: PaymentState,
  context: PaymentContext,
) => PaymentDecision;

const DECIDE: { [TType in PaymentInstructionType]: Decide<TType> } = {
  CreatePayment: create,
  ConfirmPayment: confirm,
  CapturePayment: capture,
  CancelPayment: cancel,
  UpdatePayment: update,
  RecordOutcome: recordOutcome,
  AskProcessor: askProcessor,
  SubmitOtp: submitOtp,
  SimulatePayment: simulate,
  RequestRefund: requestRefund,
  RecordRefundProcessed: recordRefundProcessed,
  RecordRefundFailed: recordRefundFailed,
  ResolvePayment: resolve,
  WakePayment: wake,
};

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); payment.spec.ts holds the whole table. */
export function decide(command: PaymentInstruction, state: PaymentState, context: PaymentContext): PaymentDecision {
  return (DECIDE[command.type] as Decide<PaymentInstructionType>)(command, state, context);
}

/** The payment as a decider under one set of rules. */
export function paymentDecider(rules: PaymentRules): Decider<PaymentInstruction, PaymentState, PaymentEvent, Refusal> {
  return {
    initialState: INITIAL_PAYMENT,
    decide: (command, state, { nowMs }) => decide(command, state, { nowMs, rules, jitter: 0 }),
    evolve,
  };
}
