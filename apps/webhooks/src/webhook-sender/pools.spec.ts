import { DEFAULT_DESTINATION_RULES, checkDestinationUrl, type Destination } from '#contracts';
import { FixedClock } from '#testing';
import { GuardedConnector } from './connector';
import { DeadlineWheel } from './deadlines';
import { OriginPools } from './pools';
import { createNameResolver } from './resolver';

const at = (url: string): Destination => checkDestinationUrl(url, { livemode: true, rules: DEFAULT_DESTINATION_RULES }).destination!;

function poolsOf(originsMax = 100): { pools: OriginPools; clock: FixedClock } {
  const clock = new FixedClock();
  const deadlines = new DeadlineWheel(clock);
  const options = { rules: DEFAULT_DESTINATION_RULES, resolver: createNameResolver(), clock, deadlines, onBlocked: () => undefined };
  return { pools: new OriginPools({ connector: new GuardedConnector(options), clock, originsMax }), clock };
}

describe('connections by origin', () => {
  it('are shared by all URLs of an origin, and never by live mode and test mode', async () => {
    const { pools } = poolsOf();
    const live = pools.of(at('https://shop.com/a'), true);
    expect(pools.of(at('https://shop.com/b?c=d'), true)).toBe(live);
    expect(pools.of(at('https://shop.com/a'), false)).not.toBe(live);
    expect(pools.of(at('https://shop.com:8443/a'), true)).not.toBe(live);
    expect(pools.size).toBe(3);
    await pools.destroy();
  });

  it('are closed after a minute without an attempt, so that the name is looked up again', async () => {
    const { pools, clock } = poolsOf();
    pools.of(at('https://quiet.com/'), true);
    clock.advanceMs(40_000);
    const busy = pools.of(at('https://busy.com/'), true);
    clock.advanceMs(21_000);
    pools.closeIdle();
    expect(pools.size).toBe(1);
    expect(pools.of(at('https://busy.com/'), true)).toBe(busy);
    await pools.destroy();
  });

  it('are not closed under an attempt, however long it takes', async () => {
    const { pools, clock } = poolsOf();
    pools.of(at('https://slow.com/'), true).inFlight += 1;
    clock.advanceMs(120_000);
    pools.closeIdle();
    expect(pools.size).toBe(1);
    await pools.destroy();
  });

  it('are bounded: the origin used longest ago gives way, unless it is in use', async () => {
    const { pools } = poolsOf(2);
    const first = pools.of(at('https://a.com/'), true);
    first.inFlight += 1;
    pools.of(at('https://b.com/'), true);
    pools.of(at('https://c.com/'), true);
    expect(pools.size).toBe(2);
    expect(pools.of(at('https://a.com/'), true)).toBe(first);
    await pools.destroy();
  });
});
