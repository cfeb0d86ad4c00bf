import type { Command, Refusal, RefundCommand, RefundCommandType } from '#contracts';
import type { RefundAnswer } from './decide/refund-result';
import type { RefundInstruction } from './decide/instructions';
import type { ExistingRefund, RefundState } from './state';
import type { RefundRules } from './decide/rules';
import { isRefundDue } from './timers';
import type { InstantProcessor } from '../processors/processor';
import { knownRefund, refundAnswerOf, refundInputOf } from './to-refund-result';

export interface RefundDecisionContext {
  /** The processor of this name that answers without a network, if it is one. */
  findInstant(name: string, livemode: boolean): InstantProcessor | undefined;
  rules: RefundRules;
  nowMs: number;
}

type Instructed = { instruction: RefundInstruction } | { refusal: Refusal };

/**
 * Command → instruction: a processor that answers without a network is asked here, so that the refund, its outcome and
 * what both mean to the payment are one commit. Pure, and repeatable: the same command and state give the same.
 */
export function instructRefund(command: RefundCommand, state: RefundState, decisionContext: RefundDecisionContext): Instructed {
  return (INSTRUCT[command.type] as Instruct<RefundCommandType>)(command, state, decisionContext);
}

type CommandOf<TType extends RefundCommandType> = Extract<RefundCommand, { type: TType }>;
type Instruct<TType extends RefundCommandType> = (
  command: CommandOf<TType>,
  state: RefundState,
  decisionContext: RefundDecisionContext,
) => Instructed;

const INSTRUCT: { [TType in RefundCommandType]: Instruct<TType> } = {
  'refunds.create': instructCreation,
  'refunds.update': ({ payload }) => ({ instruction: { type: 'UpdateRefund', payload } }),
  'refunds.cancel': () => ({ instruction: { type: 'CancelRefund' } }),
  'refunds.record_outcome': ({ payload: { answer, isAsked } }) => ({
    instruction: { type: 'RecordRefundOutcome', answer: answer as RefundAnswer, ...(isAsked && { isAsked }) },
  }),
  'refunds.simulate': instructSimulation,
  'refunds.resolve': ({ payload }) => ({ instruction: { type: 'ResolveRefund', payload } }),
  'refunds.wake': (command, state, decisionContext) => {
    const answer = isRefundDue(state, decisionContext.nowMs) ? ask(command, state, decisionContext) : undefined;
    return { instruction: { type: 'WakeRefund', ...(answer && { answer }) } };
  },
};

function instructCreation(
  { payload, streamId, livemode }: CommandOf<'refunds.create'>,
  _state: RefundState,
  decisionContext: RefundDecisionContext,
): Instructed {
  const processor = decisionContext.findInstant(payload.target.processor, livemode);
  if (processor === undefined) return { instruction: { type: 'CreateRefund', payload } };
  const input = refundInputOf(streamId, payload);
  const refusal = processor.refundRefusal(input);
  if (refusal !== null) return { refusal };
  if (decisionContext.rules.sendDelayMs > 0) return { instruction: { type: 'CreateRefund', payload } };
  return { instruction: { type: 'CreateRefund', payload, answer: refundAnswerOf(processor.refundNow(input, decisionContext.nowMs)) } };
}

/** Somebody acts as the bank of the sandbox; elsewhere the bank acts by itself. */
function instructSimulation(
  { payload, streamId, livemode }: CommandOf<'refunds.simulate'>,
  state: RefundState,
  decisionContext: RefundDecisionContext,
): Instructed {
  if (state.status === 'none') return { refusal: { code: 'resource_missing', details: { param: 'id' } } };
  const processor = decisionContext.findInstant(state.terms.target.processor, livemode);
  if (processor === undefined) {
    const problem = { param: 'id', code: 'parameter_invalid', message: 'Only refunds at the sandbox can be simulated.' } as const;
    return { refusal: { code: problem.code, details: { ...problem, errors: [problem] } } };
  }
  const reason = payload.reason ?? (state.status === 'processed' ? 'refund_returned' : 'refund_failed');
  const refund = processor.simulateRefundNow(knownRefund(streamId, state), { ...payload, reason }, decisionContext.nowMs);
  return { instruction: { type: 'SimulateRefund', answer: refundAnswerOf(refund) } };
}

/** Takes the refund on when nobody has it, else says how it stands; undefined for a processor behind a network. */
function ask({ streamId, livemode }: Command, state: ExistingRefund, decisionContext: RefundDecisionContext): RefundAnswer | undefined {
  const processor = decisionContext.findInstant(state.terms.target.processor, livemode);
  if (processor === undefined) return undefined;
  const isTaken = state.status !== 'pending' || state.stage === 'sent';
  const refund = isTaken
    ? processor.fetchRefundNow(knownRefund(streamId, state), decisionContext.nowMs)
    : processor.refundNow(refundInputOf(streamId, state.terms), decisionContext.nowMs);
  return refundAnswerOf(refund);
}
