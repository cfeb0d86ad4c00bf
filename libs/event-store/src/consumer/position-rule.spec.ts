import fc from 'fast-check';
import type { EventMessage } from '#contracts';
import { followPositions } from './position-rule';

function message(position: number, prev: number): EventMessage {
  const cloudEvent = {
    id: `evt_${position}`,
    source: 'hundi/payments',
    type: 'payment.captured',
    subject: 'pay_1',
    time: '2026-11-21T00:00:00Z',
  };
  return { key: 'pay_1', shard: 3, position: BigInt(position), prev: BigInt(prev), cloudEvent, value: '{}' };
}

/** A log of a shard whose internal events leave holes in the public positions. */
const LOG = [message(2, 0), message(3, 2), message(7, 3), message(8, 7), message(20, 8)];

describe('the position rule', () => {
  it('applies what follows and moves the mark to the last of it', () => {
    expect(followPositions(0n, LOG.slice(0, 3))).toEqual({ fresh: LOG.slice(0, 3), mark: 7n, gapAt: null });
  });

  it('drops what was applied before', () => {
    expect(followPositions(7n, LOG)).toEqual({ fresh: LOG.slice(3), mark: 20n, gapAt: null });
  });

  it('drops everything and keeps the mark when nothing is new', () => {
    expect(followPositions(20n, LOG)).toEqual({ fresh: [], mark: 20n, gapAt: null });
  });

  it('stops before a hole and applies nothing behind it', () => {
    expect(followPositions(2n, [LOG[1]!, LOG[3]!, LOG[4]!])).toEqual({ fresh: [LOG[1]], mark: 3n, gapAt: LOG[3] });
  });

  it('notices a missing beginning', () => {
    expect(followPositions(0n, LOG.slice(1))).toEqual({ fresh: [], mark: 0n, gapAt: LOG[1] });
  });

  it('applies each message once and in order however often and in whatever chunks the log is delivered', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(LOG.length), fc.nat(LOG.length)), { maxLength: 30 }), (chunks) => {
        let mark = 0n;
        const applied: EventMessage[] = [];
        for (const [from, to] of [...chunks, [0, LOG.length] as const]) {
          const verdict = followPositions(mark, LOG.slice(from, to));
          applied.push(...verdict.fresh);
          mark = verdict.mark;
        }
        expect(applied).toEqual(LOG);
      }),
    );
  });
});
