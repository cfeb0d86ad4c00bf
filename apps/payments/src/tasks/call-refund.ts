import type { RecordRefundOutcomePayload } from '#contracts';
import { TaskTakenError, type Task, type TaskRunner } from '#event-store';
import type { AppDeps } from '#service';
import { knownRefund, refundAnswerOf, refundInputOf } from '../refund/to-refund-result';
import type { ExistingRefund, RefundState } from '../refund/state';
import type { RefundAlarm } from './refund-alarm';
import type { CallContext, PaymentProcessor, ProcessorRefund } from '../processors/processor';
import { callContext } from './call-context';

export interface RefundTaskParts {
  /** Undefined for a processor that is not configured any more. */
  findProcessor(name: string, livemode: boolean): PaymentProcessor | undefined;
  logger: Pick<AppDeps['logger'], 'warn' | 'error'>;
  alarm: RefundAlarm;
  /** Of one call, milliseconds; at most 25 s (docs/reference/api-conventions.md, Time-outs). */
  timeoutMs: number;
}

/**
 * Asks a processor behind a network to make a refund, or how it stands, outside any transaction. Until the processor has
 * named its own id the very same call is made again, under the refund's own id, so that a crash at any point and an answer
 * that never came are both made good by asking again, and the money goes back once.
 */
export function refundTask(parts: RefundTaskParts): TaskRunner<RefundState> {
  return async (task, signal) => {
    const { snapshot } = task;
    const refund = await ask(parts, task, signal);
    if (signal.aborted && refund.processorRef === null) throw new TaskTakenError('it was aborted', { cause: signal.reason });
    parts.alarm.check(refund, { refundId: snapshot.head.streamId, state: snapshot.state, stage: 'confirmed' });
    const payload: RecordRefundOutcomePayload = { answer: refundAnswerOf(refund), isAsked: true };
    return { type: 'refunds.record_outcome', payload };
  };
}

async function ask(parts: RefundTaskParts, task: Task<RefundState>, signal: AbortSignal): Promise<ProcessorRefund> {
  const { snapshot, nowMs } = task;
  const { head, state } = snapshot;
  if (state.status === 'none') throw new Error('a refund without a creation is due');
  const { processor: name } = state.terms.target;
  const processor = parts.findProcessor(name, head.livemode);
  if (processor === undefined) {
    parts.logger.warn({ refundId: head.streamId, processor: name }, 'processor of a refund no longer configured');
    return unanswered(state, nowMs);
  }
  const { streamId } = head;
  const context = callContext(parts, task, signal);
  try {
    return await call(processor, streamId, state, context);
  } catch (error) {
    if (error instanceof TaskTakenError) throw error;
    parts.logger.error({ refundId: streamId, processor: name, error: String(error) }, 'processor adapter threw: bug in the adapter');
    return unanswered(state, context.nowMs);
  }
}

function call(processor: PaymentProcessor, refundId: string, state: ExistingRefund, context: CallContext): Promise<ProcessorRefund> {
  const isTaken = state.status !== 'pending' || state.stage === 'sent';
  return isTaken
    ? processor.fetchRefund(knownRefund(refundId, state), context)
    : processor.refund(refundInputOf(refundId, state.terms), context);
}

const LATER_MS = 3_600_000;

/** Nothing was learned: the refund may be on its way, or not; one that was processed is as it was. */
function unanswered({ reference, status, terms }: ExistingRefund, nowMs: number): ProcessorRefund {
  const known = { processorRef: reference, speedProcessed: terms.speed, refs: {} };
  return status === 'processed' ? { ...known, status, checkAtMs: nowMs + LATER_MS } : { ...known, status: 'pending' };
}
