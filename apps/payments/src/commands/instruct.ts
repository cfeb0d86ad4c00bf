import type { Command, Instrument, PaymentCommand, PaymentCommandType, Refusal } from '#contracts';
import { lateRefundIdOf } from '../attempt-id';
import type { AttemptAnswer, ProcessorFee } from '../domain/payment/answer';
import type { Attempt, PaymentTerms } from '../domain/payment/events';
import type { PaymentInstruction } from '../domain/payment/instructions';
import { attemptOf, isEnded, type PaymentState } from '../domain/payment/payment';
import type { PaymentRules } from '../domain/payment/rules';
import { isCheckDue } from '../domain/payment/wake';
import type { CreateInput, InstantProcessor, KnownPayment, ProcessorPayment } from '../processor/processor';
import { LIVE_NOT_CONFIGURED } from '../processor/routing/registry';
import { answerOf, refusalOf } from './answer-of';

/** Whom to ask in which mode. Without a live processor, live mode refuses. */
export interface Processors {
  test: InstantProcessor;
  live: InstantProcessor | null;
}

export interface Surroundings {
  processors: Processors;
  rules: PaymentRules;
  nowMs: number;
}

type Instructed = { instruction: PaymentInstruction } | { refusal: Refusal };

/**
 * Command → instruction: the processor that answers without a network is asked here, so that the decision has its answer
 * and a sandbox payment is one commit (architecture.md 6.3). Pure, and repeatable: the same command and state give the same.
 */
export function instruct(command: PaymentCommand, state: PaymentState, around: Surroundings): Instructed {
  return (INSTRUCT[command.type] as Instruct<PaymentCommandType>)(command, state, around);
}

type CommandOf<TType extends PaymentCommandType> = Extract<PaymentCommand, { type: TType }>;
type Instruct<TType extends PaymentCommandType> = (command: CommandOf<TType>, state: PaymentState, around: Surroundings) => Instructed;

const INSTRUCT: { [TType in PaymentCommandType]: Instruct<TType> } = {
  'payments.create': instructAttempt,
  'payments.confirm': instructAttempt,
  'payments.capture': (command, state, around) => ({
    instruction: { type: 'CapturePayment', payload: command.payload, ...chargeOf(command, state, around) },
  }),
  'payments.cancel': ({ payload }) => ({ instruction: { type: 'CancelPayment', payload } }),
  'payments.update': ({ payload }) => ({ instruction: { type: 'UpdatePayment', payload } }),
  'payments.sync': instructToAsk,
  'payments.record_outcome': ({ payload, streamId }) => ({
    instruction: {
      type: 'RecordOutcome',
      attempt: payload.attempt,
      answer: payload.answer as AttemptAnswer,
      lateRefundId: lateRefundIdOf(streamId),
    },
  }),
  'payments.request_refund': ({ payload }) => ({ instruction: { type: 'RequestRefund', payload } }),
  'payments.refund_processed': ({ payload }) => ({ instruction: { type: 'RecordRefundProcessed', payload } }),
  'payments.refund_failed': ({ payload }) => ({ instruction: { type: 'RecordRefundFailed', payload } }),
  'payments.wake': instructToAsk,
};

type AttemptCommand = CommandOf<'payments.create' | 'payments.confirm'>;

/** Creates and confirms begin an attempt: the processor of the mode says what becomes of it. */
function instructAttempt(command: AttemptCommand, state: PaymentState, around: Surroundings): Instructed {
  const processor = processorOf(command, around);
  if (processor === null) return { refusal: LIVE_NOT_CONFIGURED };
  const { instrument } = command.payload;
  if (command.type === 'payments.create' && instrument === undefined) {
    return { instruction: { type: 'CreatePayment', payload: command.payload } };
  }
  const input = inputOf(command, state, around, instrument as Instrument);
  if (input === null) return { instruction: unanswered(command, processor.name) };
  const payment = processor.createNow(input, around.nowMs);
  const refusal = refusalOf(payment);
  if (refusal !== null) return { refusal };
  const answer = answerOf(payment, processor.name, input.instrument);
  return { instruction: { ...unanswered(command, processor.name), answer } };
}

