/** A receiver can put an attempt off for so long, seconds (docs/reference/webhooks.md, Retries). */
export const RETRY_AFTER_S_MAX = 21_600;

/** The three forms of a date that HTTP knows; `Date.parse` alone would read `12.5` as a day in December. */
const HTTP_DATE =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/**
 * Reads `Retry-After` of a 429 or 503.
 *
 * @returns seconds from now, 0 to 21,600, rounded up; null where there is none or it is not one, and the schedule applies.
 */
export function readRetryAfter(status: number, value: string | undefined, nowMs: number): number | null {
  if (status !== 429 && status !== 503) return null;
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), RETRY_AFTER_S_MAX);
  if (!HTTP_DATE.test(text)) return null;
  // The form of asctime does not say GMT, and means it.
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  if (Number.isNaN(atMs)) return null;
  return Math.min(Math.max(Math.ceil((atMs - nowMs) / 1_000), 0), RETRY_AFTER_S_MAX);
}
