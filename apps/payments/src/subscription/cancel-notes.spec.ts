import type { CancelSubscriptionPayload } from '#contracts';
import { REGISTERED } from '../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const EXCLUSIVE = { ...REGISTERED, behavior: 'exclusive', defaultRateBps: 1_800 } as const;
type Refund = CancelSubscriptionPayload['refund'];

/** Of 31000 and 18 % for March 2031. */
function begun(collection: 'automatic' | 'send_invoice' = 'automatic'): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z').register(EXCLUSIVE);
  return { one, id: one.subscribe({ collection, price: { ...GOLD, amount: 31_000 }, mandateMaxAmount: 900_000 }) };
}
const cancel = (one: SubscriptionLife, id: string, refund: Refund): void =>
  void expect(one.cancel(id, { refund })).toMatchObject({ status: 200 });
const sumOfPayments = (one: SubscriptionLife, field: 'amount_captured' | 'amount_refunded'): number =>
  [...one.streams.streams.keys()].filter((key) => key.startsWith('pay_')).reduce((sum, key) => sum + one.payment(key)[field], 0);
const captured = (one: SubscriptionLife): number => sumOfPayments(one, 'amount_captured');
const refunded = (one: SubscriptionLife): number => sumOfPayments(one, 'amount_refunded');

/** What all documents come to, minor units. */
function documents(one: SubscriptionLife, id: string): number {
  return one.invoicesOf(id).reduce((sum, { status, total, credit_notes: notes, balance_credit_note: note }) => {
    if (status === 'void' || status === 'draft') return sum;
    return [...notes, ...(note === null ? [] : [note])].reduce((rest, { amount }) => rest - amount, sum + total);
  }, 0);
}
const notesOf = (one: SubscriptionLife, id: string) =>
  one.invoicesOf(id).map(({ credit_notes: notes }) => notes.map(({ amount, cgst, igst }) => [amount, cgst, igst]));

describe('credit notes of a cancellation with a refund', () => {
  it.each<['prorate' | 'invoice_now', Refund, number]>([
    ['invoice_now', 'prorated', 36_580 - 25_370],
    ['invoice_now', 'full', 0],
    ['prorate', 'prorated', 36_580 - 25_370],
    ['prorate', 'full', 0],
  ])('after a downgrade (%s) %s: credit that goes back as money is credited once', (proration, refund, kept) => {
    const { one, id } = begun();
    one.until('2031-03-05T03:30:00Z');
    const change = { amount: 15_500, proration, overLimit: 'reauthorize' };
    expect(one.send('subscriptions.update', id, change)).toMatchObject({ status: 200 });
    one.until('2031-03-16T03:30:00Z');
    cancel(one, id, refund);
    expect([36_580 - refunded(one), one.balance, documents(one, id)]).toEqual([kept, 0, kept]);
  });

  it.each(['invoice_now', 'prorate'])('give all of a month back whose price changed every day (%s)', (proration) => {
    const { one, id } = begun();
    for (let day = 2; day <= 31; day++) {
      one.until(`2031-03-${String(day).padStart(2, '0')}T03:30:00Z`);
      const change = { amount: day % 2 === 0 ? 62_000 : 31_000, proration, overLimit: 'reauthorize' };
      expect(one.send('subscriptions.update', id, change)).toMatchObject({ status: 200 });
    }
    cancel(one, id, 'full');
    expect([captured(one) - refunded(one) + one.balance, documents(one, id)]).toEqual([0, 0]);
  });

  it.each<[Refund, number]>([
    ['prorated', 18_880],
    ['full', 36_580],
  ])('%s: what no payment can give back is credit with a credit note', (refund, amount) => {
    const { one, id } = begun('send_invoice');
    expect(one.ask('invoices.mark_paid', one.invoicesOf(id)[0]!.id, { tdsAmount: 0, channel: 'cheque' })).toBe(200);
    one.until('2031-03-16T03:30:00Z');
    cancel(one, id, refund);
    expect([one.balance, documents(one, id)]).toEqual([-amount, 36_580 - amount]);
    expect(notesOf(one, id)[0]).toMatchObject([[amount, expect.any(Number), expect.any(Number)]]);
  });

  it('takes back the tax of the invoice that charged the days, where the buyer moved and the rate rose', () => {
    const { one, id } = begun();
    one.register({ ...REGISTERED, behavior: 'inclusive', defaultRateBps: 2_800 });
    one.send('customers.update', one.customerId, { taxPlace: { state: '07' } });
    one.until('2031-03-10T03:30:00Z');
    const change = { amount: 15_500, proration: 'invoice_now', overLimit: 'reauthorize' };
    expect(one.send('subscriptions.update', id, change)).toMatchObject({ status: 200 });
    one.until('2031-03-20T03:30:00Z');
    cancel(one, id, 'prorated');
    expect(notesOf(one, id)).toEqual([[], [[6_000, 0, expect.any(Number)]]]);
    expect(documents(one, id)).toBe(36_580 - refunded(one) + one.balance);
  });

  it.each<[string, 'invoice_now' | 'prorate']>([
    ['whole', 'invoice_now'],
    ['whole', 'prorate'],
    ['in two parts', 'invoice_now'],
    ['in two parts', 'prorate'],
  ])('are there once where the bank returns the refund and it is repeated %s (%s)', (how, proration) => {
    const { one, id } = begun();
    one.until('2031-03-05T03:30:00Z');
    const change = { amount: 15_500, proration, overLimit: 'reauthorize' };
    expect(one.send('subscriptions.update', id, change)).toMatchObject({ status: 200 });
    one.until('2031-03-16T03:30:00Z');
    cancel(one, id, 'prorated');
    const { payment_id: paymentId } = one.invoicesOf(id)[0]!;
    const refunds = [...one.streams.streams.keys()].filter((key) => key.startsWith('rfnd_'));
    const total = refunded(one);
    for (const key of refunds) one.ask('refunds.simulate', key, { outcome: 'failed' });
    expect([refunded(one), one.balance]).toEqual([0, 0]);
    const parts = how === 'whole' ? [total] : [10_000, total - 10_000];
    for (const amount of parts) {
      const payload = { refundId: one.streams.newId('refund', (one.nowMs += 1)), amount, reason: 'requested_by_customer' };
      expect(one.ask('payments.request_refund', paymentId!, payload)).toBe(201);
    }
    expect([36_580 - refunded(one), one.balance, documents(one, id)]).toEqual([36_580 - 25_370, 0, 36_580 - 25_370]);
  });

  it('leave to be paid what a reversed outside payment had paid, and not what was paid from the balance as well', () => {
    const { one, id } = begun('send_invoice');
    const { id: invoice } = one.invoicesOf(id)[0]!;
    expect(one.ask('invoices.mark_paid', invoice, { amount: 6_580, tdsAmount: 0, channel: 'cheque' })).toBe(200);
    one.pay(invoice, 'good');
    one.until('2031-03-05T03:30:00Z');
    const change = { amount: 15_500, proration: 'invoice_now', overLimit: 'reauthorize' };
    expect(one.send('subscriptions.update', id, change)).toMatchObject({ status: 200 });
    one.until('2031-03-16T03:30:00Z');
    cancel(one, id, 'prorated');
    expect(refunded(one)).toBe(25_370);
    expect(one.ask('invoices.reverse_outside_payment', invoice, { number: 1 })).toBe(200);
    expect(one.invoiceOf(invoice)).toMatchObject({ status: 'open', amount_remaining: 6_580 });
  });
});
