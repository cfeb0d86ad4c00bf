import { RenewalsUnderTest } from './renewals-under-test';

const HOUR_MS = 3_600_000;
/** How long the process stands still: a day, and then four. */
const STANDSTILLS_MS = [24 * HOUR_MS, 4 * 24 * HOUR_MS];
const PERIODS = 6;

jest.setTimeout(240_000);

interface Begun {
  id: string;
  from: number;
}

describe('subscriptions whose process stands still', () => {
  let lab: RenewalsUnderTest;
  beforeAll(async () => {
    lab = await RenewalsUnderTest.start();
  });
  afterAll(() => lab.end());

  const begun = (): Promise<Begun[]> =>
    lab.payments.rows<Begun>(
      `select stream_id as id, (data->'period'->>'from')::int as from from payments.events
       where type = 'subscription.period_begun' order by shard, position`,
    );

  it('(38) are caught up after a day and after four: every boundary in order, each with its invoice, its number and its money', async () => {
    const ids = await lab.subscribe(10, { price: { name: 'Daily', amount: 49_900, currency: 'INR', interval: { unit: 'day', count: 1 } } });
    for (const standstillMs of STANDSTILLS_MS) {
      const one = await lab.run();
      await lab.goTo(lab.atMs + HOUR_MS, [one]);
      await lab.killed(one);
      lab.atMs += standstillMs - HOUR_MS;
    }
    const last = await lab.run();
    await lab.goTo(lab.atMs + HOUR_MS, [last]);
    // What is announced late is debited a day later.
    await lab.goTo(lab.atMs + 26 * HOUR_MS, [last]);
    await lab.killed(last);
    const dates = (await begun()).reduce((all, { id, from }) => all.set(id, [...(all.get(id) ?? []), from]), new Map<string, number[]>());
    for (const id of ids) {
      const [first = 0] = dates.get(id) ?? [];
      expect(dates.get(id)).toEqual(Array.from({ length: PERIODS }, (_none, index) => first + index));
    }
    await lab.expectRenewedOnce(PERIODS);
  });
});
