import type { ProjectedEvent } from './projection';
import { RecentStates } from './recent-states';

/** Events of streams named by letters, from a position on; the state is the position. */
function events(from: number, streams: string): ProjectedEvent[] {
  return [...streams].map((streamId, index) => {
    const position = BigInt(from + index);
    return { event: { streamId, position }, before: null, after: { head: { streamId }, state: position } } as unknown as ProjectedEvent;
  });
}

function found(recent: RecentStates, position: bigint): { through: bigint; states: Record<string, unknown> } | undefined {
  const page = recent.findAfter({ shard: 1, position });
  return (
    page && { through: page.through, states: Object.fromEntries([...page.snapshots].map(({ head, state }) => [head.streamId, state])) }
  );
}

describe('what the writers have just stored', () => {
  it('is the newest state of each stream, over any number of commits', () => {
    const recent = new RecentStates();
    recent.offer(1, events(5, 'aab'));
    recent.offer(1, events(8, 'bc'));
    expect(found(recent, 4n)).toEqual({ through: 9n, states: { a: 6n, b: 8n, c: 9n } });
  });

  it.each([3n, 9n, 12n])('is of no use to a view that stands at %s', (position) => {
    const recent = new RecentStates();
    recent.offer(1, events(5, 'aabbc'));
    expect(found(recent, position)).toBeUndefined();
  });

  it('begins anew after a hole', () => {
    const recent = new RecentStates();
    recent.offer(1, events(5, 'a'));
    recent.offer(1, events(9, 'b'));
    expect(found(recent, 4n)).toBeUndefined();
    expect(found(recent, 8n)).toEqual({ through: 9n, states: { b: 9n } });
  });

  it('is left to the log when an older commit comes after a newer one', () => {
    const recent = new RecentStates();
    recent.offer(1, events(6, 'b'));
    recent.offer(1, events(5, 'a'));
    expect(found(recent, 4n)).toBeUndefined();
    recent.offer(1, events(7, 'c'));
    expect([found(recent, 4n), found(recent, 6n)]).toEqual([undefined, { through: 7n, states: { c: 7n } }]);
  });

  it('is gone when every view has seen it, and not before', () => {
    const recent = new RecentStates();
    recent.offer(1, events(1, 'ab'));
    recent.seen(1, 1n);
    expect(found(recent, 1n)).toBeDefined();
    recent.seen(1, 2n);
    recent.offer(1, events(3, 'c'));
    expect(found(recent, 1n)).toBeUndefined();
    expect(found(recent, 2n)).toEqual({ through: 3n, states: { c: 3n } });
  });

  it('is given to a view once: what it has seen is left out, whatever was added meanwhile', () => {
    const recent = new RecentStates();
    recent.offer(1, events(1, 'abc'));
    recent.offer(1, events(4, 'da'));
    recent.seen(1, 3n);
    expect(found(recent, 3n)).toEqual({ through: 5n, states: { d: 4n, a: 5n } });
    expect(found(recent, 2n)).toBeUndefined();
    recent.offer(1, events(6, 'b'));
    expect(found(recent, 4n)).toEqual({ through: 6n, states: { a: 5n, b: 6n } });
  });

  it('is bounded: of a shard that does not fit nothing is kept, and of the others everything', () => {
    const recent = new RecentStates(3);
    recent.offer(2, events(1, 'x'));
    recent.offer(1, events(1, 'abc'));
    expect(found(recent, 0n)).toBeUndefined();
    expect(recent.findAfter({ shard: 2, position: 0n })).toBeDefined();
    recent.offer(1, events(4, 'ab'));
    expect(found(recent, 3n)).toEqual({ through: 5n, states: { a: 4n, b: 5n } });
  });

  it('is void when the shard was handed on', () => {
    const recent = new RecentStates();
    recent.offer(1, events(1, 'ab'));
    recent.forget(1);
    expect(found(recent, 0n)).toBeUndefined();
  });
});
