/** Upper bounds of the classes of time that attempts are counted in, in milliseconds; slower ones are counted apart. */
export const BOUNDS_MS = [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;

/** Attempts that failed, by how. */
export const FAILED_COLUMNS = [
  'failed_3xx',
  'failed_4xx',
  'failed_5xx',
  'failed_429',
  'failed_timeout',
  'failed_network',
  'failed_blocked',
] as const;

/** Attempts by how long they took. */
export const LATENCY_COLUMNS = [...BOUNDS_MS.map((bound) => `ms_${bound}` as const), 'ms_more'] as const;

/** Everything that is counted by endpoint and minute, and by endpoint and hour. */
export const STATS_COLUMNS: readonly string[] = ['ok', ...FAILED_COLUMNS, ...LATENCY_COLUMNS];
