/** A length of time as ISO 8601 writes it. A month is as long as the calendar says; India knows no daylight saving. */
export interface Duration {
  months: number;
  /** Milliseconds beside the months. */
  ms: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const PART = String.raw`(\d{1,9})`;
const ISO_8601 = new RegExp(
  `^P(?=[\\dT])(?:${PART}Y)?(?:${PART}M)?(?:${PART}W)?(?:${PART}D)?(?:T(?=\\d)(?:${PART}H)?(?:${PART}M)?(?:${PART}S)?)?$`,
);

/** `P1Y2M3W4DT5H6M7S`, whole numbers, each part as needed; undefined of any other text. */
export function parseDuration(text: string): Duration | undefined {
  const found = ISO_8601.exec(text);
  if (found === null) return undefined;
  const [years, months, weeks, days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  const of = (count = 0, ms = 0): number => count * ms;
  return {
    months: of(years, 12) + of(months, 1),
    ms: of(weeks, 7 * DAY_MS) + of(days, DAY_MS) + of(hours, HOUR_MS) + of(minutes, MINUTE_MS) + of(seconds, SECOND_MS),
  };
}
