import type { RefundCommandOf, RefundContext, RefundDecision } from './context';
import { afterAnswer } from './outcome';
import { missing, notAtSandbox, notSimulated } from './refusals';
import { isOverUnpaid, type RefundState } from '../state';

/** Acts as the bank of the sandbox: what that cannot change is refused, so that a test does not pass by accident. */
export function simulate({ payload }: RefundCommandOf<'refunds.simulate'>, state: RefundState, context: RefundContext): RefundDecision {
  if (state.status === 'none') return missing();
  const processor = context.instantProcessor(state.terms.target.processor);
  if (processor === undefined) return notAtSandbox();
  const reason = payload.reason ?? (state.status === 'processed' ? 'refund_returned' : 'refund_failed');
  const answer = processor.simulate(state, { ...payload, reason });
  const isPossible = answer.state === 'processed' ? state.status === 'pending' || isOverUnpaid(state) : isUnderWay(state);
  return isPossible ? afterAnswer(answer, true, state, context) : notSimulated(answer.state, state);
}

function isUnderWay({ status }: RefundState): boolean {
  return status === 'pending' || status === 'processed';
}
