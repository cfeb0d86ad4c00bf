import type { AfterDunning } from '#contracts';
import { upi } from '../../test/debit-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';
import { accountRulesIdOf } from '../account-rules/aggregate';

const GOOD = { instrument: { method: 'upi', flow: 'collect', vpa: 'success@sandbox' }, methods: ['upi'] };

/** What the account decides at a time. */
function decide(one: SubscriptionLife, afterDunning: AfterDunning | null, sequence = 1): void {
  const id = accountRulesIdOf({ accountId: one.streams.accountId, livemode: false });
  one.send('account_rules.set', id, { afterDunning, sequence });
}

/** The first payment succeeds; every debit after it fails, on 25 December for the last time. */
function exhausted(afterDunning: AfterDunning): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife();
  const id = one.subscribe({ price: { ...GOLD, amount: 201 }, trialDays: 30, retrySchedule: [24] });
  decide(one, afterDunning);
  one.until('2026-12-28T00:00:00Z');
  return { one, id };
}

/** Of a customer who pays by hand, and does not. */
function silent(afterDunning: AfterDunning): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife();
  const id = one.subscribe({ collection: 'send_invoice' });
  decide(one, afterDunning);
  one.days(40);
  return { one, id };
}

const statuses = (one: SubscriptionLife, id: string): string[] => one.invoicesOf(id).map(({ status }) => status);

describe('when no try is left', () => {
  it('halt stops debits', () => {
    const { one, id } = exhausted('halt');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'retries_exhausted', outstanding_amount: 201 });
  });

  it('cancel ends the subscription, and leaves its open invoices open', () => {
    const { one, id } = exhausted('cancel');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'dunning_ended', outstanding_amount: 201 });
    expect([statuses(one, id), one.mandate().status]).toEqual([['open'], 'active']);
    one.pay(one.invoicesOf(id)[0]!.id, 'good');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', outstanding_amount: 0 });
  });

  it('mark_uncollectible gives the overdue invoices up, and the subscription goes on as active', () => {
    const { one, id } = exhausted('mark_uncollectible');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0, retry: null });
    expect(statuses(one, id)).toEqual(['uncollectible']);
    one.until('2027-01-25T00:40:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', retry: { attempt: 1 } });
  });

  it('mark_uncollectible of a schedule without retries leaves it active', () => {
    const one = new SubscriptionLife();
    const id = one.on(upi('mandate.lowfunds'), { retrySchedule: [] });
    decide(one, 'mark_uncollectible');
    one.until('2026-12-26T00:00:00Z');
    expect([one.subscriptionOf(id).status, statuses(one, id)]).toEqual(['active', ['paid', 'uncollectible']]);
  });

  it('leave_past_due does nothing, and debits the next period', () => {
    const { one, id } = exhausted('leave_past_due');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', retry: { attempt: 2, next_at: null } });
    one.until('2027-01-27T12:00:00Z');
    expect(one.invoicesOf(id).map(({ status, attempt_count }) => [status, attempt_count])).toEqual([
      ['open', 2],
      ['open', 2],
    ]);
    expect(one.subscriptionOf(id).status).toBe('past_due');
    one.send('subscriptions.retry', id, { payment: GOOD });
    one.send('subscriptions.retry', id, { payment: GOOD });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });
});

describe('after thirty days without a try', () => {
  it.each<[AfterDunning, object, string[]]>([
    ['halt', { status: 'halted', halt_reason: 'nothing_scheduled' }, ['open', 'open']],
    ['cancel', { status: 'cancelled', cancel_reason: 'dunning_ended' }, ['open', 'open']],
    ['mark_uncollectible', { status: 'active' }, ['uncollectible', 'uncollectible']],
    ['leave_past_due', { status: 'past_due' }, ['open', 'open']],
  ])('%s holds as well', (afterDunning, subscription, invoices) => {
    const { one, id } = silent(afterDunning);
    expect(one.subscriptionOf(id)).toMatchObject(subscription);
    expect(statuses(one, id)).toEqual(invoices);
  });

  it('leave_past_due is not looked at again until something is tried', () => {
    const { one, id } = silent('leave_past_due');
    const { sequence } = one.subscriptionOf(id);
    one.nowMs += 3 * 86_400_000;
    one.streams.wakeDue(one.nowMs);
    expect(one.subscriptionOf(id).sequence).toBe(sequence);
  });

  it('counts what the account has decided then, not when the subscription was made', () => {
    const one = new SubscriptionLife();
    decide(one, 'cancel');
    const id = one.subscribe({ collection: 'send_invoice' });
    one.days(20);
    decide(one, null, 2);
    expect(one.days(20).subscriptionOf(id)).toMatchObject({ status: 'halted' });
  });

  it('gives up many overdue invoices, some in each commit', () => {
    const one = new SubscriptionLife();
    const id = one.subscribe({ collection: 'send_invoice', daysUntilDue: 1, price: { ...GOLD, interval: { unit: 'day', count: 1 } } });
    decide(one, 'mark_uncollectible');
    one.days(33);
    expect(statuses(one, id).filter((status) => status === 'uncollectible').length).toBeGreaterThan(25);
  });
});
