import { shardOfId } from '#contracts';
import { SeededRandom } from '#testing';
import { EventIds } from './event-ids';

const NOW_MS = 1_795_219_200_000;

describe('ids of events', () => {
  it('sort in the order in which they were made: in one millisecond, in later ones, and when the clock goes back', () => {
    const ids = new EventIds(new SeededRandom());
    const times = [...Array.from({ length: 500 }, () => NOW_MS), NOW_MS + 1, NOW_MS - 60_000, NOW_MS - 60_000, NOW_MS + 2];
    const made = times.map((atMs) => ids.next(7, atMs));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(times.length);
    expect(made.map((id) => shardOfId('event', id))).toEqual(times.map(() => 7));
  });

  it('sort beyond what one millisecond can count', () => {
    const ids = new EventIds(new SeededRandom());
    let last = '';
    for (let count = 0; count < 240_000; count++) {
      const id = ids.next(0, NOW_MS);
      if (id <= last) throw new Error(`${id} after ${last}`);
      last = id;
    }
  });
});
