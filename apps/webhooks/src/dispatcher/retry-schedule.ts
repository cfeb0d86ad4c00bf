const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays before the second and every later attempt (docs/reference/webhooks.md, Retries): 14 attempts in three days. */
const LIVE_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  16 * HOUR_MS,
  22 * HOUR_MS,
];
/** In test mode 4 attempts in about an hour. */
const TEST_DELAYS_MS = [5 * SECOND_MS, 5 * MINUTE_MS, HOUR_MS];

/** No attempt is made later than this after the first one. */
export const DELIVERY_AGE_MS_MAX = 80 * HOUR_MS;
/** How long a fault of ours puts a delivery off. */
const INTERNAL_DELAY_MS = 10 * SECOND_MS;
const JITTER = 0.1;

/** How often a delivery is tried at most. */
export function attemptsMax(livemode: boolean): number {
  return (livemode ? LIVE_DELAYS_MS : TEST_DELAYS_MS).length + 1;
}

/**
 * How long after the end of a failed attempt the next one is made, in milliseconds, or null when there is none.
 *
 * @param attemptsMade 1 or more, the failed one included.
 * @param unit uniform from 0 to below 1: the delay is 0.9 to 1.1 times that of the table.
 * @param retryAfterS what the receiver asked for, in seconds; never undercut, because it is applied after the jitter.
 */
export function retryDelayMs(attemptsMade: number, livemode: boolean, unit: number, retryAfterS: number | null): number | null {
  const delayMs = (livemode ? LIVE_DELAYS_MS : TEST_DELAYS_MS)[attemptsMade - 1];
  return delayMs === undefined ? null : Math.max(jittered(delayMs, unit), (retryAfterS ?? 0) * SECOND_MS);
}

/** How long a delivery waits that could not be tried through a fault of ours, in milliseconds. */
export function internalDelayMs(unit: number): number {
  return jittered(INTERNAL_DELAY_MS, unit);
}

function jittered(delayMs: number, unit: number): number {
  return Math.round(delayMs * (1 - JITTER + 2 * JITTER * unit));
}
