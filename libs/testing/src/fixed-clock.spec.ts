import { FixedClock } from './fixed-clock';

describe('the clock of the tests', () => {
  it('can be set back, and measures on as if nothing had happened', () => {
    const clock = new FixedClock(1_000);
    clock.advanceMs(500);
    clock.advanceMs(-1_200);
    clock.advanceMs(50);
    expect({ now: clock.nowMs(), elapsed: clock.monotonicMs() }).toEqual({ now: 350, elapsed: 550 });
  });
});
