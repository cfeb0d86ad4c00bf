/**
 * A calendar date in India, counted in days from 1 January 1970. India has one time zone, UTC+05:30, without daylight saving,
 * so a date begins at the same instant for all of it: 18:30 UTC of the day before.
 */
export type IstDate = number;

/** How far the clocks of India are ahead of UTC, ms. */
export const IST_OFFSET_MS = 19_800_000;
const DAY_MS = 86_400_000;

/** A date in parts. */
export interface CivilDate {
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
}

/** The date in India at an instant. @param atMs milliseconds since the epoch. */
export function istDateOf(atMs: number): IstDate {
  return Math.floor((atMs + IST_OFFSET_MS) / DAY_MS);
}

/** The instant at which a date begins in India, milliseconds since the epoch. */
export function startOfIstDate(date: IstDate): number {
  return date * DAY_MS - IST_OFFSET_MS;
}

/** The parts of a date. */
export function civilOf(date: IstDate): CivilDate {
  const utc = new Date(date * DAY_MS);
  return { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, day: utc.getUTCDate() };
}

/** The date in the month, or the last of the month where the month is shorter. @param month may lie outside of 1 to 12: the year follows. */
export function istDate(year: number, month: number, day: number): IstDate {
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Date.UTC(year, month - 1, Math.min(day, lastDay)) / DAY_MS;
}

/** 1 for Monday to 7 for Sunday, as ISO 8601 counts. */
export function weekdayOf(date: IstDate): number {
  // 1 January 1970 was a Thursday.
  return ((((date + 3) % 7) + 7) % 7) + 1;
}

/** `YYYY-MM-DD`. */
export function formatIstDate(date: IstDate): string {
  return new Date(date * DAY_MS).toISOString().slice(0, 10);
}

/** The date on which the financial year of a date is over: 1 April. */
export function endOfFinancialYear(date: IstDate): IstDate {
  const { year, month } = civilOf(date);
  return istDate(month >= 4 ? year + 1 : year, 4, 1);
}

/** The financial year of a date as invoices name it, from April to March: `2627` for 1 April 2026 to 31 March 2027. */
export function financialYearOf(date: IstDate): string {
  const { year, month } = civilOf(date);
  const first = month >= 4 ? year : year - 1;
  return [first, first + 1].map((one) => String(one % 100).padStart(2, '0')).join('');
}
