import { enach, upi } from '../../test/debit-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;
/** The second period has begun, and its debit failed once. */
const TRIED_ONCE = '2026-12-25T12:00:00Z';

function triedOnce(amount = 49_900): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife();
  const id = one.on(upi('mandate.secondtry'), { price: { ...GOLD, amount } });
  one.until(TRIED_ONCE);
  expect(one.subscriptionOf(id).status).toBe('past_due');
  return { one, id };
}

describe('the debit of an open invoice', () => {
  it('that a pause called off is planned again when it is resumed, and collected', () => {
    const { one, id } = triedOnce();
    one.send('subscriptions.pause', id, { from: 'now' });
    expect(one.days(5).invoicesOf(id)[1]).toMatchObject({ status: 'open', next_attempt_at: null });
    one.send('subscriptions.resume', id);
    expect(one.subscriptionOf(id).retry!.next_at).not.toBeNull();
    one.days(4);
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'paid' });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0, paid_count: 2 });
  });

  it('is planned again by a pause that ends by itself, also after the period', () => {
    const { one, id } = triedOnce();
    one.send('subscriptions.pause', id, { from: 'now', resumeAtMs: one.nowMs + 45 * 86_400_000 });
    one.days(49);
    expect(one.invoicesOf(id).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });

  it('that the payer opted out of is not planned again', () => {
    const one = new SubscriptionLife();
    const id = one.subscribe();
    one.until('2026-12-24T12:00:00Z');
    one.send('debits.simulate', one.invoicesOf(id)[1]!.debit_id!, { outcome: 'opted_out' });
    one.until(TRIED_ONCE).send('subscriptions.pause', id, { from: 'now' });
    one.days(1).send('subscriptions.resume', id);
    expect(one.days(3).invoicesOf(id)[1]).toMatchObject({ status: 'open', debit_id: null });
  });

  it('is planned under a mandate that was given while it was paused', () => {
    const { one, id } = triedOnce();
    one.send('subscriptions.pause', id, { from: 'now' });
    one.days(1).send('subscriptions.update', id, { ...CHANGE, instrument: { method: 'upi', vpa: 'asha@okbank' } });
    one.days(1);
    expect(one.invoicesOf(id)[1]).toMatchObject({ status: 'open', next_attempt_at: null });
    one.send('subscriptions.resume', id);
    expect(one.days(3).subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0, paid_count: 2 });
  });

  it('is not planned where the customer paid by hand, or the invoice is void', () => {
    for (const settle of ['paid', 'void'] as const) {
      const { one, id } = triedOnce();
      one.send('subscriptions.pause', id, { from: 'now' });
      const invoiceId = one.invoicesOf(id)[1]!.id;
      if (settle === 'paid') one.pay(invoiceId, 'good');
      else one.send('invoices.void', invoiceId);
      one.days(1).send('subscriptions.resume', id);
      expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
      expect(one.days(3).invoicesOf(id)).toHaveLength(2);
    }
  });

  it('whose attempt is under way is not tried again while it is paused, where that fails', () => {
    const one = new SubscriptionLife();
    const id = one.on(enach('0000'), { retrySchedule: [48] });
    one.until('2026-12-25T03:00:00Z');
    const debitId = one.invoicesOf(id)[1]!.debit_id!;
    expect(one.of(debitId).status).toBe('processing');
    one.send('subscriptions.pause', id, { from: 'now' });
    expect(one.send('debits.simulate', debitId, { outcome: 'failed', reason: 'insufficient_funds' })).toMatchObject({ status: 200 });
    one.days(5);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'paused' });
    expect(one.invoicesOf(id)[1]).toMatchObject({ attempt_count: 1, next_attempt_at: null, status: 'open' });
    one.send('subscriptions.resume', id);
    expect(one.days(4).subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });
});
