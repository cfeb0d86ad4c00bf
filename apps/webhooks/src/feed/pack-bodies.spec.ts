import fc from 'fast-check';
import { SeededRandom } from '#testing';
import { BODY_BYTES_MAX, feedEventOf, type FeedEvent } from './feed-event';
import { packed, unpacked } from './pack-bodies';
import { accountOf, eventMessage } from '../../test/event-messages';

const event = (position: number, description: string, account = 1): FeedEvent =>
  feedEventOf(eventMessage(position, position - 1, { accountId: accountOf(account), object: { description } }));

/** Every body as it is read back, in the order of the events. */
function readBack(events: readonly FeedEvent[]): (string | undefined)[] {
  const { packs, places } = packed(events, new SeededRandom());
  const read = packs.map(({ bytes }) => unpacked(bytes));
  return events.map((one) => read[places.get(one)!.pack]?.[places.get(one)!.at]);
}

describe('bodies in packs', () => {
  it('come back to the byte, whatever is in them and whosever they are', () => {
    const wanted = fc.record({ account: fc.integer({ min: 1, max: 4 }), description: fc.string({ unit: 'binary', maxLength: 400 }) });
    fc.assert(
      fc.property(fc.array(wanted, { minLength: 1, maxLength: 120 }), (all) => {
        const events = all.map(({ account, description }, index) => event(index + 1, description, account));
        expect(readBack(events)).toEqual(events.map(({ body }) => body));
      }),
      { numRuns: 60 },
    );
  });

  it('are as long as 64 kB together, and any length alone', () => {
    const long = event(1, 'é'.repeat(BODY_BYTES_MAX / 2 - 500));
    const events = [long, ...Array.from({ length: 100 }, (_, index) => event(index + 2, 'x'.repeat(1_500)))];
    const { packs } = packed(events, new SeededRandom());
    expect(packs.map(({ bodies }) => bodies.length)).toEqual([1, 31, 31, 31, 7]);
    expect(readBack(events)).toEqual(events.map(({ body }) => body));
  });

  it('of one account lie together, in their order', () => {
    const events = [1, 2, 1, 2, 1].map((account, index) => event(index + 1, '', account));
    const [pack] = packed(events, new SeededRandom()).packs;
    expect(pack?.bodies).toEqual([0, 2, 4, 1, 3].map((index) => events[index]?.body));
  });

  it('take a tenth of their bytes when they are of one object', () => {
    const description = 'Order 4711 of the shop, with two shirts and a pair of shoes. '.repeat(20);
    const [pack] = packed(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((position) => event(position, description)),
      new SeededRandom(),
    ).packs;
    expect(pack!.bytes.length).toBeLessThan(pack!.bodies.join().length / 10);
  });

  it('are kept as they are when compressing them brings nothing', () => {
    const one = event(1, '');
    expect(packed([one], new SeededRandom()).packs[0]?.bytes.toString()).toBe(one.body);
  });
});
