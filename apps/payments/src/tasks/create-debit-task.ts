import type { TaskRunner } from '#event-store';
import type { AppDeps } from '#service';
import type { DebitState } from '../debit/state';
import { debitTask, type DebitTaskParts } from './call-debit-processor';

/** The task that asks the processors of debits, with its count of those that wait for one. */
export function createDebitTask({ metrics, ...parts }: Omit<DebitTaskParts, 'waiting'> & Pick<AppDeps, 'metrics'>): TaskRunner<DebitState> {
  const waiting = metrics.counter({
    name: 'hundi_debits_without_processor_total',
    help: 'Times a debit was due whose processor is not configured any more.',
    labels: ['processor'],
  });
  return debitTask({ ...parts, waiting });
}
