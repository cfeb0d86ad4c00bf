import fc from 'fast-check';
import { Slots, type DeliveryClass } from './slots';

describe('slots', () => {
  it('are all for new events when there is nothing else', () => {
    expect(new Slots(256).budget()).toMatchObject({ total: 256, retries: 128, replays: 64 });
  });

  it('leave half to new events when retries take all they may, and three quarters to all but replays', () => {
    const slots = new Slots(8);
    for (let taken = 0; taken < 2; taken++) slots.take(2);
    expect(slots.budget()).toMatchObject({ total: 6, retries: 2, replays: 0 });
    for (let taken = 0; taken < 2; taken++) slots.take(1);
    expect(slots.budget()).toMatchObject({ total: 4, retries: 0, replays: 0 });
  });

  it('are free again when a request has ended', () => {
    const slots = new Slots(4);
    slots.take(0);
    slots.take(1);
    expect([slots.inFlight, slots.free]).toEqual([2, 2]);
    slots.release(1);
    expect(slots.budget()).toMatchObject({ total: 3, retries: 2, replays: 1 });
  });

  it('say when most of them are free', () => {
    const slots = new Slots(8);
    for (let taken = 0; taken < 2; taken++) slots.take(0);
    expect(slots.areMostlyFree).toBe(true);
    slots.take(0);
    expect(slots.areMostlyFree).toBe(false);
  });

  it('never allow more than there are, whatever was taken', () => {
    const taken = fc.array(fc.constantFrom<DeliveryClass>(0, 1, 2), { maxLength: 64 });
    const check = fc.property(fc.integer({ min: 4, max: 64 }), taken, (max, classes) => {
      const slots = new Slots(max);
      for (const deliveryClass of classes.slice(0, max)) slots.take(deliveryClass);
      const { total, retries, replays } = slots.budget();
      return total === slots.free && retries >= 0 && retries <= total && replays >= 0 && replays <= retries;
    });
    fc.assert(check);
  });

  it('put each class first in turn, new events most often', () => {
    const slots = new Slots(16);
    const favored = Array.from({ length: 8 }, () => slots.budget().favoredClass).toSorted();
    expect(favored).toEqual([0, 0, 0, 0, 0, 1, 1, 2]);
  });
});
