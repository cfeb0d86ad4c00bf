import type { Clock } from '#contracts';
import { ConcurrencyLimiter } from './concurrency-limiter';
import { RateLimiter } from './rate-limiter';

class StoppedClock implements Clock {
  ms = 1_000_000;
  /** Whatever is done to the wall clock. */
  nowMs(): number {
    return Number.NaN;
  }
  monotonicMs(): number {
    return this.ms;
  }
}

describe('rate limit', () => {
  it('lets twice the rate through at once and refuses the next', () => {
    const limiter = new RateLimiter(new StoppedClock());
    const verdicts = Array.from({ length: 51 }, () => limiter.take('account', 25));
    expect(verdicts.filter((verdict) => verdict.isAllowed)).toHaveLength(50);
    expect(verdicts[50]).toEqual({ isAllowed: false, limit: 50, remaining: 0, resetSeconds: 2 });
  });

  it('lets exactly the rate through in the long run', () => {
    const clock = new StoppedClock();
    const limiter = new RateLimiter(clock);
    let allowed = 0;
    for (let ms = 0; ms < 10_000; ms++) {
      if (limiter.take('account', 25).isAllowed) allowed++;
      clock.ms++;
    }
    expect(allowed).toBe(50 + 249);
  });

  it('counts each key for itself', () => {
    const limiter = new RateLimiter(new StoppedClock());
    for (let index = 0; index < 4; index++) limiter.take('first', 1);
    expect(limiter.take('first', 1).isAllowed).toBe(false);
    expect(limiter.take('second', 1).isAllowed).toBe(true);
  });

  it('gives nothing away when the clock steps back', () => {
    const clock = new StoppedClock();
    const limiter = new RateLimiter(clock);
    limiter.take('account', 1);
    limiter.take('account', 1);
    clock.ms -= 60_000;
    expect(limiter.take('account', 1).isAllowed).toBe(false);
  });
});

describe('concurrency limit', () => {
  it('refuses above the limit and lets in again after one has left', () => {
    const limiter = new ConcurrencyLimiter(2);
    expect([limiter.enter('a'), limiter.enter('a'), limiter.enter('a'), limiter.enter('b')]).toEqual([true, true, false, true]);
    limiter.leave('a');
    expect(limiter.enter('a')).toBe(true);
    expect(limiter.enter('a')).toBe(false);
  });
});
