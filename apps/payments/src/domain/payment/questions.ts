import { accept } from '#decider';
import { earliestQuestionMs } from './asking';
import type { PaymentContext, PaymentDecision } from './begin';
import type { InstructionOf } from './instructions';
import { recordOutcome } from './outcome';
import { isAskable, isBehindNetwork, type PaymentState } from './payment';
import { missing, stateConflict } from './refusals';

/**
 * The processor behind a network is asked next, as soon as the budget of the network allows (spec/india.md 3.2); a call
 * under way is repeated now. Where there is nothing to ask, nothing changes.
 */
export function askProcessor(_command: InstructionOf<'AskProcessor'>, state: PaymentState, { nowMs }: PaymentContext): PaymentDecision {
  if (state.status === 'none') return missing();
  if (!isAskable(state) || !isBehindNetwork(state)) return accept([]);
  const dueMs = state.call?.dueAtMs ?? state.checkAtMs ?? Infinity;
  const checkAtMs = earliestQuestionMs(state, nowMs);
  // Asked for already, or not to be asked sooner.
  if (dueMs <= checkAtMs) return accept([]);
  return accept([{ type: 'payment.question_advanced', data: { checkAtMs } }]);
}

/** Somebody plays the payer, the bank or the network of the sandbox. */
export function simulate(
  { answer, lateRefundId }: InstructionOf<'SimulatePayment'>,
  state: PaymentState,
  context: PaymentContext,
): PaymentDecision {
  if (!isAskable(state)) {
    if (state.status === 'none') return missing();
    return stateConflict(
      state,
      ['requires_action', 'processing', 'authorized', 'failed', 'expired', 'cancelled'],
      `Nothing can be simulated for a payment that is ${state.status}.`,
    );
  }
  // The sandbox writes into its number what becomes of the payment: another number is no other payment there.
  const ofSame = state.status === 'authorized' ? { ...answer, reference: state.attempt.reference } : answer;
  const decision = recordOutcome({ attempt: state.attempt?.number ?? 1, answer: ofSame, lateRefundId }, state, context);
  const isIdle = decision.accepted && decision.events.length === 0;
  // The payer has done their part: what the sandbox says of money that is held changes nothing, and nobody should wait for it.
  if (state.status === 'authorized' && isIdle) {
    return stateConflict(
      state,
      ['requires_action', 'processing', 'failed', 'expired', 'cancelled'],
      'The money is held already: this outcome cannot come any more. Capture the payment, or cancel it.',
    );
  }
  return decision;
}
