import { RelayBacklog } from './relay-backlog';

const event = (shard: number, position: bigint, recordedAtMs: number) => ({ shard, position, recordedAtMs, type: 'counter.opened' });

describe('the lag of the relay', () => {
  it('grows with the clock while an event waits, and is that of the oldest one', () => {
    const backlog = new RelayBacklog();
    expect(backlog.lagMs(10_000)).toBe(0);
    backlog.saw(event(4, 7n, 1_000));
    backlog.saw(event(4, 8n, 1_500));
    backlog.saw(event(5, 1n, 2_000));
    expect([backlog.lagMs(3_000), backlog.lagMs(61_000)]).toEqual([2_000, 60_000]);
  });

  it('falls when events were handed over, and only those', () => {
    const backlog = new RelayBacklog();
    backlog.saw(event(4, 7n, 1_000));
    backlog.handedOver(4, 6n);
    expect(backlog.lagMs(3_000)).toBe(2_000);
    backlog.handedOver(4, 7n);
    expect(backlog.lagMs(3_000)).toBe(0);
  });

  it('forgets a shard that another process has', () => {
    const backlog = new RelayBacklog();
    backlog.saw(event(4, 7n, 1_000));
    backlog.forget(4);
    expect(backlog.lagMs(3_000)).toBe(0);
  });

  it('is not negative where the clocks of two machines differ', () => {
    const backlog = new RelayBacklog();
    backlog.saw(event(4, 7n, 5_000));
    expect(backlog.lagMs(3_000)).toBe(0);
  });
});
