import { hundiUnderTest } from '#testing';
import { BEGAN, ClocksOf, countOf, DAY, WAIT } from '../../../test/clocks-of';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const YEAR_MS = 10_000;

describe('a subscription on a test clock', () => {
  let clocks: ClocksOf;
  beforeAll(async () => {
    clocks = new ClocksOf(await Merchant.connect(hundi.baseUrl, hundi.testKey));
  });

  it('(53) lives a year: twelve more invoices, debits and notices', async () => {
    const { clock, subscription } = await clocks.subscribed();
    const beganAt = performance.now();
    const advanced = await clocks.advance(clock, { by: 'P1Y' }, WAIT);
    expect([advanced.status, advanced.json]).toMatchObject([200, { status: 'ready', now_at: BEGAN + 365 * DAY }]);
    expect(performance.now() - beganAt).toBeLessThan(YEAR_MS);
    const events = await clocks.eventsOf(advanced.json);
    for (const type of ['invoice.paid', 'debit.succeeded', 'debit.notified', 'subscription.charged']) {
      expect([type, countOf(events, type)]).toEqual([type, 12]);
    }
    expect((await clocks.merchant.get(`/v1/subscriptions/${subscription}`)).json).toMatchObject({
      status: 'active',
      paid_count: 13,
      current_period_number: 13,
      current_period_start_at: BEGAN + 365 * DAY - 9 * 3_600,
    });
    const { data } = (await clocks.merchant.get(`/v1/subscriptions/${subscription}/invoices?limit=100`)).json as unknown as {
      data: { status: string; amount_paid: number; created_at: number }[];
    };
    expect(data).toHaveLength(13);
    expect(data.every(({ status, amount_paid }) => status === 'paid' && amount_paid === 49_900)).toBe(true);
  });
});
