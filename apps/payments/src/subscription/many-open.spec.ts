import type { AfterDunning, DebitResource } from '#contracts';
import { REGISTERED } from '../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';
import { accountRulesIdOf } from '../account-rules/aggregate';

const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;
const GOOD = { instrument: { method: 'upi', vpa: 'asha@okbank' } } as const;
const PRICE = { ...GOLD, amount: 9_900, interval: { unit: 'day', count: 1 } } as const;

/** A plan of a day whose debits fail and are tried again after 10 days, on 26 March: ten debits are open, and 13 wait. */
function failing(): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
  const id = one.subscribe({ price: PRICE, retrySchedule: [240, 480, 720] });
  one.send('subscriptions.update', id, { ...CHANGE, instrument: { method: 'upi', vpa: 'mandate.lowfunds@sandbox' } });
  one.days(25);
  expect(one.invoicesOf(id).filter(({ last_error: error }) => error?.reason === 'debit_limit_reached').length).toBeGreaterThan(12);
  return { one, id };
}

const openDebits = (one: SubscriptionLife): DebitResource[] =>
  [...one.streams.streams.keys()]
    .filter((key) => key.startsWith('debit_'))
    .map((key) => one.of(key))
    .filter(({ status }) => !['succeeded', 'failed', 'cancelled'].includes(status));

describe('a subscription with more open invoices than one commit takes', () => {
  it('halts when no try is left, and calls off every debit', () => {
    const { one, id } = failing();
    one.days(9);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'retries_exhausted' });
    expect(openDebits(one)).toEqual([]);
    expect(one.invoicesOf(id).filter(({ next_attempt_at: at }) => at !== null)).toEqual([]);
  });

  it.each<[AfterDunning, string]>([
    ['cancel', 'cancelled'],
    ['mark_uncollectible', 'past_due'],
    ['leave_past_due', 'past_due'],
  ])('ends its dunning with %s', (afterDunning, status) => {
    const { one, id } = failing();
    const rulesId = accountRulesIdOf({ accountId: one.streams.accountId, livemode: false });
    one.send('account_rules.set', rulesId, { afterDunning, sequence: 1 });
    one.days(9);
    expect(one.subscriptionOf(id).status).toBe(status);
  });

  it('is paused, and resumed', () => {
    const { one, id } = failing();
    one.send('subscriptions.update', id, { ...CHANGE, ...GOOD });
    expect(one.send('subscriptions.pause', id, { from: 'now' })).toMatchObject({ status: 200 });
    one.pass(1);
    expect(openDebits(one)).toEqual([]);
    expect(one.send('subscriptions.resume', id)).toMatchObject({ status: 200 });
    one.days(8);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });

  it.each(['keep', 'void'] as const)('is cancelled: open_invoices %s', (openInvoices) => {
    const { one, id } = failing();
    expect(one.cancel(id, { openInvoices })).toMatchObject({ status: 200 });
    one.pass(1);
    expect(openDebits(one)).toEqual([]);
    expect(one.invoicesOf(id).filter(({ last_error: error }) => error?.reason === 'debit_limit_reached')).toEqual([]);
    one.days(30);
    expect(one.invoicesOf(id).filter(({ next_attempt_at: at }) => at !== null)).toEqual([]);
    expect(one.subscriptionOf(id).status).toBe('cancelled');
  });

  it('halts when its mandate ends', () => {
    const { one, id } = failing();
    one.send('mandates.simulate', one.subscriptionOf(id).mandate_id!, { outcome: 'revoked' });
    one.days(1);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'mandate_revoked' });
    expect(openDebits(one)).toEqual([]);
  });

  it('debits what waits under another mandate once there is one', () => {
    const { one, id } = failing();
    one.send('subscriptions.update', id, { ...CHANGE, ...GOOD });
    one.days(6);
    const left = one.invoicesOf(id).filter(({ last_error: error }) => error?.reason === 'debit_limit_reached');
    expect(left).toEqual([]);
  });

  it('debits them once the customer agrees to a larger mandate', () => {
    const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
    one.register({ ...REGISTERED, behavior: 'exclusive' });
    const id = one.subscribe({ price: PRICE, returnUrl: 'https://shop.example' });
    one.send('mandates.simulate', one.subscriptionOf(id).mandate_id!, { outcome: 'approved' });
    one.register({ defaultRateBps: 4_000 });
    one.days(20);
    one.send('subscriptions.retry', id, {});
    one.send('subscriptions.register_again', id, {});
    const asked = one.subscriptionOf(id).pending_update!.mandate_id!;
    expect(one.send('mandates.simulate', asked, { outcome: 'approved' })).toMatchObject({ status: 200 });
    one.days(5);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });
});
