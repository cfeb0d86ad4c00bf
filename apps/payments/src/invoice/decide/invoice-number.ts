import { financialYearOf, type IstDate } from '#contracts';

/** Characters of a number, at most, and how many of them the running number has at least (CGST Rules, rule 46(b)). */
const LENGTH_MAX = 16;
const DIGITS_MIN = 6;

/** The prefix of a number; empty for a document without one, which is in a series of its own. */
export function prefixOf(number: string | null): string {
  return number?.split('/')[0] ?? '';
}

/**
 * The number of a document: `INV/2627/000001`. Consecutive and unique within a financial year, at most sixteen of `A-Z`, `0-9`, `/`
 * and `-` (CGST Rules, rule 46(b)).
 *
 * @param prefix 1 to 4 of `A-Z` and `0-9`. @param date of the document. @param count from 1.
 * @returns null when the series is used up.
 */
export function documentNumber(prefix: string, date: IstDate, count: number): string | null {
  const number = `${prefix}/${financialYearOf(date)}/${String(count).padStart(DIGITS_MIN, '0')}`;
  return number.length <= LENGTH_MAX ? number : null;
}
