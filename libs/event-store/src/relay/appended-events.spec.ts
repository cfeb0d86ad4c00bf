import type { ProjectedEvent } from '../projection/projection';
import { AppendedEvents } from './appended-events';

const at = (...positions: number[]): ProjectedEvent[] =>
  positions.map((position) => ({ event: { position: BigInt(position) }, before: null, after: {} }) as unknown as ProjectedEvent);
const numbers = (events: readonly ProjectedEvent[]): number[] => events.map(({ event }) => Number(event.position));

describe('events a writer has just appended', () => {
  it('are given to the reader that has everything before them, once and in order', () => {
    const appended = new AppendedEvents();
    appended.offer(3, at(5, 6));
    appended.offer(3, at(7));
    expect(numbers(appended.take(3, 4n, 10))).toEqual([5, 6, 7]);
    expect(appended.take(3, 4n, 10)).toEqual([]);
    expect(appended.take(4, 0n, 10)).toEqual([]);
  });

  it('are not given to a reader that misses one before them', () => {
    const appended = new AppendedEvents();
    appended.offer(3, at(5, 6));
    expect(appended.take(3, 3n, 10)).toEqual([]);
    expect(numbers(appended.take(3, 4n, 10))).toEqual([5, 6]);
  });

  it('skip what the reader has read elsewhere', () => {
    const appended = new AppendedEvents();
    appended.offer(3, at(5, 6, 7));
    expect(numbers(appended.take(3, 6n, 10))).toEqual([7]);
    appended.offer(3, at(8));
    expect(appended.take(3, 9n, 10)).toEqual([]);
    expect(numbers(appended.take(3, 7n, 10))).toEqual([]);
  });

  it('stop at the limit', () => {
    const appended = new AppendedEvents();
    appended.offer(3, at(1, 2, 3));
    expect(numbers(appended.take(3, 0n, 2))).toEqual([1, 2]);
    expect(numbers(appended.take(3, 2n, 10))).toEqual([3]);
  });

  it.each([
    ['behind a hole', [1, 2, 4]],
    ['in another order than they stand in the log', [1, 2, 4, 3]],
  ])('are left to the log when some came %s: no other wake-up would fetch those', (_, came) => {
    const appended = new AppendedEvents();
    for (const position of came) appended.offer(3, at(position));
    expect(appended.take(3, 0n, 10)).toEqual([]);
    expect(appended.take(3, 3n, 10)).toEqual([]);
  });

  it('are bounded: the shard that finds no room is left to the log, the others stay', () => {
    const appended = new AppendedEvents(4);
    appended.offer(1, at(1, 2));
    appended.offer(2, at(1, 2));
    appended.offer(2, at(3));
    expect(appended.take(2, 0n, 10)).toEqual([]);
    expect(numbers(appended.take(1, 0n, 10))).toEqual([1, 2]);
    appended.offer(2, at(4, 5, 6, 7));
    expect(numbers(appended.take(2, 3n, 10))).toEqual([4, 5, 6, 7]);
  });

  it('are forgotten when the shard changes hands', () => {
    const appended = new AppendedEvents();
    appended.offer(1, at(1, 2));
    appended.forget(1);
    expect(appended.take(1, 0n, 10)).toEqual([]);
  });
});