function unanswered(command: AttemptCommand, processor: string): Extract<PaymentInstruction, { type: 'CreatePayment' | 'ConfirmPayment' }> {
  return command.type === 'payments.create'
    ? { type: 'CreatePayment', payload: command.payload }
    : { type: 'ConfirmPayment', payload: command.payload, answer: { processor } };
}

/** What to ask the processor; null when the state will refuse the command anyway. */
function inputOf(command: AttemptCommand, state: PaymentState, around: Surroundings, instrument: Instrument): CreateInput | null {
  if (command.type === 'payments.create') {
    const { payload } = command;
    const expiresAtMs = payload.expiresAtMs ?? around.nowMs + around.rules.actionWindowMs;
    return { ...textsOf(payload), ...idsOf(command), attempt: 1, instrument, expiresAtMs };
  }
  if (state.status === 'none') return null;
  const { terms } = state;
  const returnUrl = command.payload.returnUrl ?? terms.returnUrl;
  const attempt = (attemptOf(state)?.number ?? 0) + 1;
  return { ...textsOf({ ...terms, returnUrl }), ...idsOf(command), attempt, instrument, expiresAtMs: terms.expiresAtMs };
}

function idsOf({ accountId, streamId }: AttemptCommand): Pick<CreateInput, 'accountId' | 'paymentId'> {
  return { accountId, paymentId: streamId };
}

type Texts = Pick<CreateInput, 'amount' | 'currency' | 'captureMethod' | 'description' | 'metadata' | 'returnUrl'>;

function textsOf({ amount, currency, captureMethod, description, metadata, returnUrl }: Texts): Texts {
  return { amount, currency, captureMethod, description, metadata, returnUrl };
}

/** Sync asks always, a wake-up only when a question is due; without an attempt there is nobody to ask. */
function instructToAsk(command: CommandOf<'payments.sync' | 'payments.wake'>, state: PaymentState, around: Surroundings): Instructed {
  const isSync = command.type === 'payments.sync';
  const asked = isSync || isCheckDue(state, around.nowMs) ? ask(command, state, around) : undefined;
  const lateRefundId = lateRefundIdOf(command.streamId);
  if (isSync && asked !== undefined) {
    return { instruction: { type: 'RecordOutcome', attempt: asked.attempt.number, answer: asked.answer, lateRefundId } };
  }
  return { instruction: { type: 'WakePayment', lateRefundId, ...(asked && { answer: asked.answer }) } };
}

function ask(command: Command, state: PaymentState, around: Surroundings): { attempt: Attempt; answer: AttemptAnswer } | undefined {
  const processor = processorOf(command, around);
  const attempt = attemptOf(state);
  if (processor === null || attempt === null || attempt.reference === null || state.status === 'none') return undefined;
  const isOpen = state.status === 'requires_action' || state.status === 'processing' || state.status === 'authorized' || isEnded(state);
  if (!isOpen) return undefined;
  const payment: ProcessorPayment = processor.fetchNow(knownPayment(command.streamId, state.terms, attempt), around.nowMs);
  return { attempt, answer: answerOf(payment, processor.name, attempt.instrument) };
}

function chargeOf(command: CommandOf<'payments.capture'>, state: PaymentState, around: Surroundings): { charge?: ProcessorFee } {
  const processor = processorOf(command, around);
  if (processor === null || state.status !== 'authorized' || state.attempt.reference === null) return {};
  const amount = command.payload.amount ?? state.authorizedAmount;
  if (amount < 1 || amount > state.authorizedAmount) return {};
  const known = knownPayment(command.streamId, state.terms, state.attempt);
  const { fee } = processor.captureNow(known, amount, around.nowMs);
  return fee === undefined ? {} : { charge: { fee: fee.amount, tax: fee.gst } };
}

/** What the processor port is told of an attempt that exists. */
export function knownPayment(paymentId: string, { amount, currency, captureMethod }: PaymentTerms, attempt: Attempt): KnownPayment {
  const { number, reference, instrument } = attempt;
  return { paymentId, attempt: number, processorRef: reference, amount, currency, instrument, captureMethod };
}

function processorOf({ livemode }: Pick<Command, 'livemode'>, { processors }: Surroundings): InstantProcessor | null {
  return livemode ? processors.live : processors.test;
}
