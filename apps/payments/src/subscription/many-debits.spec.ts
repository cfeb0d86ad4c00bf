import type { DebitResource, MandateResource } from '#contracts';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const DAILY = { price: { ...GOLD, amount: 9_900, interval: { unit: 'day', count: 1 } } } as const;
const LATE = [240, 480, 720];
const LOW = { instrument: { method: 'upi', vpa: 'mandate.lowfunds@sandbox' } } as const;
const CHANGE = { proration: 'prorate', overLimit: 'reauthorize' } as const;

/** A plan of a day whose debits fail and are tried again after 10 days: more and more are open. */
function failing(): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
  const id = one.subscribe({ ...DAILY, retrySchedule: LATE });
  one.send('subscriptions.update', id, { ...CHANGE, ...LOW });
  return { one, id };
}

const openDebits = (one: SubscriptionLife, id: string): DebitResource[] =>
  [...one.streams.streams.keys()]
    .filter((key) => key.startsWith('debit_'))
    .map((key) => one.of(key))
    .filter(
      (debit) => debit.mandate_id === one.subscriptionOf(id).mandate_id && !['succeeded', 'failed', 'cancelled'].includes(debit.status),
    );

describe('more debits of a mandate than may be open', () => {
  it('wait, with their reason, and are neither late nor given up', () => {
    const { one, id } = failing();
    one.days(20);
    expect(openDebits(one, id)).toHaveLength(10);
    const waiting = one.invoicesOf(id).slice(11);
    expect(waiting.length).toBeGreaterThan(5);
    for (const invoice of waiting) {
      expect(invoice).toMatchObject({
        debit_id: null,
        next_attempt_at: null,
        attempt_count: 0,
        last_error: { reason: 'debit_limit_reached' },
      });
    }
    expect(one.subscriptionOf(id).status).toBe('past_due');
  });

  it('begin in order, each when one of those ends', () => {
    const { one, id } = failing();
    one.days(14);
    const [, ...invoices] = one.invoicesOf(id);
    const order = invoices.slice(10);
    for (const next of order) {
      const [oldest] = openDebits(one, id).filter(({ status }) => status === 'scheduled');
      one.send('debits.cancel', oldest!.id);
      one.pass(1);
      expect(one.invoiceOf(next.id)).toMatchObject({ debit_id: expect.any(String), last_error: null });
      expect(openDebits(one, id)).toHaveLength(10);
    }
  });

  it('go on when the others succeed', () => {
    const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
    const id = one.on({ method: 'upi', vpa: 'mandate.secondtry@sandbox' }, { ...DAILY, totalCount: 15, retrySchedule: [240] });
    one.days(13);
    expect(one.invoicesOf(id).at(-1)).toMatchObject({ last_error: { reason: 'debit_limit_reached' } });
    one.days(30);
    for (const invoice of one.invoicesOf(id)) expect(invoice.status).toBe('paid');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'completed', paid_count: 15 });
  });

  it('are all made after an outage of 15 days', () => {
    const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
    const id = one.subscribe(DAILY);
    one.nowMs += 15 * 86_400_000;
    one.days(3);
    const invoices = one.invoicesOf(id).filter(({ status }) => status !== 'draft');
    expect(invoices.length).toBeGreaterThanOrEqual(18);
    one.days(1.5);
    for (const { id: invoiceId } of invoices) expect(one.invoiceOf(invoiceId).status).toBe('paid');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
  });

  it('fail when the mandate ends, with its reason', () => {
    const { one, id } = failing();
    one.days(14);
    const mandateId = one.subscriptionOf(id).mandate_id!;
    const waiting = one.invoicesOf(id).filter(({ last_error: error }) => error?.reason === 'debit_limit_reached');
    one.send('mandates.simulate', mandateId, { outcome: 'revoked' });
    one.pass(1);
    expect(one.streams.resource<MandateResource>(mandateId).status).toBe('revoked');
    for (const invoice of waiting) expect(one.invoiceOf(invoice.id).last_error).toMatchObject({ reason: 'mandate_not_active' });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted', halt_reason: 'mandate_revoked' });
  });

  it('end with the invoice that the customer pays by hand', () => {
    const { one, id } = failing();
    one.days(14);
    const [first, second] = one.invoicesOf(id).filter(({ status, debit_id: debit }) => status === 'open' && debit === null);
    one.pay(first!.id, 'good');
    const [oldest] = openDebits(one, id).filter(({ status }) => status === 'scheduled');
    one.send('debits.cancel', oldest!.id);
    one.pass(1);
    expect(one.invoiceOf(first!.id)).toMatchObject({ status: 'paid', debit_id: null });
    expect(one.invoiceOf(second!.id).debit_id).not.toBeNull();
  });
});
