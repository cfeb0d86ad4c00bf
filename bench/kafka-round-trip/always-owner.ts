import type { PartitionOwnership } from '#messaging';

/** What both sides sign with. */
export const BENCH_TOKENS = ['development-only-bench-token'];

/** Of these commands alone: a Hundi at the same broker would put those of strangers among its own aside, one by one. */
export const ECHO_TOPIC = 'bench.echo.commands';

/** One process, no Postgres: every partition is ours, from the first message on. */
export const alwaysOwner: PartitionOwnership = {
  tryTake: async () => ({ nextOffset: null }),
  release: async () => undefined,
  liveInstances: async () => 1,
  settled: () => undefined,
  onLost: () => () => undefined,
};
