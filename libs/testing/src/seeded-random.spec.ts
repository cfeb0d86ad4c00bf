import { FixedClock } from './fixed-clock';
import { SeededRandom } from './seeded-random';

describe('SeededRandom', () => {
  it('gives the same bytes and ids for the same seed', () => {
    const draw = (seed: number): unknown[] => {
      const random = new SeededRandom(seed);
      return [[...random.bytes(8)], random.uuid(), random.uuid()];
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('makes version 7 UUIDs that sort in the order they were made', () => {
    const random = new SeededRandom(3);
    const ids = Array.from({ length: 50 }, () => random.uuid());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('FixedClock', () => {
  it('moves only on a call, in either direction', () => {
    const clock = new FixedClock(1_000);
    clock.advanceMs(500);
    clock.advanceMs(-200);
    expect(clock.nowMs()).toBe(1_300);
    expect(new FixedClock().nowMs()).toBe(Date.parse('2026-11-21T00:00:00Z'));
  });
});
