import { hundiUnderTest } from '#testing';
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

  /** Trial, renewals, a debit that fails until it stands still, and a payment by the customer. */
  const life = async (advances: readonly object[]): Promise<ClockEvent[]> => {
    const { clock } = await subscribed({ trial_days: 14, upi: { vpa: 'mandate.secondtry@sandbox' } });
    for (const step of advances) expect((await clocks.advance(clock, step, WAIT)).json).toMatchObject({ status: 'ready' });
    await clocks.eventsOf((await clocks.get(clock)).json);
    return (await clocks.list(`created_at[gte]=${BEGAN}`)).filter((event) => event.test_clock_id === clock);
  };

  it('(54) (55) does the same whenever it is lived, in one advance or in many', async () => {
    const one = await life([{ by: 'P120D' }]);
    const many = await life(Array.from({ length: 24 }, () => ({ by: 'P5D' })));
    expect(countOf(one, 'debit.attempt_failed')).toBeGreaterThan(0);
    expect(countOf(one, 'subscription.trial_ending')).toBe(1);
    expect(comparable(many)).toEqual(comparable(one));
  });
});
