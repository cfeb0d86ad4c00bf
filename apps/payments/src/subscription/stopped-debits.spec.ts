import type { InvoiceResource } from '#contracts';
import { enach } from '../../test/debit-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

/** A plan of a day on a bank account: the debits of two invoices are under way, and may be tried again. */
function underWay(): { one: SubscriptionLife; id: string; invoices: InvoiceResource[] } {
  const one = new SubscriptionLife();
  const id = one.on(enach('0000'), {
    price: { ...GOLD, interval: { unit: 'day', count: 1 } },
    retrySchedule: [48],
    mandateMaxAmount: 500_000,
  });
  // Monday: the debits of the weekend are made with that of the day.
  one.until('2026-11-30T03:00:00Z');
  const invoices = one.invoicesOf(id).filter(({ debit_id: debitId }) => debitId !== null && one.of(debitId).status === 'processing');
  expect(invoices.length).toBeGreaterThan(1);
  return { one, id, invoices };
}

const fail = (one: SubscriptionLife, { debit_id: id }: InvoiceResource, reason = 'insufficient_funds'): void =>
  void expect(one.send('debits.simulate', id!, { outcome: 'failed', reason })).toMatchObject({ status: 200 });

describe('an attempt that is under way when its subscription', () => {
  it('halts is not tried again where it fails', () => {
    const { one, id, invoices } = underWay();
    const [first, second] = invoices;
    fail(one, first!, 'debit_instrument_blocked');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'retries_exhausted' });
    fail(one, second!);
    one.pass(1);
    expect(one.subscriptionOf(id).status).toBe('halted');
    expect(one.of(second!.debit_id!)).toMatchObject({ status: 'cancelled', cancel_reason: 'collection_stopped' });
    one.days(7);
    expect(one.invoiceOf(second!.id)).toMatchObject({ status: 'open', attempt_count: 1, next_attempt_at: null });
  });

  it('halts pays its invoice where it succeeds, and the subscription goes on', () => {
    const { one, id, invoices } = underWay();
    fail(one, invoices[0]!, 'debit_instrument_blocked');
    one.send('debits.simulate', invoices[1]!.debit_id!, { outcome: 'succeeded' });
    expect(one.invoiceOf(invoices[1]!.id).status).toBe('paid');
    expect(one.subscriptionOf(id).status).toBe('active');
  });

  it.each([
    ['with a mandate that stays', { revokeMandate: false }],
    ['with its mandate', {}],
  ])('is cancelled %s is not tried again where it fails', (_what, ending) => {
    const { one, id, invoices } = underWay();
    one.cancel(id, ending);
    fail(one, invoices[1]!);
    one.days(7);
    expect(one.invoiceOf(invoices[1]!.id)).toMatchObject({ status: 'open', attempt_count: 1, next_attempt_at: null });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', next_charge_at: null });
  });

  it('is cancelled is not tried again either where a last invoice is debited', () => {
    const { one, id, invoices } = underWay();
    one.send('subscriptions.update', id, { amount: 59_900, proration: 'prorate', overLimit: 'refuse' });
    one.cancel(id, {});
    const last = one.invoicesOf(id).at(-1)!;
    expect(last).toMatchObject({ billing_reason: 'subscription_update', status: 'open' });
    fail(one, invoices[1]!);
    one.days(7);
    expect(one.invoiceOf(invoices[1]!.id)).toMatchObject({ status: 'open', attempt_count: 1, next_attempt_at: null });
    expect(one.invoiceOf(last.id).status).toBe('paid');
  });

  it('halts: a debit that is asked for afterwards is made, and tried again as its schedule says', () => {
    const { one, id, invoices } = underWay();
    fail(one, invoices[0]!, 'debit_instrument_blocked');
    one.send('subscriptions.retry', id, { invoiceId: invoices[0]!.id });
    fail(one, one.invoiceOf(invoices[0]!.id));
    one.pass(1);
    expect(one.subscriptionOf(id).status).toBe('halted');
    expect(one.invoiceOf(invoices[0]!.id).next_attempt_at).not.toBeNull();
  });
});
