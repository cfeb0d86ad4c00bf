import fc from 'fast-check';
import type { EventMessage } from '#contracts';
import { FIRST_MARK, followPositions, type Mark } from './position-rule';

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

function at(position: bigint): Mark {
  return { position, epoch: 0n };
}

/** A log of a shard whose internal events leave holes in the public positions. */
const LOG = [message(2, 0), message(3, 2), message(7, 3), message(8, 7), message(20, 8)];

describe('the position rule', () => {
  it('applies what follows and moves the mark to the last of it', () => {
    expect(followPositions(at(0n), LOG.slice(0, 3))).toEqual({ fresh: LOG.slice(0, 3), mark: at(7n), gapAt: null, restoredAt: null });
  });

  it('drops what was applied before', () => {
    expect(followPositions(at(7n), LOG)).toEqual({ fresh: LOG.slice(3), mark: at(20n), gapAt: null, restoredAt: null });
  });

  it('drops everything and keeps the mark when nothing is new', () => {
    expect(followPositions(at(20n), LOG)).toEqual({ fresh: [], mark: at(20n), gapAt: null, restoredAt: null });
  });

  it('stops before a hole and applies nothing behind it', () => {
    expect(followPositions(at(2n), [LOG[1]!, LOG[3]!, LOG[4]!])).toEqual({
      fresh: [LOG[1]],
      mark: at(3n),
      gapAt: LOG[3],
      restoredAt: null,
    });
  });

  it('notices a missing beginning', () => {
    expect(followPositions(at(0n), LOG.slice(1))).toEqual({ fresh: [], mark: at(0n), gapAt: LOG[1], restoredAt: null });
  });

  it('applies each message once and in order however often and in whatever chunks the log is delivered', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(LOG.length), fc.nat(LOG.length)), { maxLength: 30 }), (chunks) => {
        let mark = FIRST_MARK;
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

/** Events of one shard as they are published; each as `epoch/position`. */
interface StoredEvent {
  epoch: bigint;
  position: bigint;
}

/** What happens to a log: events are stored, or it is restored to so many events before its end, or fails over with nothing lost. */
type Fate = { stored: number } | { lost: number };

/** A log that is restored now and then, with the epochs that it knows itself. */
class RestoredLog {
  events: StoredEvent[] = [];
  private epochs = [{ epoch: 1n, start: 0n }];
  private newest = 1n;

  happen(fate: Fate): void {
    if ('lost' in fate) return this.restore(fate.lost);
    for (let count = 0; count < fate.stored; count++)
      this.events.push({ epoch: this.epochs.at(-1)!.epoch, position: BigInt(this.events.length + 1) });
  }

  /** What the relay publishes, all of it. */
  messages(): EventMessage[] {
    return this.events.map(({ position }) => {
      const { epoch: id, start } = this.epochs.findLast((epoch) => epoch.start < position)!;
      const ofPrev = this.events[Number(position) - 2]?.epoch ?? 0n;
      return { ...message(Number(position), Number(position) - 1), epoch: { id, start, ofPrev } };
    });
  }

  private restore(lost: number): void {
    this.events = this.events.slice(0, Math.max(0, this.events.length - lost));
    const start = BigInt(this.events.length);
    // An epoch that began after the moment restored to is not known any more.
    this.epochs = [...this.epochs.filter((epoch) => epoch.start <= start), { epoch: ++this.newest, start }];
  }
}

const nameOf = (event: StoredEvent): string => `${event.epoch}/${event.position}`;

describe('the position rule over a log that is restored', () => {
  const fate: fc.Arbitrary<Fate> = fc.oneof(
    fc.record({ stored: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ lost: fc.integer({ min: 0, max: 6 }) }),
  );

  it('stops before an event that was given the position of another one that was applied', () => {
    const before = { ...message(8, 7), epoch: { id: 1n, start: 0n, ofPrev: 1n } };
    const again = { ...message(8, 7), epoch: { id: 2n, start: 7n, ofPrev: 1n } };
    const { mark } = followPositions(at(7n), [before]);
    expect(mark).toEqual({ position: 8n, epoch: 1n });
    expect(followPositions(mark, [before]).restoredAt).toBeNull();
    expect(followPositions(mark, [again])).toEqual({ fresh: [], mark, gapAt: null, restoredAt: again });
  });

  it('goes on where nothing that was applied was lost, and from the start of an epoch that was accepted', () => {
    const next = { ...message(9, 8), epoch: { id: 2n, start: 8n, ofPrev: 1n } };
    expect(followPositions({ position: 8n, epoch: 1n }, [next]).mark).toEqual({ position: 9n, epoch: 2n });
    const afterGap = { ...message(12, 7), epoch: { id: 2n, start: 9n, ofPrev: 1n } };
    expect(followPositions({ position: 9n, epoch: 0n }, [afterGap]).mark).toEqual({ position: 12n, epoch: 2n });
  });

  it('never drops an event of the log as seen before when it was another one', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fate, fc.boolean()), { maxLength: 12 }), (fates) => {
        const log = new RestoredLog();
        let mark = FIRST_MARK;
        let applied: string[] = [];
        for (const [next, isReceived] of [...fates, [{ stored: 1 }, true] as const]) {
          log.happen(next);
          if (!isReceived) continue;
          const { fresh, mark: reached, restoredAt } = followPositions(mark, log.messages());
          if (restoredAt !== null) return;
          applied = [...applied, ...fresh.map(({ position, epoch }) => nameOf({ position, epoch: epoch!.id }))];
          mark = reached;
          // A log that ends below the mark says nothing yet.
          const shared = applied.slice(0, log.events.length);
          expect(shared).toEqual(log.events.map(nameOf).slice(0, shared.length));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
