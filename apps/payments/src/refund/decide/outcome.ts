import { accept } from '#decider';
import type { RefundAnswer, RefundReferences } from './refund-result';
import type { RefundCommandOf, RefundContext, RefundDecision } from './context';
import type { RefundEvent } from '../events';
import {
  isOverUnpaid,
  type CancelledRefund,
  type ExistingRefund,
  type FailedRefund,
  type PendingRefund,
  type ProcessedRefund,
  type RefundState,
} from '../state';
import { missing } from './refusals';

/** What a processor said is taken in every state: facts from outside are not refused. Reported twice, it counts once. */
export function recordRefundOutcome(
  { payload: { answer, isAsked } }: RefundCommandOf<'refunds.record_outcome'>,
  state: RefundState,
  context: RefundContext,
): RefundDecision {
  if (state.status === 'none') return missing();
  // The command carries it as JSON; to-refund-result.ts made it.
  return afterAnswer(answer as RefundAnswer, isAsked === true, state, context);
}

/**
 * What an answer of its processor means for a refund in any state.
 *
 * @param isAsked it answers a request of ours; otherwise the processor reported by itself, and what it says may be old.
 */
export function afterAnswer(answer: RefundAnswer, isAsked: boolean, state: ExistingRefund, context: RefundContext): RefundDecision {
  switch (state.status) {
    case 'pending':
      return accept(whilePending(answer, state, context));
    case 'processed':
      return accept(whileProcessed(answer, state, context));
    case 'failed':
    case 'cancelled':
      return accept(isOverUnpaid(state) ? whileOver(answer, isAsked, state, context) : []);
  }
}

/**
 * Over, and no money had left: its amount may be on its way again with another refund. Money that left all the same is a
 * fact and counts, but only on the word of the processor when it is asked: what it tells by itself may be older than what
 * ended the refund, and out of turn.
 */
function whileOver(answer: RefundAnswer, isAsked: boolean, state: FailedRefund | CancelledRefund, context: RefundContext): RefundEvent[] {
  const { contradiction } = state;
  const isPaid = answer.state === 'processed';
  if (isPaid && isAsked) return [processed(answer, answer.reference ?? state.reference, context)];
  if (contradiction === undefined) return isPaid ? [{ type: 'refund.outcome_contradicted', data: { atMs: context.nowMs } }] : [];
  if (!isAsked) return [];
  if (answer.state !== 'pending') return [{ type: 'refund.contradiction_resolved', data: { atMs: context.nowMs } }];
  return [{ type: 'refund.status_checked', data: nextCheck(answer, contradiction, context) }];
}

/** What an answer means for a refund that is not over. */
export function whilePending(answer: RefundAnswer, state: PendingRefund, context: RefundContext): RefundEvent[] {
  const { nowMs } = context;
  const reference = answer.reference ?? state.reference;
  switch (answer.state) {
    case 'processed':
      return [processed(answer, reference, context)];
    case 'failed':
      return [{ type: 'refund.failed', data: { failure: answer.failure ?? 'refund_failed', reference, atMs: nowMs } }];
    case 'cancelled':
      return [{ type: 'refund.cancelled', data: { atMs: nowMs } }];
    case 'pending':
      if (answer.isQueued) return state.checkAtMs === null ? [] : [{ type: 'refund.status_checked', data: {} }];
      return [...taken(answer, state, context), ...stillPending(answer, state, context)];
  }
}

function processed({ speed, references, ...answer }: RefundAnswer, reference: string | null, context: RefundContext): RefundEvent {
  return { type: 'refund.processed', data: { reference, speed, references, atMs: context.nowMs, ...futureCheck(answer, context) } };
}

/** The processor has it from now on, or may have it when it named no id of its own. */
function taken(answer: RefundAnswer, state: PendingRefund, context: RefundContext): RefundEvent[] {
  if (state.stage === 'sent') return [];
  if (answer.reference === null) return state.stage === 'queued' ? [{ type: 'refund.sending', data: { atMs: context.nowMs } }] : [];
  const data = {
    reference: answer.reference,
    atMs: context.nowMs,
    ...nextCheck(answer, { sinceMs: state.sendingSinceMs, checks: 0 }, context),
  };
  return [{ type: 'refund.sent', data }];
}

/** Still unknown: only an id that became known is recorded. */
function stillPending(answer: RefundAnswer, state: PendingRefund, context: RefundContext): RefundEvent[] {
  const references = newReferences(answer, state);
  const asking = nextCheck(answer, askedSince(state), context);
  if (references !== null) return [{ type: 'refund.reference_added', data: { references, ...asking } }];
  const wasTakenNow = state.stage !== 'sent' && answer.reference !== null;
  const isSame = (asking.checkAtMs ?? null) === state.checkAtMs;
  return wasTakenNow || isSame ? [] : [{ type: 'refund.status_checked', data: asking }];
}

/** A number may come days later (ARN), and the bank may return the money. */
function whileProcessed(answer: RefundAnswer, state: ProcessedRefund, context: RefundContext): RefundEvent[] {
  if (answer.state === 'failed') {
    const reference = answer.reference ?? state.reference;
    return [{ type: 'refund.failed', data: { failure: answer.failure ?? 'refund_returned', reference, atMs: context.nowMs } }];
  }
  const asking = futureCheck(answer, context);
  const references = newReferences(answer, state);
  if (references !== null) return [{ type: 'refund.reference_added', data: { references, ...asking } }];
  return (asking.checkAtMs ?? null) === state.checkAtMs ? [] : [{ type: 'refund.status_checked', data: asking }];
}

/** How long, and how often, a pending refund was asked about. */
export function askedSince({ sendingSinceMs, checks }: PendingRefund): { sinceMs: number | null; checks: number } {
  return { sinceMs: sendingSinceMs, checks };
}

function newReferences({ references }: RefundAnswer, state: { references: RefundReferences }): RefundReferences | null {
  const known: Readonly<Record<string, string | undefined>> = { ...state.references };
  const fresh = Object.entries(references).filter(([name, value]) => value !== undefined && known[name] !== value);
  return fresh.length === 0 ? null : Object.fromEntries(fresh);
}

function futureCheck({ checkAtMs }: Pick<RefundAnswer, 'checkAtMs'>, { nowMs }: RefundContext): { checkAtMs?: number } {
  return checkAtMs !== undefined && checkAtMs > nowMs ? { checkAtMs } : {};
}

/** As the processor said; else with doubling pauses for as long as the window is open. */
export function nextCheck(
  answer: Pick<RefundAnswer, 'checkAtMs'>,
  { sinceMs, checks }: { sinceMs: number | null; checks: number },
  context: RefundContext,
): { checkAtMs?: number } {
  const reported = futureCheck(answer, context);
  if (reported.checkAtMs !== undefined) return reported;
  const { nowMs, rules } = context;
  if (nowMs >= (sinceMs ?? nowMs) + rules.pollWindowMs) return {};
  return { checkAtMs: nowMs + Math.min(rules.pollLongestMs, rules.pollFirstMs * 2 ** Math.min(checks, 30)) };
}
