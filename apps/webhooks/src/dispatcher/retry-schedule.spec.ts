import fc from 'fast-check';
import { attemptsMax, internalDelayMs, retryDelayMs } from './retry-schedule';

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

describe('the retry table', () => {
  it('tries 14 times within three days in live mode, and 4 times within about an hour in test mode', () => {
    const spanMs = (livemode: boolean): number => {
      const delays = Array.from({ length: attemptsMax(livemode) - 1 }, (_, index) => retryDelayMs(index + 1, livemode, 0.5, null) ?? 0);
      return delays.reduce((sum, delayMs) => sum + delayMs, 0);
    };
    expect([attemptsMax(true), attemptsMax(false)]).toEqual([14, 4]);
    expect(spanMs(true)).toBe(71 * HOUR_MS + 42 * 60 * SECOND_MS + 35 * SECOND_MS);
    expect(spanMs(false)).toBe(HOUR_MS + 5 * 60 * SECOND_MS + 5 * SECOND_MS);
  });

  it('has no delay after the last attempt', () => {
    expect(retryDelayMs(14, true, 0.5, 60)).toBeNull();
    expect(retryDelayMs(4, false, 0.5, null)).toBeNull();
  });

  it('spreads every delay over 0.9 to 1.1 of the table', () => {
    const check = fc.property(fc.integer({ min: 1, max: 13 }), unit, (attempt, drawn) => {
      const exact = retryDelayMs(attempt, true, 0.5, null) ?? 0;
      const delayMs = retryDelayMs(attempt, true, drawn, null) ?? 0;
      return delayMs >= Math.floor(0.9 * exact) && delayMs <= Math.ceil(1.1 * exact);
    });
    fc.assert(check);
  });

  it('is never earlier than the receiver asked for, whatever is drawn', () => {
    const check = fc.property(fc.integer({ min: 1, max: 13 }), unit, fc.integer({ min: 0, max: 21_600 }), (attempt, drawn, retryAfterS) => {
      return (retryDelayMs(attempt, true, drawn, retryAfterS) ?? 0) >= retryAfterS * SECOND_MS;
    });
    fc.assert(check);
  });

  it('puts a fault of ours off by about ten seconds', () => {
    fc.assert(fc.property(unit, (drawn) => internalDelayMs(drawn) >= 9_000 && internalDelayMs(drawn) <= 11_000));
  });
});
