/** Bounds of what an account chooses about an endpoint, and what holds where it chooses nothing (docs/reference/webhooks.md, Limits). */
export const ENDPOINT_LIMITS = {
  descriptionLengthMax: 255,
  maxInFlight: { min: 1, max: 64, preset: 16 },
  ratePerSecond: { min: 1, max: 1_000 },
  timeoutMs: { min: 1_000, max: 30_000, preset: 15_000 },
  gracePeriodSeconds: { min: 0, max: 604_800, preset: 86_400 },
} as const;

/** Everything that is not explicit-only. */
export const EVENTS_PRESET: readonly string[] = ['*'];
