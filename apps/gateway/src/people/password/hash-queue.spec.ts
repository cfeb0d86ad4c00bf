import { HashQueue, HashQueueFullError } from './hash-queue';

/** Work that ends when the test says so. */
function heldWork() {
  const ends: (() => void)[] = [];
  const started = (): number => ends.length;
  const run = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
  return { run, started, end: () => ends.shift()?.() };
}

describe('the queue of hashes', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('runs two at a time, and the next when one has ended', async () => {
    const queue = new HashQueue();
    const held = heldWork();
    const runs = [1, 2, 3].map(() => queue.run(held.run));
    expect(held.started()).toBe(2);
    held.end();
    await runs[0];
    expect(held.started()).toBe(2);
    held.end();
    held.end();
    await Promise.all(runs);
  });

  it('refuses the one that would be the fifty-first to wait', async () => {
    const queue = new HashQueue();
    const held = heldWork();
    const waiting = Array.from({ length: 52 }, () => queue.run(held.run).catch(() => 'late'));
    await expect(queue.run(held.run)).rejects.toThrow(HashQueueFullError);
    jest.advanceTimersByTime(2_000);
    expect((await Promise.all(waiting.slice(2))).every((answer) => answer === 'late')).toBe(true);
  });

  it('gives up a place that came too late, and no other', async () => {
    const queue = new HashQueue();
    const held = heldWork();
    const first = [queue.run(held.run), queue.run(held.run)];
    const late = queue.run(held.run);
    jest.advanceTimersByTime(2_000);
    await expect(late).rejects.toThrow(HashQueueFullError);
    held.end();
    held.end();
    await Promise.all(first);
    const next = queue.run(async () => 'done');
    expect(await next).toBe('done');
  });

  it('frees the place of work that failed', async () => {
    const queue = new HashQueue();
    const failed = [1, 2, 3].map(() => queue.run(() => Promise.reject(new Error('no memory'))));
    await expect(Promise.allSettled(failed)).resolves.toHaveLength(3);
    expect(await queue.run(async () => 'done')).toBe('done');
  });
});
