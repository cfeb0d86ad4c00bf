import type { Outcome, Refusal } from '../steady-load';

/** What a caller waits for an answer at most: four seconds for its key, eight for the outcome, and a moment. */
const ANSWER_WITHIN_MS = 12_500;
/** Below this a percentile says more of the machine than of Hundi. */
const NOISE_MS = 250;

/** While something is broken: said cleanly, with the time to come again, and soon (I12). */
export function expectCleanRefusals(refusals: readonly Refusal[]): void {
  const unclean = refusals.filter(
    ({ status, retryAfter, tookMs }) => ![429, 503].includes(status) || !retryAfter || tookMs > ANSWER_WITHIN_MS,
  );
  expect(unclean).toEqual([]);
}

/** When all is well again payments are as quick as they were before: the 99th percentile is below twice the old one (I12). */
export function expectQuickAgain(before: readonly Outcome[], after: readonly Outcome[]): void {
  const limitMs = Math.max(2 * latencyAt(0.99, before), NOISE_MS);
  expect(latencyAt(0.99, after)).toBeLessThan(limitMs);
}

/** @param share 0 to 1. */
export function latencyAt(share: number, outcomes: readonly Outcome[]): number {
  const sorted = outcomes.map(({ latencyMs }) => latencyMs).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
