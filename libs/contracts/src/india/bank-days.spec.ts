import { isBankHoliday } from './bank-days';
import { istDate } from './ist-date';

describe('banks', () => {
  it.each<[string, [number, number, number], boolean]>([
    ['a Monday', [2026, 11, 23], false],
    ['a Sunday', [2026, 11, 22], true],
    ['a first Saturday', [2026, 8, 1], false],
    ['a second Saturday', [2026, 8, 8], true],
    ['a third Saturday', [2026, 11, 21], false],
    ['a fourth Saturday', [2026, 11, 28], true],
    ['a fifth Saturday', [2026, 8, 29], false],
    ['Republic Day', [2026, 1, 26], true],
    ['the closing of accounts', [2026, 4, 1], true],
    ['Independence Day', [2026, 8, 15], true],
    ['Gandhi Jayanti', [2026, 10, 2], true],
  ])('%s', (_name, date, expected) => {
    expect(isBankHoliday(istDate(...date))).toBe(expected);
  });

  it('are closed on what a state adds', () => {
    const diwali = istDate(2026, 11, 9);
    expect(isBankHoliday(diwali)).toBe(false);
    expect(isBankHoliday(diwali, new Set([diwali]))).toBe(true);
  });
});
