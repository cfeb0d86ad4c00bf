import { eventually, hundiUnderTest } from '#testing';
import { BEGAN, ClocksOf, comparable, countOf, type ClockEvent } from '../../../test/clocks-of';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('a subscription on a test clock that is advanced in steps', () => {
  let clocks: ClocksOf;
  beforeAll(async () => {
    clocks = new ClocksOf(await Merchant.connect(hundi.baseUrl, hundi.testKey));
  });

  /**
   * A year: a trial, renewals whose first debit always fails and whose second succeeds, and twice as many from July on.
   *
   * @param step days of one advance.
   */
  const life = async (step: number): Promise<ClockEvent[]> => {
    const { clock, subscription } = await clocks.subscribed({
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
