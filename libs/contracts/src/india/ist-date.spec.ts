import fc from 'fast-check';
import { civilOf, endOfFinancialYear, financialYearOf, formatIstDate, istDate, istDateOf, startOfIstDate, weekdayOf } from './ist-date';

const at = (text: string): number => Date.parse(text);

describe('dates in India', () => {
  it.each([
    ['2026-01-31T18:29:59Z', '2026-01-31'],
    ['2026-01-31T18:30:00Z', '2026-02-01'],
    ['2026-01-31T19:00:00Z', '2026-02-01'],
    ['1970-01-01T00:00:00Z', '1970-01-01'],
  ])('%s is on %s', (instant, date) => {
    expect(formatIstDate(istDateOf(at(instant)))).toBe(date);
  });

  it('begin at 18:30 UTC of the day before', () => {
    expect(startOfIstDate(istDate(2026, 2, 1))).toBe(at('2026-01-31T18:30:00Z'));
  });

  it('take the last day of a month that is too short, and months beyond the year', () => {
    expect([istDate(2026, 2, 31), istDate(2028, 2, 30), istDate(2026, 14, 31), istDate(2026, 0, 31)].map(formatIstDate)).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2027-02-28',
      '2025-12-31',
    ]);
  });

  it('know their weekday', () => {
    expect(['2026-11-23', '2026-11-29', '1969-12-31'].map((date) => weekdayOf(at(`${date}T00:00:00Z`) / 86_400_000))).toEqual([1, 7, 3]);
  });

  it('(49) are in the financial year that begins in April', () => {
    expect([istDate(2026, 3, 31), istDate(2026, 4, 1), istDate(2099, 12, 31)].map(financialYearOf)).toEqual(['2526', '2627', '9900']);
    const ends = [istDate(2026, 3, 31), istDate(2026, 4, 1), istDate(2026, 12, 31)].map(endOfFinancialYear);
    expect(ends.map(formatIstDate)).toEqual(['2026-04-01', '2027-04-01', '2027-04-01']);
  });

  it('are made of their parts again', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 60_000 }), (date) => {
        const { year, month, day } = civilOf(date);
        expect(istDate(year, month, day)).toBe(date);
        expect(istDateOf(startOfIstDate(date))).toBe(date);
        expect(istDateOf(startOfIstDate(date) - 1)).toBe(date - 1);
      }),
    );
  });
});
