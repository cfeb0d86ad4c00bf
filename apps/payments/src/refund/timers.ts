import { accept } from '#decider';
import type { RefundCommandOf, RefundContext, RefundDecision } from './decide/context';
import { afterAnswer, askedSince, nextCheck } from './decide/outcome';
import type { RefundAnswer } from './decide/refund-result';
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

function isRefundDue(state: ExistingRefund, nowMs: number): boolean {
  const dueMs = checkAtMsOf(state);
  return dueMs !== null && dueMs <= nowMs;
}

function checkAtMsOf(state: RefundState): number | null {
  if (state.status === 'none') return null;
  if (state.status === 'pending' || state.status === 'processed') return state.checkAtMs;
  return state.contradiction?.checkAtMs ?? null;
}

/** A processor behind a network is asked outside the decision; until the refund is sent, the time alone decides. */
function isRequestForLater(state: RefundState): boolean {
  if (state.status === 'none') return false;
  const isQueued = state.status === 'pending' && state.stage === 'queued';
  return state.terms.target.answersLater === true && !isQueued;
}

/** What a processor without a network says now: it takes the refund on, or says how it stands. Undefined behind a network. */
function answerWhenDue(state: ExistingRefund, context: RefundContext): RefundAnswer | undefined {
  const processor = context.instantProcessor(state.terms.target.processor);
  if (processor === undefined) return undefined;
  const isTaken = state.status !== 'pending' || state.stage === 'sent';
  return isTaken ? processor.fetch(state) : processor.refund(state.terms);
}

/** Runs out whatever has run out: the time before it is sent, a request to the processor. */
export function wake(_command: RefundCommandOf<'refunds.wake'>, state: RefundState, context: RefundContext): RefundDecision {
  if (state.status === 'none') return missing();
  if (!isRefundDue(state, context.nowMs)) return accept([]);
  const answer = answerWhenDue(state, context);
  if (answer !== undefined) return afterAnswer(answer, true, state, context);
  if (state.status !== 'pending') return accept([{ type: 'refund.status_checked', data: {} }]);
  if (state.stage === 'queued') return accept([{ type: 'refund.sending', data: { atMs: context.nowMs } }]);
  return accept([{ type: 'refund.status_checked', data: nextCheck({}, askedSince(state), context) }]);
}
