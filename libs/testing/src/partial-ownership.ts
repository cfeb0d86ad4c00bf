import type { Bus, PartitionOwnership } from '#messaging';

/** Whether this process serves a command partition, as the broker assigns them among several. */
export type TakesPartition = (partition: number) => boolean;

/** From now on a bus serves some command partitions alone. */
export function serveSome(bus: Bus, takes: TakesPartition): void {
  const consume = bus.consumeCommands.bind(bus);
  bus.consumeCommands = (topic, handler, ownership) => consume(topic, handler, partly(ownership, takes));
}

function partly(ownership: PartitionOwnership, takes: TakesPartition): PartitionOwnership {
  return {
    tryTake: (source, partition) => (takes(partition) ? ownership.tryTake(source, partition) : Promise.resolve(undefined)),
    release: (source, partition) => ownership.release(source, partition),
    liveInstances: () => ownership.liveInstances(),
    settled: (source, partition, nextOffset) => ownership.settled(source, partition, nextOffset),
    onLost: (listener) => ownership.onLost(listener),
  };
}
