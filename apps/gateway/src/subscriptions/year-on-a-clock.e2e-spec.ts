import { eventually, hundiUnderTest } from '#testing';
import { BEGAN, ClocksOf, comparable, DAY, WAIT, type ClockEvent } from '../../test/clocks-of';
import { Merchant } from '../../test/merchant';

const hundi = hundiUnderTest();
const YEAR_MS = 10_000;

interface Subscribed {
  clock: string;
  subscription: string;
}

describe('a subscription on a test clock', () => {
  let clocks: ClocksOf;
  beforeAll(async () => {
    clocks = new ClocksOf(await Merchant.connect(hundi.baseUrl, hundi.testKey));
  });

  const subscribed = async (body: object = {}): Promise<Subscribed> => {
    const clock = await clocks.clockAt();
    const customer = await clocks.customerOn(clock);
    const asked = { customer_id: customer, amount: 49_900, interval: 'month', ...body };
    return { clock, subscription: await clocks.make('/v1/subscriptions', asked) };
  };
  const countOf = (events: ClockEvent[], type: string): number => events.filter((event) => event.type === type).length;

  it('(53) lives a year: twelve more invoices, debits and notices', async () => {
    const { clock, subscription } = await subscribed();
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

  /**
   * A year: a trial, renewals whose first debit always fails and whose second succeeds, and twice as many from July on.
   *
   * @param step days of one advance.
   */
  const life = async (step: number): Promise<ClockEvent[]> => {
    const { clock, subscription } = await subscribed({
      ...{ trial_days: 14, mandate_max_amount: 200_000, upi: { vpa: 'mandate.secondtry@sandbox' } },
    });
    const advanceBy = async (days: number): Promise<void> => {
      for (let day = 0; day < days; day += step) {
        const by = `P${Math.min(step, days - day)}D`;
        expect((await clocks.advance(clock, { by })).status).toBe(202);
        // Sooner than `Prefer: wait` looks.
        await eventually(async () => expect((await clocks.get(clock)).json.status).toBe('ready'), { everyMs: 5, withinMs: 60_000 });
      }
    };
    await advanceBy(190);
    expect((await clocks.merchant.patch(`/v1/subscriptions/${subscription}`, { quantity: 2 })).status).toBe(200);
    await advanceBy(175);
    await clocks.eventsOf((await clocks.get(clock)).json);
    return (await clocks.list(`created_at[gte]=${BEGAN}`)).filter((event) => event.test_clock_id === clock);
  };

  it('(54) (55) lives the same year whenever it is lived, in two advances or in 365', async () => {
    const year = await life(365);
    expect(countOf(year, 'subscription.trial_ending')).toBe(1);
    for (const type of ['debit.attempt_failed', 'invoice.paid', 'subscription.charged', 'subscription.past_due']) {
      expect([type, countOf(year, type)]).toEqual([type, 12]);
    }
    expect(comparable(await life(365))).toEqual(comparable(year));
    expect(comparable(await life(1))).toEqual(comparable(year));
  }, 240_000);
});
