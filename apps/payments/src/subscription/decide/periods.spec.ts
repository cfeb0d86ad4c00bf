import { formatIstDate, istDate, istDateOf, type Interval, type IstDate } from '#contracts';
import fc from 'fast-check';
import { anchorFor, boundaryAt, partialPeriodFrom, periodAt } from './periods';

const date = (text: string): IstDate => istDateOf(Date.parse(`${text}T00:00:00Z`));
const MONTHLY: Interval = { unit: 'month', count: 1 };
const YEARLY: Interval = { unit: 'year', count: 1 };
const QUARTERLY: Interval = { unit: 'month', count: 3 };

function boundaries(start: string, interval: Interval, count: number): string[] {
  const anchor = anchorFor(date(start), interval, null);
  return Array.from({ length: count }, (_, index) => formatIstDate(boundaryAt(anchor, interval, index)));
}

describe('(7) the boundaries of a subscription', () => {
  it.each<[string, Interval, string[]]>([
    ['2026-01-31', MONTHLY, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31']],
    ['2028-01-30', MONTHLY, ['2028-01-30', '2028-02-29', '2028-03-30', '2028-04-30']],
    // Kill Bill, issue 127: the third invoice was missing.
    ['2017-01-31', MONTHLY, ['2017-01-31', '2017-02-28', '2017-03-31', '2017-04-30']],
    ['2028-02-29', YEARLY, ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['2026-11-30', QUARTERLY, ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30', '2028-02-29']],
    [
      '2016-04-08',
      { unit: 'day', count: 30 },
      ['2016-04-08', '2016-05-08', '2016-06-07', '2016-07-07', '2016-08-06', '2016-09-05', '2016-10-05', '2016-11-04'],
    ],
    ['2026-11-25', { unit: 'week', count: 2 }, ['2026-11-25', '2026-12-09', '2026-12-23']],
  ])('from %s, %j', (start, interval, expected) => {
    expect(boundaries(start, interval, expected.length)).toEqual(expected);
  });
});

describe('(7) the first boundary on a chosen day', () => {
  it.each<[string, Interval, number, string]>([
    ['2012-01-16', MONTHLY, 17, '2012-01-17'],
    ['2012-02-16', MONTHLY, 30, '2012-02-29'],
    ['2012-01-31', MONTHLY, 30, '2012-02-29'],
    ['2012-02-16', MONTHLY, 14, '2012-03-14'],
    ['2012-03-03', MONTHLY, 3, '2012-03-03'],
    ['2012-04-30', MONTHLY, 31, '2012-04-30'],
    ['2026-12-31', MONTHLY, 1, '2027-01-01'],
    ['2026-11-25', { unit: 'week', count: 1 }, 3, '2026-11-25'],
    ['2026-11-25', { unit: 'week', count: 1 }, 1, '2026-11-30'],
  ])('from %s, %j, day %i is %s', (start, interval, day, expected) => {
    expect(formatIstDate(anchorFor(date(start), interval, day).date)).toBe(expected);
  });

  it('keeps the day that is meant: a period that begins on 30 April for day 31 ends on 31 May', () => {
    const anchor = anchorFor(date('2012-04-30'), MONTHLY, 31);
    expect([1, 2, 10].map((index) => formatIstDate(boundaryAt(anchor, MONTHLY, index)))).toEqual([
      '2012-05-31',
      '2012-06-30',
      '2013-02-28',
    ]);
  });
});

describe('(7) an incomplete period', () => {
  it.each<[string, Interval, number, string]>([
    ['2011-01-31', MONTHLY, 7, '7/31'],
    ['2011-03-07', MONTHLY, 15, '8/28'],
    ['2011-03-10', MONTHLY, 15, '5/28'],
    ['2011-02-14', MONTHLY, 27, '13/31'],
    // Kill Bill has 14/31: the period from 31 January to 28 February has 28 days.
    ['2011-02-14', MONTHLY, 31, '14/28'],
    ['2026-01-20', MONTHLY, 1, '12/31'],
    ['2026-06-20', MONTHLY, 1, '11/30'],
  ])('from %s, %j, day %i is %s of the whole', (start, interval, day, expected) => {
    const part = partialPeriodFrom(anchorFor(date(start), interval, day), interval, date(start));
    expect(`${part?.days}/${part?.ofDays}`).toBe(expected);
  });

  it('is there only between two boundaries', () => {
    expect(partialPeriodFrom(anchorFor(date('2012-04-30'), MONTHLY, 31), MONTHLY, date('2012-04-30'))).toBeNull();
  });

  it('(12) ends at the next anniversary of a yearly subscription that was paused, not after a month', () => {
    const anchor = anchorFor(date('2011-03-02'), YEARLY, null);
    const part = partialPeriodFrom(anchor, YEARLY, date('2012-04-12'));
    expect([formatIstDate(part!.to), part?.days, part?.ofDays]).toEqual(['2013-03-02', 324, 365]);
  });
});

describe('(9) periods', () => {
  const intervals = fc.oneof(
    fc.record({ unit: fc.constant('day' as const), count: fc.integer({ min: 1, max: 365 }) }),
    fc.record({ unit: fc.constant('week' as const), count: fc.integer({ min: 1, max: 52 }) }),
    fc.record({ unit: fc.constant('month' as const), count: fc.integer({ min: 1, max: 36 }) }),
    fc.record({ unit: fc.constant('year' as const), count: fc.integer({ min: 1, max: 5 }) }),
  );
  const dates = fc.integer({ min: istDate(2000, 1, 1), max: istDate(2099, 12, 31) });

  it('cover every date once, without overlap and without a hole', () => {
    fc.assert(
      fc.property(dates, intervals, fc.integer({ min: 1, max: 31 }), dates, (start, interval, day, someDate) => {
        const anchor = anchorFor(start, interval, interval.unit === 'week' ? 1 + (day % 7) : day);
        const period = periodAt(anchor, interval, someDate);
        expect(period.from <= someDate && someDate < period.to).toBe(true);
        expect(periodAt(anchor, interval, period.to).from).toBe(period.to);
        expect(boundaryAt(anchor, interval, period.index)).toBe(period.from);
      }),
    );
  });

  it('begin on the chosen day, or on the last day of a month that has none', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 60 }), (start, day, index) => {
        const boundary = boundaryAt(anchorFor(start, MONTHLY, day), MONTHLY, index);
        const text = formatIstDate(boundary);
        const isLastOfMonth = formatIstDate(boundary + 1).endsWith('-01');
        expect(Number(text.slice(8)) === day || (isLastOfMonth && Number(text.slice(8)) < day)).toBe(true);
      }),
    );
  });
});
