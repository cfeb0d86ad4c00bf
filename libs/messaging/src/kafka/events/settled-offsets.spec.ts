import fc from 'fast-check';
import { SettledOffsets } from './settled-offsets';

describe('settled offsets', () => {
  it('never pass a message that is open, whatever the order of settling', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 60 }), fc.infiniteStream(fc.nat()), (gaps, picks) => {
        const settled = new SettledOffsets(10n);
        let offset = 9n;
        const open = gaps.map((gap) => {
          offset += BigInt(gap);
          return { offset, ticket: settled.begin(offset) };
        });
        while (open.length > 0) {
          const [done] = open.splice(picks.next().value! % open.length, 1);
          settled.settle(done!.ticket);
          const firstOpen = open.reduce<bigint | undefined>(
            (low, entry) => (low === undefined || entry.offset < low ? entry.offset : low),
            undefined,
          );
          expect(settled.openCount).toBe(open.length);
          if (firstOpen === undefined) expect(settled.nextOffset).toBe(offset + 1n);
          else expect(settled.nextOffset).toBeLessThanOrEqual(firstOpen);
        }
      }),
    );
  });

  it('stay right over thousands of messages, and a ticket counts once', () => {
    const settled = new SettledOffsets(0n);
    for (let round = 0; round < 5_000; round++) {
      const first = settled.begin(BigInt(round * 2));
      const second = settled.begin(BigInt(round * 2 + 1));
      settled.settle(second);
      settled.settle(second);
      expect(settled.openCount).toBe(1);
      expect(settled.nextOffset).toBe(BigInt(round * 2));
      settled.settle(first);
      expect(settled.nextOffset).toBe(BigInt(round * 2 + 2));
    }
  });
});
