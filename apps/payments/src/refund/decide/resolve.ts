import type { ResolveRefundPayload } from '#contracts';
import { accept } from '#decider';
import type { RefundCommandOf, RefundContext, RefundDecision } from './context';
import type { RefundEvent } from '../events';
import type { ExistingRefund, RefundState } from '../state';
import { missing, nothingToResolve } from './refusals';

/**
 * An operator says how a refund ended about which its processor says nothing any more: one that is pending and not asked
 * about, or one in doubt for too long. The events keep who said it and why.
 */
export function resolve({ payload }: RefundCommandOf<'refunds.resolve'>, state: RefundState, context: RefundContext): RefundDecision {
  if (state.status === 'none') return missing();
  if (!isForgotten(state)) return nothingToResolve(state);
  const { as, by, note } = payload;
  const resolved: RefundEvent = { type: 'refund.resolved', data: { as, by, note, atMs: context.nowMs } };
  return accept([resolved, as === 'processed' ? processed(payload, state, context) : notProcessed(state, context)]);
}

/** Whether its outcome is open and it is no longer polled. */
export function isForgotten(state: RefundState): state is ExistingRefund {
  if (state.status === 'pending') return state.checkAtMs === null;
  return (state.status === 'failed' || state.status === 'cancelled') && state.contradiction?.checkAtMs === null;
}

/** Why an operator has to look at a refund; null when none has to. One that is pending is given time first. */
export function whyRefundWaits(state: RefundState): 'refund_pending' | 'refund_contradicted' | null {
  if (!isForgotten(state)) return null;
  return state.status === 'pending' ? 'refund_pending' : 'refund_contradicted';
}

function processed({ utr }: ResolveRefundPayload, { reference, terms }: ExistingRefund, { nowMs }: RefundContext): RefundEvent {
  const references = utr === undefined ? {} : { utr };
  return { type: 'refund.processed', data: { reference, speed: terms.speed, references, atMs: nowMs } };
}

function notProcessed(state: ExistingRefund, { nowMs }: RefundContext): RefundEvent {
  if (state.status !== 'pending') return { type: 'refund.contradiction_resolved', data: { atMs: nowMs } };
  return { type: 'refund.failed', data: { failure: 'refund_failed', reference: state.reference, atMs: nowMs } };
}
