import { civilOf, istDate, weekdayOf, type Interval, type IstDate } from '#contracts';

/** What every boundary of a subscription is computed from, never the boundary before it: 31 Jan, 28 Feb, 31 Mar. */
export interface Anchor {
  date: IstDate;
  /** The day of the month that is meant, 1 to 31: later than that of `date` where its month was too short. Of days and weeks unused. */
  day: number;
}

/** Whole dates in India, the end not included. */
export interface Period {
  from: IstDate;
  to: IstDate;
}

/** A piece of a period, and how long the whole of it is. */
export interface PartialPeriod extends Period {
  days: number;
  ofDays: number;
}

const DAYS = { day: 1, week: 7 } as const;
const MONTHS = { month: 1, year: 12 } as const;

/** Where period `index` begins: 0 at the anchor. @param index any integer; those below zero lie before the anchor. */
export function boundaryAt({ date, day }: Anchor, { unit, count }: Interval, index: number): IstDate {
  if (unit === 'day' || unit === 'week') return date + index * count * DAYS[unit];
  const { year, month } = civilOf(date);
  return istDate(year, month + index * count * MONTHS[unit], day);
}

/** The period that a date lies in, with its index. */
export function periodAt(anchor: Anchor, interval: Interval, date: IstDate): Period & { index: number } {
  let index = estimateOf(anchor, interval, date);
  // Months differ in length: the estimate is at most one too high.
  if (boundaryAt(anchor, interval, index) > date) index -= 1;
  return { index, from: boundaryAt(anchor, interval, index), to: boundaryAt(anchor, interval, index + 1) };
}

function estimateOf(anchor: Anchor, { unit, count }: Interval, date: IstDate): number {
  if (unit === 'day' || unit === 'week') return Math.floor((date - anchor.date) / (count * DAYS[unit]));
  const [first, last] = [civilOf(anchor.date), civilOf(date)];
  return Math.floor(((last.year - first.year) * 12 + last.month - first.month) / (count * MONTHS[unit]));
}

/**
 * The anchor of a subscription whose first paid date is `start`.
 *
 * @param day 1 to 7 of a week, Monday first, or 1 to 31 of a month; null for that of `start`. With days there is none.
 */
export function anchorFor(start: IstDate, { unit }: Interval, day: number | null): Anchor {
  const { year, month, day: own } = civilOf(start);
  if (day === null || unit === 'day') return { date: start, day: own };
  if (unit === 'week') return { date: start + ((day - weekdayOf(start) + 7) % 7), day };
  const inMonth = istDate(year, month, day);
  return { date: inMonth >= start ? inMonth : istDate(year, month + 1, day), day };
}

/**
 * What lies between `start` and the next boundary when `start` is none itself: it costs its share of the period that it is cut from.
 * Null when a full period begins at `start`.
 */
export function partialPeriodFrom(anchor: Anchor, interval: Interval, start: IstDate): PartialPeriod | null {
  const { from, to } = periodAt(anchor, interval, start);
  return from === start ? null : { from: start, to, days: to - start, ofDays: to - from };
}
