import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const EVERY_WEEK = { unit: 'week', count: 1 } as const;
const EVERY_QUARTER = { unit: 'month', count: 3 } as const;

/** Begun on 1 March 2031. */
function begun(amount: number, interval: typeof EVERY_WEEK | typeof GOLD.interval): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
  return { one, id: one.subscribe({ price: { ...GOLD, amount, interval }, mandateMaxAmount: 9_000_000 }) };
}
const update = (one: SubscriptionLife, id: string, asked: object): void =>
  void expect(one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', ...asked })).toMatchObject({
    status: 200,
  });
const kept = (one: SubscriptionLife, id: string): number => one.invoicesOf(id).reduce((sum, invoice) => sum + one.keptOf(invoice.id), 0);

describe('credit at a cancellation with a refund', () => {
  it('keeps what an uncollectible invoice took of it beyond the days that were used', () => {
    const { one, id } = begun(10_000, EVERY_WEEK);
    update(one, id, { instrument: { method: 'upi', vpa: 'mandate.lowfunds@sandbox' }, proration: 'none' });
    update(one, id, { anchorDay: 7, effective: 'now' });
    one.until('2031-03-06T06:30:00Z');
    const { id: invoice, balance_applied: applied, amount_remaining: remaining } = one.invoicesOf(id).at(-1)!;
    expect([applied, remaining]).toEqual([-8_571, 1_429]);
    expect(one.ask('invoices.mark_uncollectible', invoice)).toBe(200);
    one.cancel(id, { refund: 'prorated' });
    // Five days at 10,000 a week.
    expect(kept(one, id) + one.balance).toBe(7_143);
    expect(one.invoiceOf(invoice)).toMatchObject({ status: 'paid', credit_notes: [{ amount: 4_286 }] });
  });

  it('in full gives back nothing of what was charged to the balance', () => {
    const { one, id } = begun(121_061, GOLD.interval);
    one.send('customers.change_balance', one.customerId, { amount: 68_110, currency: 'INR', type: 'adjustment' });
    one.until('2031-03-10T03:30:00Z');
    update(one, id, { interval: EVERY_QUARTER });
    one.until('2031-03-20T03:30:00Z');
    expect(one.invoicesOf(id).at(-1)).toMatchObject({ balance_applied: 68_110, amount_remaining: 0 });
    one.cancel(id, { refund: 'full' });
    // Nine days of the month, and what the merchant charged.
    expect([kept(one, id), one.balance]).toEqual([121_061 - 85_914 + 68_110, 0]);
  });

  it('in full after a pause gives back the period, and not once more what waited of it', () => {
    const { one, id } = begun(10_000, EVERY_WEEK);
    update(one, id, { amount: 5_000 });
    one.send('subscriptions.pause', id, { from: 'now' });
    one.until('2031-04-01T03:30:00Z');
    one.cancel(id, { refund: 'full' });
    expect([kept(one, id), one.balance]).toEqual([0, 0]);
  });

  it('counts a lower price after a higher one that waited in a draft which becomes void', () => {
    const { one, id } = begun(5_000, EVERY_WEEK);
    update(one, id, { amount: 606_018 });
    one.until('2031-03-06T08:30:00Z');
    expect(one.invoicesOf(id).at(-1)).toMatchObject({ status: 'draft', lines: [{ amount: -5_000 }, { amount: 606_018 }, {}] });
    update(one, id, { amount: 5_000 });
    one.until('2031-03-07T06:30:00Z');
    one.cancel(id, { refund: 'prorated' });
    // Five days of the higher price, and one of the lower one.
    const open = one.subscriptionOf(id).outstanding_amount;
    expect(Math.abs(kept(one, id) + open + one.balance - (432_870 + 714))).toBeLessThanOrEqual(3);
  });

  it.each([
    ['prorated', 15_000 + 30_000],
    ['full', 0],
  ] as const)('%s leaves out of the last invoice, whose draft is out, the days that the customer does not get', (refund, net) => {
    const { one, id } = begun(31_000, GOLD.interval);
    one.until('2031-03-16T03:30:00Z');
    update(one, id, { amount: 62_000 });
    one.cancel(id, { at: 'period_end' });
    one.until('2031-03-31T03:30:00Z');
    expect(one.invoicesOf(id).at(-1)).toMatchObject({ status: 'draft', total: 16_000 });
    one.cancel(id, { refund });
    expect(kept(one, id) + one.subscriptionOf(id).outstanding_amount + one.balance).toBe(net);
    one.until('2031-04-05T03:30:00Z');
    expect([kept(one, id) + one.balance, one.subscriptionOf(id).outstanding_amount]).toEqual([net, 0]);
  });
});
