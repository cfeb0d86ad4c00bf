import type { TaskRunner } from '#event-store';
import type { AppDeps } from '#service';
import type { PaymentState } from '../payment/state';
import type { ProcessorRegistry } from '../processors/routing/registry';
import { AskProcessor } from './call-processor';
import { MoneyAlarm } from './money-alarm';
import type { PendingOtps } from './pending-otps';

export interface AskProcessorTaskParts {
  config: { processorTimeoutMs: number };
  deps: Pick<AppDeps, 'clock' | 'logger' | 'metrics' | 'personalData'>;
  live: ProcessorRegistry;
  test: ProcessorRegistry;
  otps: PendingOtps;
}

/** The task that asks the processors of payments, as the event store runs it. */
export function askProcessorTask({ config, deps, live, test, otps }: AskProcessorTaskParts): TaskRunner<PaymentState> {
  const { logger, personalData } = deps;
  const asker = new AskProcessor({
    findProcessor: (name, livemode) => (livemode ? live : test).find(name),
    otps,
    alarm: createMoneyAlarm(deps),
    logger,
    unseal: (token, accountId) => personalData.unsealValue(token, accountId),
    timeoutMs: config.processorTimeoutMs,
  });
  return async ({ snapshot, key, guard, nowMs, attempt }, signal) => {
    const reported = await asker.ask(snapshot, { nowMs, traceId: key, signal, guard, isRepeated: attempt > 0 });
    if (reported === null) throw new Error('a question was due, and then it was not');
    return reported;
  };
}

/** The alarm over money that is not what was asked for, or was paid twice: a log line and a count. */
export function createMoneyAlarm({ logger, metrics }: Pick<AppDeps, 'logger' | 'metrics'>): MoneyAlarm {
  const mismatches = metrics.counter({
    name: 'hundi_processor_amount_mismatches_total',
    help: 'Times a processor spoke of another amount or currency than was asked for.',
    labels: ['processor'],
  });
  const secondPayments = metrics.counter({
    name: 'hundi_processor_second_payments_total',
    help: 'Times a processor was paid under a second number for one attempt.',
    labels: ['processor'],
  });
  return new MoneyAlarm({ logger, mismatches, secondPayments });
}
