import { SystemClock } from '#service';
import { eventually } from '#testing';
import { DeadlineWheel } from './deadlines';

const clock = new SystemClock();

/** When deadlines of these delays came, after each other's start, in milliseconds after they were set. */
async function cameAfter(wheel: DeadlineWheel, delaysMs: readonly number[]): Promise<number[]> {
  const startedMs = clock.monotonicMs();
  const came: number[] = [];
  delaysMs.forEach((delayMs, index) => wheel.set(delayMs, () => (came[index] = clock.monotonicMs() - startedMs)));
  await eventually(() => expect(wheel.size).toBe(0), { everyMs: 5 });
  return came;
}

describe('the wheel of deadlines', () => {
  it('is never early, and late by far less than a second', async () => {
    const delays = [0, 1, 49, 50, 51, 120, 333, 500];
    const came = await cameAfter(new DeadlineWheel(clock), delays);
    delays.forEach((delayMs, index) => {
      expect(came[index]).toBeGreaterThanOrEqual(delayMs);
      expect(came[index]).toBeLessThan(delayMs + 900);
    });
  });

  it('goes on after it was idle', async () => {
    const wheel = new DeadlineWheel(clock);
    const rounds = [await cameAfter(wheel, [10]), await cameAfter(wheel, [10]), await cameAfter(wheel, [200])];
    expect(rounds.flat()).toHaveLength(3);
  });

  it('does not call what was cleared, and clears once', async () => {
    const wheel = new DeadlineWheel(clock);
    let calls = 0;
    const deadline = wheel.set(20, () => calls++);
    wheel.clear(deadline);
    wheel.clear(deadline);
    expect(wheel.size).toBe(0);
    await cameAfter(wheel, [120]);
    expect(calls).toBe(0);
  });

  it('goes on after everything was cleared', async () => {
    const wheel = new DeadlineWheel(clock);
    for (let rounds = 0; rounds < 5; rounds++) {
      wheel.clear(wheel.set(10_000, () => undefined));
      await cameAfter(wheel, [60]);
    }
    expect(wheel.size).toBe(0);
  });

  it('may be set again from what is due', async () => {
    const wheel = new DeadlineWheel(clock);
    let calls = 0;
    const again = (): void => {
      calls += 1;
      if (calls < 3) wheel.set(0, again);
    };
    wheel.set(0, again);
    await eventually(() => expect(calls).toBe(3));
  });
});
