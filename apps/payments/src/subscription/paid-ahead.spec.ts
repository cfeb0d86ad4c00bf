import { DAY_MS } from '../../test/debit-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

/** A subscription of 31000 a month from 1 March 2031 on; April is paid on 31 March. */
function paidAhead(): { life: SubscriptionLife; id: string } {
  const life = new SubscriptionLife().at('2031-03-01T03:30:00Z');
  const id = life.subscribe({ price: { ...GOLD, amount: 31_000 }, mandateMaxAmount: 9_000_000 });
  life.until('2031-03-31T03:30:00Z');
  const april = life.invoicesOf(id).at(-1)!;
  expect([april.status, life.pay(april.id, 'good')]).toMatchObject(['draft', { status: 200 }]);
  return { life, id };
}
const update = (life: SubscriptionLife, id: string, asked: object): void =>
  void expect(life.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', ...asked })).toMatchObject({
    status: 200,
  });
/** Money that the merchant kept or is to get, less credit. */
const net = (life: SubscriptionLife, id: string): number =>
  life
    .invoicesOf(id)
    .reduce((sum, invoice) => sum + life.keptOf(invoice.id) + (invoice.status === 'open' ? invoice.amount_remaining : 0), 0) + life.balance;

describe('what was paid for a period before it begins', () => {
  it.each<[string, (life: SubscriptionLife, id: string) => unknown, number]>([
    // 30 days of March, and a week.
    [
      'another interval begins today',
      (life, id) => update(life, id, { interval: { unit: 'week', count: 1 }, amount: 7_000 }),
      30_000 + 7_000,
    ],
    ['another day begins periods', (life, id) => update(life, id, { anchorDay: 15, effective: 'now' }), 30_000 + 15_000],
    ['it is cancelled', (life, id) => life.cancel(id), 31_000],
    ['it is paused', (life, id) => life.send('subscriptions.pause', id, { from: 'now' }), 31_000],
  ])('is credit of the customer when %s', (_what, happens, kept) => {
    const { life, id } = paidAhead();
    happens(life, id);
    expect(net(life, id)).toBe(kept);
  });

  it('is credit of the customer when the subscription ends before it begins', () => {
    const { life, id } = paidAhead();
    life.cancel(id, { at: 'period_end' });
    life.pass(3 * DAY_MS);
    expect([life.subscriptionOf(id).status, net(life, id)]).toEqual(['cancelled', 31_000]);
  });

  it.each(['now', 'period_end'])('is compared with a price that changes %s', (effective) => {
    const { life, id } = paidAhead();
    update(life, id, { amount: 15_500, effective });
    life.until('2031-05-02T03:30:00Z');
    const march = effective === 'now' ? 30_000 + 500 : 31_000;
    expect(net(life, id)).toBe(march + 15_500 + 15_500);
  });
});
