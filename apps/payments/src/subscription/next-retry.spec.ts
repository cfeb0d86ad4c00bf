import { GOLD, SubscriptionLife } from '../../test/subscription-life';
import { upi } from '../../test/debit-life';
import { accountRulesIdOf } from '../account-rules/aggregate';

const HOURS = (count: number): number => count * 3_600;

describe('the next try of a late invoice', () => {
  it('is made when it was promised, however long after the first: its notice goes out shortly before', () => {
    const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
    const id = one.subscribe({ retrySchedule: [240] });
    one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', instrument: upi('mandate.secondtry') });
    one.until('2031-04-02T03:30:00Z');
    const { next_at: nextAt } = one.subscriptionOf(id).retry!;
    one.until('2031-04-30T03:30:00Z');
    const paid = one.invoicesOf(id)[1]!;
    expect(paid).toMatchObject({ status: 'paid', attempt_count: 2, paid_at: nextAt });
    const { delivered_at: deliveredAt } = one.of(paid.debit_id!).notice;
    expect(nextAt! - deliveredAt!).toBeLessThanOrEqual(HOURS(36));
  });

  it('is the earliest of all late invoices', () => {
    const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
    const rulesId = accountRulesIdOf({ accountId: one.streams.accountId, livemode: false });
    one.send('account_rules.set', rulesId, { afterDunning: 'leave_past_due', sequence: 1 });
    const id = one.subscribe({ price: GOLD, retrySchedule: [24] });
    one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', instrument: upi('mandate.lowfunds') });
    one.until('2031-05-01T03:30:00Z');
    const [, first, second] = one.invoicesOf(id);
    expect(first).toMatchObject({ status: 'open', next_attempt_at: null });
    expect(one.subscriptionOf(id).retry).toEqual({ attempt: 1, next_at: second!.next_attempt_at });
  });
});
