import type { InvoiceResource } from '#contracts';
import { enach } from '../../test/debit-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

/** A plan of a day on a bank account: the debits of two invoices are under way, and may be tried again. */
function underWay(): { life: SubscriptionLife; id: string; invoices: InvoiceResource[] } {
  const life = new SubscriptionLife();
  const id = life.on(enach('0000'), {
    price: { ...GOLD, interval: { unit: 'day', count: 1 } },
    retrySchedule: [48],
    mandateMaxAmount: 500_000,
  });
  // Monday: the debits of the weekend are made with that of the day.
  life.until('2026-11-30T03:00:00Z');
  const invoices = life.invoicesOf(id).filter(({ debit_id: debitId }) => debitId !== null && life.of(debitId).status === 'processing');
  expect(invoices.length).toBeGreaterThan(1);
  return { life, id, invoices };
}

const fail = (life: SubscriptionLife, { debit_id: id }: InvoiceResource, reason = 'insufficient_funds'): void =>
  void expect(life.send('debits.simulate', id!, { outcome: 'failed', reason })).toMatchObject({ status: 200 });

describe('an attempt that is under way when its subscription', () => {
  it('halts is not tried again where it fails', () => {
    const { life, id, invoices } = underWay();
    const [first, second] = invoices;
    fail(life, first!, 'debit_instrument_blocked');
    expect(life.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'retries_exhausted' });
    fail(life, second!);
    life.pass(1);
    expect(life.subscriptionOf(id).status).toBe('halted');
    expect(life.of(second!.debit_id!)).toMatchObject({ status: 'cancelled', cancel_reason: 'collection_stopped' });
    life.days(7);
    expect(life.invoiceOf(second!.id)).toMatchObject({ status: 'open', attempt_count: 1, next_attempt_at: null });
  });

  it('halts pays its invoice where it succeeds, and the subscription goes on', () => {
    const { life, id, invoices } = underWay();
    fail(life, invoices[0]!, 'debit_instrument_blocked');
    life.send('debits.simulate', invoices[1]!.debit_id!, { outcome: 'succeeded' });
    expect(life.invoiceOf(invoices[1]!.id).status).toBe('paid');
    expect(life.subscriptionOf(id).status).toBe('active');
  });

  it.each([
    ['with a mandate that stays', { revokeMandate: false }],
    ['with its mandate', {}],
  ])('is cancelled %s is not tried again where it fails', (_what, ending) => {
    const { life, id, invoices } = underWay();
    life.cancel(id, ending);
    fail(life, invoices[1]!);
    life.days(7);
    expect(life.invoiceOf(invoices[1]!.id)).toMatchObject({ status: 'open', attempt_count: 1, next_attempt_at: null });
    expect(life.subscriptionOf(id)).toMatchObject({ status: 'cancelled', next_charge_at: null });
  });

  it('is cancelled is not tried again either where a last invoice is debited', () => {
    const { life, id, invoices } = underWay();
    life.send('subscriptions.update', id, { amount: 59_900, proration: 'prorate', overLimit: 'refuse' });
    life.cancel(id, {});
    const last = life.invoicesOf(id).at(-1)!;
    expect(last).toMatchObject({ billing_reason: 'subscription_update', status: 'open' });
    fail(life, invoices[1]!);
    life.days(7);
    expect(life.invoiceOf(invoices[1]!.id)).toMatchObject({ status: 'open', attempt_count: 1, next_attempt_at: null });
    expect(life.invoiceOf(last.id).status).toBe('paid');
  });

  it('halts: a debit that is requested afterwards is made, and tried again as its schedule says', () => {
    const { life, id, invoices } = underWay();
    fail(life, invoices[0]!, 'debit_instrument_blocked');
    life.send('subscriptions.retry', id, { invoiceId: invoices[0]!.id });
    fail(life, life.invoiceOf(invoices[0]!.id));
    life.pass(1);
    expect(life.subscriptionOf(id).status).toBe('halted');
    expect(life.invoiceOf(invoices[0]!.id).next_attempt_at).not.toBeNull();
  });
});
