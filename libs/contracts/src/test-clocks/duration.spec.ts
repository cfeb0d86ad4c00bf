import { parseDuration } from './duration';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('a duration', () => {
  it.each([
    ['P2D', { months: 0, ms: 2 * DAY_MS }],
    ['P1M', { months: 1, ms: 0 }],
    ['P1Y2M', { months: 14, ms: 0 }],
    ['P1W', { months: 0, ms: 7 * DAY_MS }],
    ['PT36H', { months: 0, ms: 36 * HOUR_MS }],
    ['PT1M', { months: 0, ms: 60_000 }],
    ['P1MT1M', { months: 1, ms: 60_000 }],
    ['P1Y2M3W4DT5H6M7S', { months: 14, ms: 25 * DAY_MS + 5 * HOUR_MS + 6 * 60_000 + 7_000 }],
  ])('is read from %s', (text, expected) => {
    expect(parseDuration(text)).toEqual(expected);
  });

  it.each(['', 'P', 'PT', 'P1DT', '2D', 'P1.5D', 'P-1D', 'P1H', 'PT1D', 'p1d', 'P1D ', 'P1D1M'])('is not %p', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
