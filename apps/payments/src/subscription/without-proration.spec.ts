import type { SubscriptionChange, SubscriptionPrice } from '#contracts';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const EVERY_WEEK = { unit: 'week', count: 1 } as const;
const EVERY_MONTH = { unit: 'month', count: 1 } as const;

/** A week from 1 March 2031 on, with a mandate that holds for every change. */
function begun(price: Partial<SubscriptionPrice> = {}, quantity = 1): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
  const terms = { ...GOLD, amount: 10_000, interval: EVERY_WEEK, ...price };
  return { one, id: one.subscribe({ price: terms, quantity, mandateMaxAmount: 1_500_000 }) };
}

function change(one: SubscriptionLife, id: string, proration: SubscriptionChange['proration'], asked: Partial<SubscriptionChange>): void {
  expect(one.send('subscriptions.update', id, { overLimit: 'reauthorize', ...asked, proration })).toMatchObject({ status: 200 });
}

const waiting = (one: SubscriptionLife, id: string): number =>
  one.subscriptionOf(id).pending_lines.reduce((sum, { amount }) => sum + amount, 0);
const charged = (one: SubscriptionLife, id: string): number =>
  one.invoicesOf(id).reduce((sum, { total, amount_credited: credited }) => sum + total - credited, 0);
const kept = (one: SubscriptionLife, id: string): number =>
  one.invoicesOf(id).reduce((sum, invoice) => sum + one.keptOf(invoice.id), one.balance);

describe('a change after one without proration', () => {
  it.each(['prorate', 'invoice_now', 'none'] as const)('charges and gives back nothing where nothing changes, %s', (proration) => {
    const { one, id } = begun();
    change(one, id, 'none', { quantity: 2 });
    change(one, id, proration, { quantity: 2 });
    expect([one.subscriptionOf(id).pending_lines, charged(one, id)]).toEqual([[], 10_000]);
    one.until('2031-03-08T06:30:00Z');
    expect(charged(one, id)).toBe(10_000 + 20_000);
  });

  it.each(['prorate', 'invoice_now'] as const)('charges what it adds, and no more, %s', (proration) => {
    const { one, id } = begun();
    change(one, id, 'none', { quantity: 2 });
    change(one, id, proration, { quantity: 3 });
    expect(charged(one, id) + waiting(one, id)).toBe(10_000 + 10_000);
    change(one, id, proration, { quantity: 4 });
    expect(charged(one, id) + waiting(one, id)).toBe(10_000 + 20_000);
  });

  it('gives back nothing of what was not charged', () => {
    const { one, id } = begun();
    change(one, id, 'none', { quantity: 3 });
    change(one, id, 'prorate', { quantity: 2 });
    change(one, id, 'prorate', { quantity: 1 });
    expect(waiting(one, id)).toBe(0);
    change(one, id, 'prorate', { amount: 5_000 });
    expect(waiting(one, id)).toBe(-5_000);
  });

  it('charges anew what it gave up', () => {
    const { one, id } = begun();
    change(one, id, 'none', { quantity: 2 });
    change(one, id, 'prorate', { quantity: 1 });
    change(one, id, 'prorate', { quantity: 2 });
    expect(waiting(one, id)).toBe(10_000);
  });

  it('is measured by the lower price after a reduction that gave nothing back', () => {
    const { one, id } = begun({}, 3);
    change(one, id, 'none', { quantity: 1 });
    change(one, id, 'prorate', { quantity: 1 });
    expect(waiting(one, id)).toBe(0);
    change(one, id, 'prorate', { quantity: 2 });
    expect(waiting(one, id)).toBe(10_000);
    change(one, id, 'prorate', { quantity: 1 });
    expect(waiting(one, id)).toBe(0);
  });

  it('undoes a reduction that gave nothing back', () => {
    const { one, id } = begun({}, 2);
    change(one, id, 'none', { quantity: 1 });
    change(one, id, 'none', { quantity: 2 });
    change(one, id, 'prorate', { quantity: 1 });
    expect(waiting(one, id)).toBe(-10_000);
  });

  it('in the next period is measured by what that charges', () => {
    const { one, id } = begun();
    change(one, id, 'none', { quantity: 2 });
    one.until('2031-03-09T03:30:00Z');
    change(one, id, 'prorate', { quantity: 1 });
    // Six of seven days.
    expect(Math.abs(waiting(one, id) + 8_571)).toBeLessThanOrEqual(1);
  });

  it('of another plan or price charges what that adds', () => {
    const { one, id } = begun();
    const silver = one.plan({ name: 'Silver', amount: 15_000, interval: EVERY_WEEK });
    const gold = one.plan({ amount: 18_000, interval: EVERY_WEEK });
    change(one, id, 'none', { planId: silver });
    one.until('2031-03-04T03:30:00Z');
    change(one, id, 'prorate', { planId: silver });
    expect(waiting(one, id)).toBe(0);
    change(one, id, 'prorate', { planId: gold });
    // Four of seven days.
    expect(Math.abs(waiting(one, id) - 1_714)).toBeLessThanOrEqual(1);
  });

  it('after a pause is measured by what stands', () => {
    const { one, id } = begun();
    change(one, id, 'none', { quantity: 2 });
    one.send('subscriptions.pause', id, { from: 'now' });
    one.until('2031-03-03T03:30:00Z');
    one.send('subscriptions.resume', id, {});
    change(one, id, 'prorate', { quantity: 2 });
    expect(waiting(one, id)).toBe(0);
    change(one, id, 'prorate', { quantity: 3 });
    // Five of seven days.
    expect(Math.abs(waiting(one, id) - 7_143)).toBeLessThanOrEqual(1);
  });

  it('to another interval gives back what was paid', () => {
    const { one, id } = begun();
    change(one, id, 'none', { quantity: 2 });
    change(one, id, 'prorate', { amount: 30_000, quantity: 1, interval: EVERY_MONTH });
    expect(charged(one, id)).toBe(10_000 + 30_000 - 10_000);
    change(one, id, 'prorate', { quantity: 1 });
    expect(waiting(one, id)).toBe(0);
    one.until('2031-03-17T03:30:00Z');
    change(one, id, 'prorate', { amount: 20_000 });
    // Fifteen of 31 days.
    expect(waiting(one, id)).toBe(-4_839);
  });

  it('to another interval without proration is measured by the period that it begins', () => {
    const { one, id } = begun({}, 2);
    change(one, id, 'none', { quantity: 1, amount: 30_000, interval: EVERY_MONTH });
    change(one, id, 'prorate', { quantity: 1 });
    expect(waiting(one, id)).toBe(0);
    change(one, id, 'prorate', { quantity: 2 });
    expect(charged(one, id) + waiting(one, id)).toBe(20_000 + 30_000 + 30_000);
  });

  it.each([
    ['prorated', 5_714],
    ['full', 10_000],
  ] as const)('leaves a refund of the cancellation what was paid, %s', (refund, back) => {
    const { one, id } = begun();
    change(one, id, 'none', { quantity: 2 });
    one.until('2031-03-04T03:30:00Z');
    change(one, id, 'prorate', { quantity: 2 });
    expect(one.cancel(id, { refund })).toMatchObject({ status: 200 });
    expect(kept(one, id)).toBe(10_000 - back);
  });

  it('does not count a refund against what was never charged', () => {
    const { one, id } = begun();
    change(one, id, 'none', { quantity: 2 });
    expect(one.ask('invoices.issue_credit_note', one.invoicesOf(id)[0]!.id, { amount: 4_000, refund: 'credit' })).toBe(200);
    change(one, id, 'prorate', { quantity: 3 });
    // Of 10,000 that were paid 6,000 are left to give back.
    expect(waiting(one, id)).toBe(20_000 - 6_000);
    expect(one.cancel(id, { refund: 'prorated' })).toMatchObject({ status: 200 });
    expect(kept(one, id)).toBe(0);
  });
});

