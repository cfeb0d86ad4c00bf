import type { Instrument, PaymentCommand, PaymentCommandType } from '#contracts';
import type { ProcessorFee } from './decide/attempt-result';
import type { FirstAnswer, PaymentInstruction } from './decide/instructions';
import { attemptOf, type PaymentState } from './state';
import type { CreateInput } from '../processors/processor';
import { answerOf, refusalOf } from './to-attempt-result';
import { chooseProcessor, instantOf, refusalOfHint } from '../processors/routing/choose-processor';
import type { CommandOf, Instructed, DecisionContext } from './instruct-types';
import { instructOtp, instructOutcome, instructSimulation, instructToAsk } from './instruct-reported';
import { knownPayment } from './known-payment';

/**
 * Command → instruction: the processor that answers without a network is asked here, so that the decision has its answer
 * and a sandbox payment is one commit (architecture.md 6.3). One behind a network is only chosen here. Pure, and
 * repeatable: the same command and state give the same.
 */
export function instruct(command: PaymentCommand, state: PaymentState, decisionContext: DecisionContext): Instructed {
  return (INSTRUCT[command.type] as Instruct<PaymentCommandType>)(command, state, decisionContext);
}

type Instruct<TType extends PaymentCommandType> = (
  command: CommandOf<TType>,
  state: PaymentState,
  decisionContext: DecisionContext,
) => Instructed;

const INSTRUCT: { [TType in PaymentCommandType]: Instruct<TType> } = {
  'payments.create': instructAttempt,
  'payments.confirm': instructAttempt,
  'payments.capture': (command, state, decisionContext) => ({
    instruction: { type: 'CapturePayment', payload: command.payload, ...chargeOf(command, state, decisionContext) },
  }),
  'payments.cancel': ({ payload }) => ({ instruction: { type: 'CancelPayment', payload } }),
  'payments.update': ({ payload }) => ({ instruction: { type: 'UpdatePayment', payload } }),
  'payments.sync': instructToAsk,
  'payments.record_outcome': instructOutcome,
  'payments.submit_otp': instructOtp,
  'payments.simulate': instructSimulation,
  'payments.request_refund': ({ payload }) => ({ instruction: { type: 'RequestRefund', payload } }),
  'payments.refund_processed': ({ payload }) => ({ instruction: { type: 'RecordRefundProcessed', payload } }),
  'payments.refund_failed': ({ payload }) => ({ instruction: { type: 'RecordRefundFailed', payload } }),
  'payments.resolve': ({ payload }) => ({ instruction: { type: 'ResolvePayment', payload } }),
  'payments.wake': instructToAsk,
};

type AttemptCommand = CommandOf<'payments.create' | 'payments.confirm'>;

/** Creates and confirms begin an attempt: the processor of the mode says what becomes of it, now or later. */
function instructAttempt(command: AttemptCommand, state: PaymentState, decisionContext: DecisionContext): Instructed {
  const { processors, nowMs } = decisionContext;
  const hint = command.type === 'payments.create' ? command.payload.processor : hintOf(state);
  if (command.type === 'payments.create' && command.payload.instrument === undefined) {
    const refusal = refusalOfHint(processors, command.livemode, hint);
    return refusal === null ? { instruction: { type: 'CreatePayment', payload: command.payload } } : { refusal };
  }
  const input = inputOf(command, state, decisionContext, command.payload.instrument as Instrument);
  // The state will refuse the command anyway.
  if (input === null) return { instruction: attemptWith(command, { processor: '' }) };
  const choice = chooseProcessor(processors, { ...input, accountId: command.accountId, livemode: command.livemode, hint });
  if ('refusal' in choice) return choice;
  if ('later' in choice) return { instruction: attemptWith(command, choice.later) };
  const payment = choice.instant.createNow(input, nowMs);
  const refusal = refusalOf(payment);
  return refusal === null ? { instruction: attemptWith(command, answerOf(payment, choice.instant.name, input.instrument)) } : { refusal };
}

function attemptWith(command: AttemptCommand, answer: FirstAnswer): PaymentInstruction {
  return command.type === 'payments.create'
    ? { type: 'CreatePayment', payload: command.payload, answer }
    : // A saved instrument was looked up before (known-customer.ts), so it is there.
      { type: 'ConfirmPayment', payload: { ...command.payload, instrument: command.payload.instrument as Instrument }, answer };
}

function hintOf(state: PaymentState): string | undefined {
  return state.status === 'none' ? undefined : state.terms.processorHint;
}

/** What to ask the processor; null when the state will refuse the command anyway. */
function inputOf(
  command: AttemptCommand,
  state: PaymentState,
  decisionContext: DecisionContext,
  instrument: Instrument,
): CreateInput | null {
  if (command.type === 'payments.create') {
    const { payload } = command;
    const expiresAtMs = payload.expiresAtMs ?? decisionContext.nowMs + decisionContext.rules.actionWindowMs;
    return { ...textsOf(payload), paymentId: command.streamId, attempt: 1, instrument, expiresAtMs };
  }
  if (state.status === 'none') return null;
  const { terms } = state;
  const returnUrl = command.payload.returnUrl ?? terms.returnUrl;
  const attempt = (attemptOf(state)?.number ?? 0) + 1;
  return { ...textsOf({ ...terms, returnUrl }), paymentId: command.streamId, attempt, instrument, expiresAtMs: terms.expiresAtMs };
}

type Texts = Pick<CreateInput, 'amount' | 'currency' | 'captureMethod' | 'description' | 'metadata' | 'returnUrl'>;

function textsOf({ amount, currency, captureMethod, description, metadata, returnUrl }: Texts): Texts {
  return { amount, currency, captureMethod, description, metadata, returnUrl };
}

function chargeOf(
  command: CommandOf<'payments.capture'>,
  state: PaymentState,
  decisionContext: DecisionContext,
): { charge?: ProcessorFee } {
  const processor = instantOf(decisionContext.processors, command.livemode, state);
  if (processor === null || state.status !== 'authorized' || state.attempt.reference === null) return {};
  const amount = command.payload.amount ?? state.authorizedAmount;
  if (amount < 1 || amount > state.authorizedAmount) return {};
  const known = knownPayment(command.streamId, state.terms, state.attempt);
  const { fee } = processor.captureNow(known, amount, decisionContext.nowMs);
  return fee === undefined ? {} : { charge: { fee: fee.amount, tax: fee.gst } };
}
