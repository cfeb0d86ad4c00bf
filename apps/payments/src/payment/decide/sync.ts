import { accept } from '#decider';
import { askNow } from './ask-now';
import { earliestRequestMs } from './due-calls';
import type { PaymentCommandOf, PaymentContext, PaymentDecision } from './context';
import { afterOutcome } from './outcome';
import { isAskable, isBehindNetwork, type PaymentState } from '../state';
import { runOut } from '../timers';

/** Asks the processor how the payment stands, at once where it answers without a network. Without an attempt, only the time counts. */
export function sync(_command: PaymentCommandOf<'payments.sync'>, state: PaymentState, context: PaymentContext): PaymentDecision {
  if (isBehindNetwork(state)) return askLater(state, context);
  const answer = askNow(state, context, (processor, known) => processor.fetch(known));
  if (answer === undefined || !isAskable(state) || state.attempt === null) return runOut(undefined, state, context);
  return afterOutcome({ attempt: state.attempt.number, answer }, state, context);
}

/**
 * The processor behind a network is asked next, as soon as the network allows (docs/reference/indian-payments.md, Status requests);
 * a call under way is repeated now. Where there is nothing to ask, nothing changes.
 */
function askLater(state: PaymentState, { nowMs }: PaymentContext): PaymentDecision {
  if (!isAskable(state)) return accept([]);
  const dueMs = state.call?.dueAtMs ?? state.checkAtMs ?? Infinity;
  const checkAtMs = earliestRequestMs(state, nowMs);
  // Asked for already, or not to be asked sooner.
  if (dueMs <= checkAtMs) return accept([]);
  return accept([{ type: 'payment.poll_rescheduled', data: { checkAtMs } }]);
}
