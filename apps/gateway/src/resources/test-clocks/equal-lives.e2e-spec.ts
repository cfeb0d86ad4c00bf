import { hundiUnderTest } from '#testing';
import { BEGAN, ClocksOf, comparable, DAY, WAIT, type ClockEvent } from '../../../test/clocks-of';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

/** So many advances, of so many days each. */
const inSteps = (count: number, days: number): object[] => Array.from({ length: count }, () => ({ by: `P${days}D` }));

describe('lives on a test clock', () => {
  let clocks: ClocksOf;
  beforeAll(async () => {
    clocks = new ClocksOf(await Merchant.connect(hundi.baseUrl, hundi.testKey));
  });

  /** Debits that fail four times, that pay an invoice, and that are not due; and a payment that nobody makes. */
  const life = async (advances: readonly object[]): Promise<ClockEvent[]> => {
    const { clock, customer, mandate } = await clocks.debiting();
    await clocks.debitOf(await clocks.mandateOf(customer, 'mandate.lowfunds@sandbox'));
    const lines = [{ description: 'Gold', amount: 49_900 }];
    await clocks.make('/v1/invoices', { customer_id: customer, lines, collection: 'automatic', mandate_id: mandate });
    await clocks.merchant.open({ customer_id: customer, expires_at: BEGAN + 3 * DAY });
    await clocks.debitOf(mandate, { amount: 100, debit_after_at: BEGAN + 29 * DAY });
    for (const step of advances) expect((await clocks.advance(clock, step, WAIT)).json).toMatchObject({ status: 'ready' });
    await clocks.eventsOf((await clocks.get(clock)).json);
    return (await clocks.list(`created_at[gte]=${BEGAN}`)).filter((event) => event.test_clock_id === clock);
  };

  it('(54) are equal for equal calls, in equal order', async () => {
    const [first, second] = [await life([{ by: 'P10D' }]), await life([{ by: 'P10D' }])];
    const types = first.map(({ type }) => type);
    expect(types.filter((type) => type === 'debit.attempt_failed')).toHaveLength(3);
    for (const type of ['debit.failed', 'debit.succeeded', 'invoice.paid', 'payment.expired']) expect(types).toContain(type);
    expect(comparable(second)).toEqual(comparable(first));
  });

  it('(55) are the same in one call and in many', async () => {
    const [one, many] = [await life([{ by: 'P10D' }]), await life(inSteps(10, 1))];
    expect(comparable(many)).toEqual(comparable(one));
  });
});
