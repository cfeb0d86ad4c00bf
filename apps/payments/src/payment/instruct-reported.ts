import { findOutcomePlan, unknownOutcome, type Command, type Instrument, type PaymentMethod } from '#contracts';
import { lateRefundIdOf } from './attempt-id';
import type { AttemptAnswer } from './decide/attempt-result';
import type { Attempt } from './events';
import type { AnsweredLater } from './decide/instructions';
import { isAskable, isBehindNetwork, type AskablePayment, type CreatedPayment, type PaymentState } from './state';
import { isCheckDue } from './timers';
import type { InstantProcessor, KnownPayment, ProcessorPayment } from '../processors/processor';
import { answerOf, refusalOf } from './to-attempt-result';
import { chooseElsewhere, instantOf } from '../processors/routing/choose-processor';
import type { CommandOf, Instructed, DecisionContext } from './instruct-types';
import { knownPayment } from './known-payment';

/** Sync asks always, a wake-up only when a question is due; without an attempt there is nobody to ask. */
export function instructToAsk(
  command: CommandOf<'payments.sync' | 'payments.wake'>,
  state: PaymentState,
  decisionContext: DecisionContext,
): Instructed {
  const isSync = command.type === 'payments.sync';
  if (isSync && isBehindNetwork(state)) return { instruction: { type: 'AskProcessor' } };
  const isWanted = isSync || isCheckDue(state, decisionContext.nowMs);
  const asked = isWanted
    ? askSandbox(command, state, decisionContext, (processor, known) => processor.fetchNow(known, decisionContext.nowMs))
    : undefined;
  const lateRefundId = lateRefundIdOf(command.streamId);
  if (isSync && asked !== undefined) {
    return { instruction: { type: 'RecordOutcome', attempt: asked.attempt.number, answer: asked.answer, lateRefundId } };
  }
  return { instruction: { type: 'WakePayment', lateRefundId, ...(asked && { answer: asked.answer }) } };
}

/** What a processor said, in the words of the domain already; with another processor to try, where nothing can have moved. */
export function instructOutcome(
  { payload, ...command }: CommandOf<'payments.record_outcome'>,
  state: PaymentState,
  decisionContext: DecisionContext,
): Instructed {
  const { attempt, askedAtMs, mayTryElsewhere } = payload;
  const retryOn = mayTryElsewhere ? elsewhere(command, state, decisionContext) : undefined;
  const answer =
    mayTryElsewhere && !retryOn ? withPatience(payload.answer as AttemptAnswer, state, decisionContext) : (payload.answer as AttemptAnswer);
  return {
    instruction: {
      type: 'RecordOutcome',
      attempt,
      answer,
      lateRefundId: lateRefundIdOf(command.streamId),
      ...(askedAtMs !== undefined && { askedAtMs }),
      ...(retryOn && { retryOn }),
    },
  };
}

/** How often a processor that takes nothing on is tried before its attempt counts as failed, when there is no other. */
const TRIES_MAX = 4;
const TRY_AGAIN_MS = 1_000;

/** Nothing has moved and there is nobody else: the same processor is tried a few times more, then that is the outcome. */
function withPatience(answer: AttemptAnswer, state: PaymentState, { nowMs }: DecisionContext): AttemptAnswer {
  const tries = 'statusRequests' in state ? (state.statusRequests?.count ?? 0) : 0;
  if (tries >= TRIES_MAX) return answer;
  const { failure: _none, ...rest } = answer;
  return { ...rest, state: 'processing', isUnknown: true, checkAtMs: nowMs + TRY_AGAIN_MS * 2 ** tries };
}

function elsewhere(
  command: Pick<Command, 'accountId' | 'livemode'>,
  state: PaymentState,
  { processors }: DecisionContext,
): AnsweredLater | undefined {
  if (state.status !== 'processing') return undefined;
  const { currency, captureMethod } = state.terms;
  const { accountId, livemode } = command;
  return chooseElsewhere(processors, { accountId, livemode, currency, captureMethod, instrument: state.attempt.instrument }, state.attempt);
}

