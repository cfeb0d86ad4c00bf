import type { PartitionOwnership } from '#messaging';

/** One process, no Postgres: every partition is ours, from the first message on. */
export const alwaysOwner: PartitionOwnership = {
  tryTake: async () => ({ nextOffset: null }),
  release: async () => undefined,
  liveInstances: async () => 1,
  settled: () => undefined,
  onLost: () => () => undefined,
};
