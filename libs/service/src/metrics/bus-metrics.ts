import type { BusObserver } from '#messaging';
import type { Metrics } from './metrics';

/** Puts dead letters, forged messages and the lag of command partitions into metrics. Hand the result to the bus as its observer. */
export function observeBus(metrics: Metrics): Required<BusObserver> {
  const letters = metrics.counter({
    name: 'hundi_bus_dead_letters_total',
    help: 'Messages that no retry can mend, by topic and by who could not take them.',
    labels: ['topic', 'consumer'],
  });
  const forged = metrics.counter({
    name: 'hundi_bus_forged_messages_total',
    help: 'Commands, replies and events that no process of this installation has signed. Nothing was done with them.',
    labels: ['topic'],
  });
  const unsettled = metrics.gauge({
    name: 'hundi_bus_unsettled_messages',
    help: 'Commands of a partition that are not settled yet.',
    labels: ['topic', 'partition'],
  });
  return {
    // increase() of Prometheus does not see a series that begins with 1: it has to stand at 0 before.
    consuming: (topic, consumer) => {
      forged.inc({ topic }, 0);
      if (consumer !== null) letters.inc({ topic, consumer }, 0);
    },
    deadLettered: ({ topic, consumer }) => letters.inc({ topic, consumer }),
    forged: (topic) => forged.inc({ topic }),
    settled: (topic, partition, _nextOffset, lag) => unsettled.set({ topic, partition: String(partition) }, Number(lag)),
  };
}
