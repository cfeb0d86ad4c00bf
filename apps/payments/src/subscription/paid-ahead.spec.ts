import { DAY_MS } from '../../test/debit-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

/** Of 31000 a month from 1 March 2031 on, of which April is paid on 31 March. */
function paidAhead(): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
  const id = one.subscribe({ price: { ...GOLD, amount: 31_000 }, mandateMaxAmount: 9_000_000 });
  one.until('2031-03-31T03:30:00Z');
  const april = one.invoicesOf(id).at(-1)!;
  expect([april.status, one.pay(april.id, 'good')]).toMatchObject(['draft', { status: 200 }]);
  return { one, id };
}
const update = (one: SubscriptionLife, id: string, asked: object): void =>
  void expect(one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', ...asked })).toMatchObject({
    status: 200,
  });
/** What the merchant kept and is to get, less credit. */
const net = (one: SubscriptionLife, id: string): number =>
  one
    .invoicesOf(id)
    .reduce((sum, invoice) => sum + one.keptOf(invoice.id) + (invoice.status === 'open' ? invoice.amount_remaining : 0), 0) + one.balance;

describe('what was paid for a period before it begins', () => {
  it.each<[string, (one: SubscriptionLife, id: string) => unknown, number]>([
    // 30 days of March, and a week.
    [
      'another interval begins today',
      (one, id) => update(one, id, { interval: { unit: 'week', count: 1 }, amount: 7_000 }),
      30_000 + 7_000,
    ],
    ['another day begins periods', (one, id) => update(one, id, { anchorDay: 15, effective: 'now' }), 30_000 + 15_000],
    ['it is cancelled', (one, id) => one.cancel(id), 31_000],
    ['it is paused', (one, id) => one.send('subscriptions.pause', id, { from: 'now' }), 31_000],
  ])('is credit of the customer when %s', (_what, happens, kept) => {
    const { one, id } = paidAhead();
    happens(one, id);
    expect(net(one, id)).toBe(kept);
  });

  it('is credit of the customer when the subscription ends before it begins', () => {
    const { one, id } = paidAhead();
    one.cancel(id, { at: 'period_end' });
    one.pass(3 * DAY_MS);
    expect([one.subscriptionOf(id).status, net(one, id)]).toEqual(['cancelled', 31_000]);
  });

  it.each(['now', 'period_end'])('is compared with a price that changes %s', (effective) => {
    const { one, id } = paidAhead();
    update(one, id, { amount: 15_500, effective });
    one.until('2031-05-02T03:30:00Z');
    const march = effective === 'now' ? 30_000 + 500 : 31_000;
    expect(net(one, id)).toBe(march + 15_500 + 15_500);
  });
});