/** The sandbox judges the password here; for a processor behind a network it is asked. */
export function instructOtp(command: CommandOf<'payments.submit_otp'>, state: PaymentState, decisionContext: DecisionContext): Instructed {
  const { otp } = command.payload;
  const wrongBefore = state.status === 'requires_action' ? (state.otpWrong ?? 0) : 0;
  const checked = askSandbox(command, state, decisionContext, (processor, known) =>
    processor.submitOtpNow(known, otp, wrongBefore, decisionContext.nowMs),
  );
  return { instruction: { type: 'SubmitOtp', ...(checked && { answer: checked.answer }) } };
}

/** Acts as the payer or the bank of the sandbox. */
export function instructSimulation(
  command: CommandOf<'payments.simulate'>,
  state: PaymentState,
  decisionContext: DecisionContext,
): Instructed {
  const { outcome } = command.payload;
  if (state.status === 'none') return { refusal: { code: 'resource_missing', details: { param: 'id' } } };
  const processor = instantOf(decisionContext.processors, command.livemode, state);
  if (processor === null) return notSimulated('id', 'Only payments at the sandbox can be simulated.');
  if (outcome !== APPROVE && findOutcomePlan(outcome) === undefined) return { refusal: unknownOutcome('payment', 'outcome', [APPROVE]) };
  if (state.status === 'created') return simulateFirstAttempt(command, state, processor, decisionContext);
  const simulated = askSandbox(command, state, decisionContext, (sandbox, known) =>
    sandbox.simulateNow(known, outcome, decisionContext.nowMs),
  );
  const lateRefundId = lateRefundIdOf(command.streamId);
  return { instruction: { type: 'SimulatePayment', answer: simulated?.answer ?? NO_ANSWER, lateRefundId } };
}

/** The customer does what is asked of them. */
const APPROVE = 'approve';

/** The customer chooses the first method of the payment, and what is simulated becomes of it. */
function simulateFirstAttempt(
  { streamId, payload: { outcome } }: CommandOf<'payments.simulate'>,
  { terms }: CreatedPayment,
  processor: InstantProcessor,
  { nowMs }: DecisionContext,
): Instructed {
  const { amount, currency, captureMethod, expiresAtMs, description } = terms;
  const instrument = PLAIN_INSTRUMENTS[terms.methods[0] ?? 'upi'];
  const metadata = outcome === APPROVE ? terms.metadata : { ...terms.metadata, sandbox_outcome: outcome };
  const payment = processor.createNow(
    {
      paymentId: streamId,
      attempt: 1,
      amount,
      currency,
      captureMethod,
      expiresAtMs,
      description,
      instrument,
      ...(metadata && { metadata }),
    },
    nowMs,
  );
  const refusal = refusalOf(payment);
  if (refusal !== null) return { refusal };
  const answer = answerOf(payment, processor.name, instrument);
  return { instruction: { type: 'SimulatePayment', answer, lateRefundId: lateRefundIdOf(streamId) } };
}

/** What a customer pays with who says nothing more than the method. */
const PLAIN_INSTRUMENTS: Readonly<Record<PaymentMethod, Instrument>> = {
  upi: { method: 'upi', flow: 'intent', vpa: null },
  card: { method: 'card', card: null },
  netbanking: { method: 'netbanking', bank: null },
};

/** Stands for an answer where the state refuses the command anyway. */
const NO_ANSWER: AttemptAnswer = {
  processor: '',
  reference: null,
  state: 'processing',
  amount: 0,
  instrument: { method: 'card', card: null },
};

function notSimulated(param: string, message: string, reason?: string): Instructed {
  const what = { message, param, ...(reason && { reason }) };
  return { refusal: { code: 'parameter_invalid', details: { ...what, errors: [{ ...what, code: 'parameter_invalid' }] } } };
}

type Ask = (processor: InstantProcessor, known: KnownPayment) => ProcessorPayment | undefined;

/** Undefined when the attempt is not at the sandbox, is over for good, or the sandbox has nothing to say. */
function askSandbox(
  command: Command,
  state: PaymentState,
  decisionContext: DecisionContext,
  ask: Ask,
): { attempt: Attempt; answer: AttemptAnswer } | undefined {
  const processor = instantOf(decisionContext.processors, command.livemode, state);
  if (processor === null || !isAskable(state)) return undefined;
  const { attempt, terms }: AskablePayment = state;
  if (attempt === null || attempt.reference === null) return undefined;
  const payment = ask(processor, knownPayment(command.streamId, terms, attempt));
  return payment && { attempt, answer: answerOf(payment, processor.name, attempt.instrument) };
}
