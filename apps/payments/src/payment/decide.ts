import type { CommandBody, PaymentCommand, PaymentCommandType } from '#contracts';
import { confirm, create } from './decide/begin';
import { cancel, capture, update } from './decide/capture';
import type { PaymentCommandOf, PaymentContext, PaymentDecision } from './decide/context';
import { submitOtp } from './decide/otp';
import { recordOutcome } from './decide/record-outcome';
import { recordRefundFailed, recordRefundPending, recordRefundProcessed, requestRefund } from './decide/refunds';
import { resolve } from './decide/resolve';
import { simulate } from './decide/simulate';
import { sync } from './decide/sync';
import type { PaymentState } from './state';
import { wake } from './timers';

type Decide<TType extends PaymentCommandType> = (
  command: PaymentCommandOf<TType>,
  state: PaymentState,
  context: PaymentContext,
) => PaymentDecision;

const DECIDE: { [TType in PaymentCommandType]: Decide<TType> } = {
  'payments.create': create,
  'payments.confirm': confirm,
  'payments.capture': capture,
  'payments.cancel': cancel,
  'payments.update': update,
  'payments.sync': sync,
  'payments.record_outcome': recordOutcome,
  'payments.submit_otp': submitOtp,
  'payments.simulate': simulate,
  'payments.request_refund': requestRefund,
  'payments.refund_pending': recordRefundPending,
  'payments.refund_processed': recordRefundProcessed,
  'payments.refund_failed': recordRefundFailed,
  'payments.resolve': resolve,
  'payments.wake': wake,
};

/** Every command in every state gives events or a refusal (docs/reference/state-machines.md); decide.spec.ts holds the whole table. */
export function decide(command: CommandBody<PaymentCommand>, state: PaymentState, context: PaymentContext): PaymentDecision {
  return (DECIDE[command.type] as Decide<PaymentCommandType>)(command, state, context);
}
