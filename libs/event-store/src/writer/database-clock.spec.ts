import { FixedClock } from '#testing';
import { DatabaseClock } from './database-clock';

describe('what is known of the clock of the database', () => {
  const HOUR_MS = 3_600_000;
  let clock: FixedClock;
  let known: DatabaseClock;
  beforeEach(() => {
    clock = new FixedClock();
    known = new DatabaseClock(clock);
  });
  /** An answer that takes so long, with the clock of the database read in the middle of it. */
  const ask = (aheadMs: number, tookMs: number): void => {
    const askedAtMs = clock.monotonicMs();
    clock.advanceMs(tookMs / 2);
    const databaseMs = clock.nowMs() + aheadMs;
    clock.advanceMs(tookMs / 2);
    known.received(databaseMs, askedAtMs);
  };

  it('is the clock of the process before the first answer', () => {
    expect(known.nowMs()).toBe(clock.nowMs());
    expect(known.skewMs).toBe(0);
  });

  it.each([HOUR_MS, -HOUR_MS])('is %d ms apart to within the time of the quickest answer', (aheadMs) => {
    ask(aheadMs, 10);
    ask(aheadMs, 8_000);
    expect(Math.abs(known.skewMs - aheadMs)).toBeLessThanOrEqual(5);
    const deadlineAtMs = clock.nowMs() + 30_000;
    expect(Math.abs(known.toDatabase(deadlineAtMs) - deadlineAtMs - aheadMs)).toBeLessThanOrEqual(5);
  });

  it('never calls a deadline later than it is, before a quick answer came', () => {
    ask(HOUR_MS, 8_000);
    expect(known.toDatabase(clock.nowMs())).toBeLessThanOrEqual(clock.nowMs() + HOUR_MS);
  });

  it('follows a database whose clock was set', () => {
    ask(0, 10);
    ask(-HOUR_MS, 10);
    expect(Math.abs(known.skewMs + HOUR_MS)).toBeLessThanOrEqual(10);
  });

  it('stays where it is when the clock of the process is set', () => {
    ask(0, 10);
    const before = known.nowMs();
    clock.advanceMs(-HOUR_MS);
    expect(known.nowMs()).toBe(before);
    expect(known.skewMs).toBeGreaterThanOrEqual(HOUR_MS - 5);
  });
});
