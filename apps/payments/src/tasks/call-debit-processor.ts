import type { NoticeReport } from '#contracts';
import { TaskTakenError, type EventStore, type Task, type TaskOutcome, type TaskRunner } from '#event-store';
import type { AppDeps } from '#service';
import { nextRequestOf, type DueDebitRequest } from '../debit/decide/requests';
import type { DebitState, ExistingDebit } from '../debit/state';
import type { MandateState } from '../mandate/state';
import type { MandateProcessor, NoticeInput, NoticeResult } from '../processors/mandate-processor';
import type { PaymentProcessor } from '../processors/processor';
import { callContext } from './call-context';
import { knownMandate } from './call-mandate-processor';

export interface DebitTaskParts {
  /** Undefined for a processor that is not configured any more. */
  findProcessor(name: string, livemode: boolean): PaymentProcessor | undefined;
  store: Pick<EventStore, 'reads'>;
  logger: Pick<AppDeps['logger'], 'warn' | 'error'>;
  /** Counts by processor: debits that are due and whose processor is not configured any more. */
  waiting: { inc(labels: { processor: string }): void };
  /** Of one call, milliseconds; at most 25 s (docs/reference/api-conventions.md, Time-outs). */
  timeoutMs: number;
}

/** A debit waits until an operator has configured its processor again. */
class ProcessorRemovedError extends Error {
  override readonly name = 'ProcessorRemovedError';
}

/**
 * Asks the processor of a debit for its notice, or how it stands (debit/decide/requests.ts), outside any transaction, and lets the
 * attempt begin when its processor is there. A debit whose processor is not configured any more waits as it is, with an alarm.
 */
export function debitTask(parts: DebitTaskParts): TaskRunner<DebitState> {
  return async (task, signal): Promise<TaskOutcome> => {
    const { head, state } = task.snapshot;
    const due = nextRequestOf(state);
    if (due === null || state.status === 'none') throw new Error('a question was due, and then it was not');
    const processor = processorOf(parts, { debitId: head.streamId, livemode: head.livemode, name: state.facts.processor ?? '' });
    if (due.kind === 'attempt') return { type: 'debits.wake', payload: {} };
    const { outcome, reference, deliveredAtMs } = await ask({ ...parts, processor }, task, { due, state }, signal);
    if (signal.aborted && outcome === 'unknown') throw new TaskTakenError('it was aborted', { cause: signal.reason });
    const known = { ...(reference !== undefined && { reference }), ...(deliveredAtMs !== undefined && { deliveredAtMs }) };
    const payload: NoticeReport = { number: state.notice.number, request: due.request, outcome, ...known };
    return { type: 'debits.record_notice', payload };
  };
}

/** @throws ProcessorRemovedError, after the alarm: the task runs again later. */
function processorOf(
  { findProcessor, logger, waiting }: DebitTaskParts,
  { debitId, livemode, name }: { debitId: string; livemode: boolean; name: string },
): MandateProcessor {
  const found = findProcessor(name, livemode)?.mandates;
  if (found !== undefined) return found;
  waiting.inc({ processor: name });
  logger.error({ debitId, processor: name }, 'processor of a debit no longer configured, debit waits');
  throw new ProcessorRemovedError(`no processor "${name}" is configured`);
}

async function ask(
  parts: DebitTaskParts & { processor: MandateProcessor },
  task: Task<DebitState>,
  { due, state }: { due: DueDebitRequest; state: ExistingDebit },
  signal: AbortSignal,
): Promise<NoticeResult> {
  const { streamId: debitId, accountId, livemode } = task.snapshot.head;
  const mandate = await parts.store.reads.findStream<MandateState>(state.terms.mandateId, accountId, livemode);
  if (mandate === null || mandate.state.status === 'none') throw new Error('a debit without a mandate is due');
  const notice = noticeOf(debitId, state, due, knownMandate(state.terms.mandateId, mandate.state));
  const ctx = callContext(parts, task, signal);
  const { reference } = state.notice;
  try {
    if (reference !== undefined) return await parts.processor.fetchNotice({ ...notice, reference }, ctx);
    return await task.guard.alone(() => parts.processor.notify(notice, ctx));
  } catch (error) {
    if (error instanceof TaskTakenError) throw error;
    parts.logger.error({ debitId, error: String(error) }, 'processor adapter threw: bug in the adapter');
    return { outcome: 'unknown' };
  }
}

function noticeOf(debitId: string, state: ExistingDebit, { request }: DueDebitRequest, mandate: NoticeInput['mandate']): NoticeInput {
  const { amount, description } = state.terms;
  const { number } = state.notice;
  return { debitId, number, request, amount, debitAfterMs: state.executeAtMs, mandate, ...(description !== undefined && { description }) };
}
