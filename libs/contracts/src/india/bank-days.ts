import { civilOf, weekdayOf, type IstDate } from './ist-date';

const SATURDAY = 6;
const SUNDAY = 7;

/** Month and day on which every bank in India is closed: Republic Day, the closing of accounts, Independence Day, Gandhi Jayanti. */
const CLOSED_DAYS: readonly (readonly [month: number, day: number])[] = [
  [1, 26],
  [4, 1],
  [8, 15],
  [10, 2],
];

/**
 * Whether banks are closed on a date: Sundays, the second and fourth Saturday of a month (notification of the Ministry of Finance of
 * 20 August 2015), national holidays, and what is added.
 *
 * @param further the holidays of a state, which the Reserve Bank publishes each year.
 */
export function isBankHoliday(date: IstDate, further: ReadonlySet<IstDate> = NONE): boolean {
  const weekday = weekdayOf(date);
  const { month, day } = civilOf(date);
  const isClosedSaturday = weekday === SATURDAY && (nthOfMonth(day) === 2 || nthOfMonth(day) === 4);
  return weekday === SUNDAY || isClosedSaturday || isClosedDay(month, day) || further.has(date);
}

const NONE: ReadonlySet<IstDate> = new Set();

function nthOfMonth(day: number): number {
  return Math.ceil(day / 7);
}

function isClosedDay(month: number, day: number): boolean {
  return CLOSED_DAYS.some(([closedMonth, closedDay]) => month === closedMonth && day === closedDay);
}
