import type { PartitionOwnership } from '#messaging';

/** What both sides sign with. */
export const BENCH_TOKENS = ['development-only-bench-token'];

/** One process, no Postgres: every partition is ours, from the first message on. */
export const alwaysOwner: PartitionOwnership = {
  tryTake: async () => ({ nextOffset: null }),
  release: async () => undefined,
  liveInstances: async () => 1,
  settled: () => undefined,
  onLost: () => () => undefined,
};
