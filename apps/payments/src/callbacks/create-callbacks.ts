import type { EventStore } from '#event-store';
import type { AppDeps } from '#service';
import { createMoneyAlarm } from '../tasks/call-processor-task';
import { createRefundAlarm } from '../tasks/refund-alarm';
import { ProcessorCallbacks, type ProcessorCallbacksParts } from './processor-callbacks';

export interface CallbacksParts extends Pick<AppDeps, 'clock' | 'logger' | 'metrics'> {
  store: EventStore;
  registries: ProcessorCallbacksParts['registries'];
}

/** What reads the webhooks of processors, with its count of what came of them. */
export function createCallbacks({ store, registries, clock, logger, metrics }: CallbacksParts): ProcessorCallbacks {
  const webhooks = metrics.counter({
    name: 'hundi_processor_webhooks_total',
    help: 'Webhooks of processors, by what came of them.',
    labels: ['processor', 'outcome'],
  });
  return new ProcessorCallbacks({
    store,
    registries,
    alarm: createMoneyAlarm({ logger, metrics }),
    refundAlarm: createRefundAlarm({ logger, metrics }),
    clock,
    logger,
    observe: (processor, outcome) => webhooks.inc({ processor, outcome }),
  });
}
