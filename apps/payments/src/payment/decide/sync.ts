import { accept } from '#decider';
import { earliestRequestMs } from './due-calls';
import { confirm } from './begin';
import type { PaymentContext, PaymentDecision } from './begin';
import type { InstructionOf } from './instructions';
import { recordOutcome } from './outcome';
import { isAskable, isBehindNetwork, isEnded, type CreatedPayment, type EndedPayment, type PaymentState } from '../state';
import { missing, stateConflict, statusConflict } from './refusals';
import { isPaid } from './overpaid';

/**
 * The processor behind a network is asked next, as soon as the network allows (docs/reference/indian-payments.md, Status requests);
 * a call under way is repeated now. Where there is nothing to ask, nothing changes.
 */
export function askProcessor(_command: InstructionOf<'AskProcessor'>, state: PaymentState, { nowMs }: PaymentContext): PaymentDecision {
  if (state.status === 'none') return missing();
  if (!isAskable(state) || !isBehindNetwork(state)) return accept([]);
  const dueMs = state.call?.dueAtMs ?? state.checkAtMs ?? Infinity;
  const checkAtMs = earliestRequestMs(state, nowMs);
  // Asked for already, or not to be asked sooner.
  if (dueMs <= checkAtMs) return accept([]);
  return accept([{ type: 'payment.poll_rescheduled', data: { checkAtMs } }]);
}

const SIMULABLE = ['created', 'requires_action', 'processing', 'authorized', 'failed', 'expired', 'cancelled'] as const;

/** Acts as the payer, the bank or the network of the sandbox. */
export function simulate(command: InstructionOf<'SimulatePayment'>, state: PaymentState, context: PaymentContext): PaymentDecision {
  if (state.status === 'none') return missing();
  if (state.status === 'created') return chosenByCustomer(command, state, context);
  if (!isAskable(state)) return statusConflict(state, SIMULABLE, 'be simulated');
  if (isEnded(state)) return lateMoney(command, state, context);
  const { answer, lateRefundId } = command;
  // The sandbox writes into its number what becomes of the payment: another number is no other payment there.
  const ofSame = state.status === 'authorized' ? { ...answer, reference: state.attempt.reference } : answer;
  const decision = recordOutcome({ attempt: state.attempt.number, answer: ofSame, lateRefundId }, state, context);
  const isIdle = decision.accepted && decision.events.length === 0;
  // The payer has done their part: what the sandbox says of money that is held changes nothing, and nothing is waited for.
  if (state.status === 'authorized' && isIdle) {
    return stateConflict(
      state,
      ['created', 'requires_action', 'processing', 'failed', 'expired', 'cancelled'],
      'The money is held already: this outcome cannot come any more. Capture the payment, or cancel it.',
    );
  }
  return decision;
}

/** The customer chooses how to pay. A decline is no refusal of the simulation. */
function chosenByCustomer({ answer }: InstructionOf<'SimulatePayment'>, state: CreatedPayment, context: PaymentContext): PaymentDecision {
  const decision = confirm({ type: 'ConfirmPayment', payload: { instrument: answer.instrument }, answer }, state, context);
  return decision.accepted ? { ...decision, status: 200 } : decision;
}

/** A payment that ended can still be surprised by money, if it was ever attempted; nothing else happens to it. */
function lateMoney(
  { answer, lateRefundId }: InstructionOf<'SimulatePayment'>,
  state: EndedPayment,
  context: PaymentContext,
): PaymentDecision {
  const { attempt, status } = state;
  const allowed = SIMULABLE.filter((name) => name !== status);
  if (attempt === null) return stateConflict(state, allowed, `A payment that is ${status} and was never attempted cannot be paid.`);
  const decision = isPaid(answer) ? recordOutcome({ attempt: attempt.number, answer, lateRefundId }, state, context) : accept([]);
  if (!decision.accepted || decision.events.some(({ type }) => type !== 'payment.status_checked')) return decision;
  return stateConflict(state, allowed, `Only late money can come to a payment that is ${status}: simulate captured or authorized, once.`);
}
