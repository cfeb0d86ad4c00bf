import { WakeableLoop, type WakeableLoopParts } from './wakeable-loop';

interface Run {
  end(): void;
  fail(error: Error): void;
}

describe('a loop that can be signalled', () => {
  let runs: Run[];
  let errors: unknown[];
  const work = (): Promise<void> => new Promise((end, fail) => runs.push({ end, fail }));
  const make = (parts: Partial<WakeableLoopParts> = {}): WakeableLoop =>
    new WakeableLoop({ run: work, onError: (error) => errors.push(error), ...parts });
  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    [runs, errors] = [[], []];
  });
  afterEach(() => jest.useRealTimers());

  it('runs before wake returns, without a timer', () => {
    const loop = make();
    loop.wake();
    expect([runs.length, loop.isRunning, jest.getTimerCount()]).toEqual([1, true, 0]);
  });

  it('runs once more when it was signalled any number of times during a run', async () => {
    const loop = make();
    loop.wake();
    expect(loop.isSignalled).toBe(false);
    for (let times = 0; times < 3; times++) loop.wake();
    expect([runs.length, loop.isSignalled]).toEqual([1, true]);
    runs[0]?.end();
    await pass(0);
    expect([runs.length, loop.isSignalled]).toEqual([2, false]);
    runs[1]?.end();
    await pass(60_000);
    expect([runs.length, loop.isRunning]).toEqual([2, false]);
  });

  it('follows a run that woke it by a second one, and not by two at once', async () => {
    let begun = 0;
    let underWay = 0;
    let together = 0;
    const loop: WakeableLoop = make({
      run: async () => {
        together = Math.max(together, ++underWay);
        if (++begun === 1) loop.wake();
        await pass(0);
        underWay--;
      },
    });
    loop.wake();
    await loop.idle();
    expect([begun, together]).toEqual([2, 1]);
  });

  it('runs again so long after the end of a run, or earlier when signalled', async () => {
    const loop = make({ everyMs: 500 });
    loop.wake();
    await pass(2_000);
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await pass(499);
    expect(runs).toHaveLength(1);
    await pass(1);
    expect(runs).toHaveLength(2);
    runs[1]?.end();
    await pass(100);
    loop.wake();
    expect([runs.length, jest.getTimerCount()]).toEqual([3, 0]);
  });

  it('waits once before the first run when it is started and not signalled', async () => {
    make({ everyMs: 500 }).start();
    await pass(499);
    expect(runs).toHaveLength(0);
    await pass(1);
    expect(runs).toHaveLength(1);
  });

  it('asks at the end of each run when the next one is due, and runs earlier when something comes up', async () => {
    let everyMs = 500;
    const loop = make({ everyMs: () => everyMs });
    loop.wake();
    everyMs = 5_000;
    runs[0]?.end();
    await pass(4_999);
    expect(runs).toHaveLength(1);
    await pass(1);
    expect(runs).toHaveLength(2);
    runs[1]?.end();
    await pass(100);
    loop.wakeWithin(500);
    await pass(500);
    expect([runs.length, jest.getTimerCount()]).toEqual([3, 0]);
  });

  it('runs at the earlier of two times', async () => {
    const loop = make({ everyMs: 500 });
    loop.start();
    loop.wakeWithin(50);
    loop.wakeWithin(200);
    await pass(49);
    expect([runs.length, jest.getTimerCount()]).toEqual([0, 1]);
    await pass(1);
    expect([runs.length, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it('takes the time that a run asks for instead of its own', async () => {
    const loop: WakeableLoop = make({
      everyMs: 500,
      run: () => {
        loop.wakeWithin(50);
        return work();
      },
    });
    loop.wake();
    runs[0]?.end();
    await pass(49);
    expect(runs).toHaveLength(1);
    await pass(1);
    expect(runs).toHaveLength(2);
  });

  it('reports an error and goes on: at once when it was signalled, else after its time', async () => {
    const loop = make({ everyMs: 500 });
    loop.wake();
    loop.wake();
    runs[0]?.fail(new Error('first'));
    await pass(0);
    expect([errors, runs.length]).toEqual([[new Error('first')], 2]);
    runs[1]?.fail(new Error('second'));
    await pass(499);
    expect([errors.length, runs.length]).toEqual([2, 2]);
    await pass(1);
    expect(runs).toHaveLength(3);
  });

  it('stops after the run under way, and begins no other', async () => {
    const loop = make({ everyMs: 500 });
    loop.wake();
    loop.wake();
    const order: string[] = [];
    const stopped = loop.stop().then(() => order.push('stopped'));
    await pass(1_000);
    order.push('ended');
    runs[0]?.end();
    await stopped;
    loop.wake();
    loop.wakeWithin(1);
    await pass(1_000);
    expect([order, runs.length, jest.getTimerCount()]).toEqual([['ended', 'stopped'], 1, 0]);
  });

  it('stops at once while it waits', async () => {
    const loop = make({ everyMs: 500 });
    loop.start();
    await loop.stop();
    expect([runs.length, jest.getTimerCount()]).toEqual([0, 0]);
  });

  it('is idle when the last run has ended', async () => {
    const loop = make();
    await loop.idle();
    loop.wake();
    loop.wake();
    let isIdle = false;
    void loop.idle().then(() => (isIdle = true));
    runs[0]?.end();
    await pass(0);
    expect(isIdle).toBe(false);
    runs[1]?.end();
    await pass(0);
    expect(isIdle).toBe(true);
  });
});

describe('the timer of a loop', () => {
  it.each([
    [true, false],
    [false, true],
  ])('with unref %s keeps the process alive: %s', async (unref, isKept) => {
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const loop = new WakeableLoop({ run: () => Promise.resolve(), everyMs: 60_000, unref });
    loop.start();
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length - before).toBe(isKept ? 1 : 0);
    await loop.stop();
  });
});
