import type { Refusal } from '#contracts';
import type { Decider } from '#decider';
import { confirm, create, type PaymentContext, type PaymentDecision } from './begin';
import type { PaymentEvent } from './events';
import { evolve } from './evolve';
import type { PaymentInstruction } from './instructions';
import { recordOutcome } from './outcome';
import { INITIAL_PAYMENT, type PaymentState } from './payment';
import { recordRefundFailed, recordRefundProcessed, requestRefund } from './refunds';
import type { PaymentRules } from './rules';
import { cancel, capture, update } from './settle';
import { wake } from './wake';

/** Every command in every state gives events or a refusal (spec/api.md 4); payment.spec.ts holds the whole table. */
export function decide(command: PaymentInstruction, state: PaymentState, context: PaymentContext): PaymentDecision {
  switch (command.type) {
    case 'CreatePayment':
      return create(command, state, context);
    case 'ConfirmPayment':
      return confirm(command, state, context);
    case 'CapturePayment':
      return capture(command, state, context);
    case 'CancelPayment':
      return cancel(command, state, context);
    case 'UpdatePayment':
      return update(command, state);
    case 'RecordOutcome':
      return recordOutcome(command, state, context);
    case 'RequestRefund':
      return requestRefund(command, state, context);
    case 'RecordRefundProcessed':
      return recordRefundProcessed(command, state);
    case 'RecordRefundFailed':
      return recordRefundFailed(command, state);
    case 'WakePayment':
      return wake(command, state, context);
  }
}

/** The payment as a decider under one set of rules. */
export function paymentDecider(rules: PaymentRules): Decider<PaymentInstruction, PaymentState, PaymentEvent, Refusal> {
  return {
    initialState: INITIAL_PAYMENT,
    decide: (command, state, { nowMs }) => decide(command, state, { nowMs, rules }),
    evolve,
  };
}
