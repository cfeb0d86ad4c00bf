import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const EVERY_WEEK = { unit: 'week', count: 1 } as const;
const EVERY_QUARTER = { unit: 'month', count: 3 } as const;

/** Begun on 1 March 2031. */
function begun(amount: number, interval: typeof EVERY_WEEK | typeof GOLD.interval): { life: SubscriptionLife; id: string } {
  const life = new SubscriptionLife().at('2031-03-01T03:30:00Z');
  return { life, id: life.subscribe({ price: { ...GOLD, amount, interval }, mandateMaxAmount: 9_000_000 }) };
}
const update = (life: SubscriptionLife, id: string, asked: object): void =>
  void expect(life.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', ...asked })).toMatchObject({
    status: 200,
  });
const paidInTotal = (life: SubscriptionLife, id: string): number =>
  life.invoicesOf(id).reduce((sum, invoice) => sum + life.keptOf(invoice.id), 0);

describe('credit at a cancellation with a refund', () => {
  it('keeps what an uncollectible invoice took of it beyond the days that were used', () => {
    const { life, id } = begun(10_000, EVERY_WEEK);
    update(life, id, { instrument: { method: 'upi', vpa: 'mandate.lowfunds@sandbox' }, proration: 'none' });
    update(life, id, { anchorDay: 7, effective: 'now' });
    life.until('2031-03-06T06:30:00Z');
    const { id: invoice, balance_applied: applied, amount_remaining: remaining } = life.invoicesOf(id).at(-1)!;
    expect([applied, remaining]).toEqual([-8_571, 1_429]);
    expect(life.ask('invoices.mark_uncollectible', invoice)).toBe(200);
    life.cancel(id, { refund: 'prorated' });
    // Five days at 10,000 a week.
    expect(paidInTotal(life, id) + life.balance).toBe(7_143);
    expect(life.invoiceOf(invoice)).toMatchObject({ status: 'paid', credit_notes: [{ amount: 4_286 }] });
  });

  it('in full gives back nothing of what was charged to the balance', () => {
    const { life, id } = begun(121_061, GOLD.interval);
    life.send('customers.change_balance', life.customerId, { amount: 68_110, currency: 'INR', type: 'adjustment' });
    life.until('2031-03-10T03:30:00Z');
    update(life, id, { interval: EVERY_QUARTER });
    life.until('2031-03-20T03:30:00Z');
    expect(life.invoicesOf(id).at(-1)).toMatchObject({ balance_applied: 68_110, amount_remaining: 0 });
    life.cancel(id, { refund: 'full' });
    // Nine days of the month, and what the merchant charged.
    expect([paidInTotal(life, id), life.balance]).toEqual([121_061 - 85_914 + 68_110, 0]);
  });

  it('in full after a pause gives back the period, and not once more what waited of it', () => {
    const { life, id } = begun(10_000, EVERY_WEEK);
    update(life, id, { amount: 5_000 });
    life.send('subscriptions.pause', id, { from: 'now' });
    life.until('2031-04-01T03:30:00Z');
    life.cancel(id, { refund: 'full' });
    expect([paidInTotal(life, id), life.balance]).toEqual([0, 0]);
  });

  it('counts a lower price after a higher one that waited in a draft which becomes void', () => {
    const { life, id } = begun(5_000, EVERY_WEEK);
    update(life, id, { amount: 606_018 });
    life.until('2031-03-06T08:30:00Z');
    expect(life.invoicesOf(id).at(-1)).toMatchObject({ status: 'draft', lines: [{ amount: -5_000 }, { amount: 606_018 }, {}] });
    update(life, id, { amount: 5_000 });
    life.until('2031-03-07T06:30:00Z');
    life.cancel(id, { refund: 'prorated' });
    // Five days of the higher price, and one of the lower one.
    const open = life.subscriptionOf(id).outstanding_amount;
    expect(Math.abs(paidInTotal(life, id) + open + life.balance - (432_870 + 714))).toBeLessThanOrEqual(3);
  });

  it.each([
    ['prorated', 15_000 + 30_000],
    ['full', 0],
  ] as const)('%s leaves out of the last invoice, whose draft is out, the days that the customer does not get', (refund, net) => {
    const { life, id } = begun(31_000, GOLD.interval);
    life.until('2031-03-16T03:30:00Z');
    update(life, id, { amount: 62_000 });
    life.cancel(id, { at: 'period_end' });
    life.until('2031-03-31T03:30:00Z');
    expect(life.invoicesOf(id).at(-1)).toMatchObject({ status: 'draft', total: 16_000 });
    life.cancel(id, { refund });
    expect(paidInTotal(life, id) + life.subscriptionOf(id).outstanding_amount + life.balance).toBe(net);
    life.until('2031-04-05T03:30:00Z');
    expect([paidInTotal(life, id) + life.balance, life.subscriptionOf(id).outstanding_amount]).toEqual([net, 0]);
  });
});
