import type { BusObserver } from '#messaging';
import type { Metrics } from './metrics';

/** Puts dead letters and the lag of command partitions into metrics. Hand the result to the bus as its observer. */
export function observeBus(metrics: Metrics): Required<BusObserver> {
  const letters = metrics.counter({
    name: 'hundi_bus_dead_letters_total',
    help: 'Messages that no retry can mend, by topic and by who could not take them.',
    labels: ['topic', 'consumer'],
  });
  const unsettled = metrics.gauge({
    name: 'hundi_bus_unsettled_messages',
    help: 'Commands of a partition that are not settled yet.',
    labels: ['topic', 'partition'],
  });
  return {
    deadLettered: ({ topic, consumer }) => letters.inc({ topic, consumer }),
    settled: (topic, partition, _nextOffset, lag) => unsettled.set({ topic, partition: String(partition) }, Number(lag)),
  };
}