it('a price at once gives back what the open invoice of the period was paid by the one before', () => {
  const { one, id } = begun({ amount: 100_000, interval: EVERY_MONTH });
  change(one, id, 'prorate', { amount: 110_000, interval: EVERY_WEEK });
  expect(one.invoicesOf(id)[1]).toMatchObject({ total: 10_000, status: 'open' });
  change(one, id, 'prorate', { amount: 10_000 });
  expect(charged(one, id) + waiting(one, id)).toBe(10_000);
});

it('what an invoice took of the credit before is not given back once more when it is given up', () => {
  const { one, id } = begun({ amount: 100_000, interval: EVERY_MONTH });
  change(one, id, 'prorate', { amount: 110_000, interval: EVERY_WEEK });
  expect(one.ask('invoices.mark_uncollectible', one.invoicesOf(id)[1]!.id)).toBe(200);
  one.until('2031-03-02T03:30:00Z');
  expect(one.cancel(id, { refund: 'prorated' })).toMatchObject({ status: 200 });
  // A day of seven, less what was given up.
  expect(Math.abs(kept(one, id) - (15_714 - 10_000))).toBeLessThanOrEqual(2);
});

it('a lower price takes off an open invoice what the price that stands and the new one differ by', () => {
  const { one, id } = begun();
  change(one, id, 'none', { instrument: { method: 'upi', vpa: 'mandate.lowfunds@sandbox' } });
  one.until('2031-03-08T03:30:00Z');
  expect(one.invoicesOf(id)[1]).toMatchObject({ total: 10_000, status: 'open' });
  change(one, id, 'none', { amount: 5_000 });
  change(one, id, 'prorate', { amount: 4_000 });
  expect(one.invoicesOf(id)[1]).toMatchObject({ amount_remaining: 9_000 });
  expect(waiting(one, id)).toBe(0);
});

describe('a change of nothing', () => {
  it.each(['invoices.void', 'invoices.mark_uncollectible'])('charges nothing of a period that was given up by %s', (given) => {
    const { one, id } = begun();
    change(one, id, 'none', { instrument: { method: 'upi', vpa: 'mandate.lowfunds@sandbox' } });
    one.until('2031-03-12T03:30:00Z');
    expect(one.ask(given, one.invoicesOf(id)[1]!.id)).toBe(200);
    change(one, id, 'prorate', { quantity: 1 });
    expect(waiting(one, id)).toBe(0);
  });

  it('charges nothing of a period that was refunded', () => {
    const { one, id } = begun();
    const [payment] = [...one.streams.streams.keys()].filter((key) => key.startsWith('pay_'));
    one.send('payments.request_refund', payment!, { refundId: one.newRefund(), amount: null, reason: 'requested_by_customer' });
    change(one, id, 'prorate', { amount: 10_000 });
    change(one, id, 'invoice_now', { amount: 10_000 });
    expect([waiting(one, id), one.invoicesOf(id).length]).toEqual([0, 1]);
  });
});
