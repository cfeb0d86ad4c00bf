import { FixedClock } from '#testing';
import { RateLimiter } from './rate-limiter';
import { EXCHANGE_EVERY_MS, RateShares, type DemandBoard } from './rate-shares';
import type { Demand } from './shares';

const RATE = 100;
const KEY = 'acct_1:live:writes';
const STEP_MS = 10;
/** As the table does. */
const BELIEVED_MS = 3_000;

/** Gateways that share a limit, on one clock: each request comes to one of them. */
class Gateways {
  readonly clock = new FixedClock();
  private readonly rows = new Map<string, Demand & { atMs: number }>();
  private readonly processes = new Map<string, { limiter: RateLimiter; shares: RateShares }>();
  private elapsedMs = 0;

  constructor(ids: readonly string[]) {
    for (const id of ids) {
      this.processes.set(id, {
        limiter: new RateLimiter(this.clock),
        shares: new RateShares(id, this.boardOf(id), { warn: () => undefined }),
      });
    }
  }

  kill(id: string): void {
    this.processes.delete(id);
  }

  /** @param perSecond requests that come in all, spread evenly over the gateways. @returns how many were let in. */
  async run(seconds: number, perSecond: number): Promise<number> {
    let admitted = 0;
    for (let ms = 0; ms < seconds * 1_000; ms += STEP_MS) {
      for (let index = 0; index < (perSecond * STEP_MS) / 1_000; index++) admitted += this.ask(index + ms / STEP_MS) ? 1 : 0;
      this.clock.advanceMs(STEP_MS);
      this.elapsedMs += STEP_MS;
      if (this.elapsedMs % EXCHANGE_EVERY_MS === 0) for (const { shares } of this.processes.values()) await shares.exchange();
    }
    return admitted;
  }

  private ask(number: number): boolean {
    const processes = [...this.processes.values()];
    const { limiter, shares } = processes[Math.trunc(number) % processes.length]!;
    return limiter.take(KEY, RATE, RATE * 2, shares.count(KEY, RATE)).isAllowed;
  }

  private boardOf(id: string): DemandBoard {
    return {
      exchange: async (own) => {
        for (const demand of own) this.rows.set(`${id} ${demand.key}`, { ...demand, atMs: this.clock.monotonicMs() });
        const fresh = [...this.rows.values()].filter(({ atMs }) => this.clock.monotonicMs() - atMs < BELIEVED_MS);
        return fresh.filter(({ processId }) => processId !== id);
      },
    };
  }
}

describe('(54) three gateways and one account at three times its rate', () => {
  it('let in half as much again as one at most over ten seconds, and from the third second on its rate', async () => {
    const alone = await new Gateways(['a']).run(10, 3 * RATE);
    const three = new Gateways(['a', 'b', 'c']);
    const first = await three.run(3, 3 * RATE);
    const then = await three.run(7, 3 * RATE);
    expect(first + then).toBeLessThanOrEqual(1.5 * alone);
    expect(then / 7).toBeLessThanOrEqual(1.05 * RATE);
    expect(then / 7).toBeGreaterThanOrEqual(0.95 * RATE);
  });

  it('let in nine tenths of its rate again four seconds after one of them was killed', async () => {
    const gateways = new Gateways(['a', 'b', 'c']);
    await gateways.run(5, 3 * RATE);
    gateways.kill('b');
    await gateways.run(4, 3 * RATE);
    expect((await gateways.run(5, 3 * RATE)) / 5).toBeGreaterThanOrEqual(0.9 * RATE);
  });
});

describe('a gateway', () => {
  const silent = { warn: () => undefined };

  it('has every limit for itself while it is alone, and keeps its shares while the database is away', async () => {
    const others: Demand[] = [];
    let isAway = false;
    const shares = new RateShares('a', { exchange: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(others)) }, silent);
    expect(shares.count(KEY, RATE)).toBe(1);
    await shares.exchange();
    expect(shares.count(KEY, RATE)).toBe(1);
    others.push({ processId: 'b', key: KEY, wanted: 198 });
    for (let count = 0; count < 98; count++) shares.count(KEY, RATE);
    await shares.exchange();
    expect(shares.count(KEY, RATE)).toBe(0.5);
    isAway = true;
    await expect(shares.exchange()).rejects.toThrow('away');
    expect(shares.count(KEY, RATE)).toBe(0.5);
  });

  it('says nothing of limits of which it sees little, and that it is there', async () => {
    const reported: (readonly Demand[])[] = [];
    const shares = new RateShares('a', { exchange: async (own) => (reported.push(own), []) }, silent);
    for (let count = 0; count < 5; count++) shares.count(KEY, RATE);
    await shares.exchange();
    for (let count = 0; count < 6; count++) shares.count(KEY, RATE);
    await shares.exchange();
    await shares.exchange();
    await shares.exchange();
    const [here, busy] = [
      { processId: 'a', key: '', wanted: 0 },
      { processId: 'a', key: KEY },
    ];
    expect(reported).toEqual([[here], [{ ...busy, wanted: 12 }, here], [{ ...busy, wanted: 0 }, here], [here]]);
  });

  it('shares places among requests under way by what each would take, those that found none among them', async () => {
    const [PLACES, LIMIT] = ['acct_1:live:places', 100];
    const others: Demand[] = [{ processId: 'b', key: PLACES, wanted: 30 }];
    const shares = new RateShares('a', { exchange: async () => others }, silent);
    await shares.exchange();
    expect(shares.countPlaces(PLACES, LIMIT, 1)).toBe(0.7);
    shares.countPlaces(PLACES, LIMIT, 60);
    shares.countPlaces(PLACES, LIMIT, 2);
    for (let count = 0; count < 30; count++) shares.countMissedPlace(PLACES);
    await shares.exchange();
    // 90 of 120 were asked for here, and a tenth is divided evenly.
    expect(shares.countPlaces(PLACES, LIMIT, 1)).toBeCloseTo(0.9 * 0.75 + 0.05, 9);
  });
});
