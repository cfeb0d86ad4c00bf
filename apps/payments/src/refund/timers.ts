import { accept } from '#decider';
import type { RefundContext, RefundDecision } from './decide/context';
import type { RefundInstructionOf } from './decide/instructions';
import { askedSince, nextCheck, recordRefundOutcome } from './decide/outcome';
import type { ExistingRefund, RefundState } from './state';
import { missing } from './decide/refusals';

/** When this refund wants to be looked at again, ms since the epoch; null for never. */
export function wakeAtMs(state: RefundState): number | null {
  return isRequestForLater(state) ? null : checkAtMsOf(state);
}

/** When the processor behind a network has to be asked, ms since the epoch; null when there is nothing to ask. */
export function askAtMs(state: RefundState): number | null {
  return isRequestForLater(state) ? checkAtMsOf(state) : null;
}

/** Whether a processor is to be asked before the refund is woken: to take it on, or about how it stands. */
export function isRefundDue(state: RefundState, nowMs: number): state is ExistingRefund {
  const dueMs = checkAtMsOf(state);
  return dueMs !== null && dueMs <= nowMs;
}

function checkAtMsOf(state: RefundState): number | null {
  if (state.status === 'none') return null;
  if (state.status === 'pending' || state.status === 'processed') return state.checkAtMs;
  return state.contradiction?.checkAtMs ?? null;
}

/** A processor behind a network is asked outside the decision; while nobody has the refund, the time alone decides. */
function isRequestForLater(state: RefundState): boolean {
  if (state.status === 'none') return false;
  const isQueued = state.status === 'pending' && state.stage === 'queued';
  return state.terms.target.answersLater === true && !isQueued;
}

/** Runs out whatever has run out: the time before it is sent, a question to the processor. */
export function wake({ answer }: RefundInstructionOf<'WakeRefund'>, state: RefundState, context: RefundContext): RefundDecision {
  if (state.status === 'none') return missing();
  if (!isRefundDue(state, context.nowMs)) return accept([]);
  if (answer !== undefined) return recordRefundOutcome({ type: 'RecordRefundOutcome', answer, isAsked: true }, state, context);
  if (state.status !== 'pending') return accept([{ type: 'refund.status_checked', data: {} }]);
  if (state.stage === 'queued') return accept([{ type: 'refund.sending', data: { atMs: context.nowMs } }]);
  return accept([{ type: 'refund.status_checked', data: nextCheck({}, askedSince(state), context) }]);
}
