import type { CancelSubscriptionPayload, PayInvoicePayload } from '#contracts';
import { line } from '../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

/** Of 31000 for March 2031. */
function begun(collection: 'automatic' | 'send_invoice' = 'automatic'): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z');
  return { one, id: one.subscribe({ collection, price: { ...GOLD, amount: 31_000 }, mandateMaxAmount: 100_000 }) };
}
const PENDING: PayInvoicePayload = { instrument: { method: 'upi', flow: 'collect', vpa: 'pending@sandbox' }, methods: ['upi'] };
type Refund = CancelSubscriptionPayload['refund'];
const cancel = (one: SubscriptionLife, id: string, refund: Refund): void =>
  void expect(one.cancel(id, { refund, openInvoices: 'void' })).toMatchObject({ status: 200 });
const refunded = (one: SubscriptionLife): number =>
  [...one.streams.streams.keys()].filter((key) => key.startsWith('pay_')).reduce((sum, key) => sum + one.payment(key).amount_refunded, 0);

describe('a cancellation that asks no more of the customer', () => {
  it.each<[Refund, number]>([
    ['none', 0],
    ['prorated', 22_000],
    ['full', 31_000],
  ])('with refund %s gives back money, and pays no invoice that becomes void', (refund, amount) => {
    const { one, id } = begun();
    one.until('2031-03-10T03:30:00Z');
    const change = { amount: 62_000, proration: 'invoice_now', overLimit: 'reauthorize' };
    expect(one.send('subscriptions.update', id, change)).toMatchObject({ status: 200 });
    cancel(one, id, refund);
    expect(one.invoicesOf(id).map(({ status, total }) => [status, total])).toEqual([
      ['paid', 31_000],
      ['void', 22_000],
    ]);
    expect([refunded(one), one.balance]).toEqual([amount, 0]);
  });

  it.each<[Refund, number[], number]>([
    ['none', [21_000], 0],
    ['prorated', [16_000, 5_000], 0],
    ['full', [31_000], -10_000],
  ])('with refund %s credits the rest of an invoice that was paid in part', (refund, notes, balance) => {
    const { one, id } = begun('send_invoice');
    const [invoice] = one.invoicesOf(id);
    expect(one.ask('invoices.mark_paid', invoice!.id, { amount: 10_000, tdsAmount: 0, channel: 'cheque' })).toBe(200);
    one.until('2031-03-16T03:30:00Z');
    cancel(one, id, refund);
    const after = one.invoiceOf(invoice!.id);
    expect(after).toMatchObject({ status: 'paid', amount_paid: 10_000, amount_remaining: 0 });
    expect([after.credit_notes.map(({ amount }) => amount), one.balance]).toEqual([notes, balance]);
  });

  it.each<['page' | 'debit', Refund, number[], number]>([
    ['page', 'none', [21_000], 0],
    ['page', 'prorated', [16_000, 5_000], 0],
    ['page', 'full', [31_000], -10_000],
    ['debit', 'none', [21_000], 0],
    ['debit', 'full', [31_000], -10_000],
  ])(
    'keeps what was paid before of an invoice whose money is under way (%s), with refund %s, and no more',
    (how, refund, notes, balance) => {
      const { one, id } = begun(how === 'page' ? 'send_invoice' : 'automatic');
      if (how === 'debit') one.send('subscriptions.update', id, { amount: 62_000, proration: 'invoice_now', overLimit: 'reauthorize' });
      const { id: invoice } = one.invoicesOf(id).at(-1)!;
      expect(one.ask('invoices.mark_paid', invoice, { amount: 10_000, tdsAmount: 0, channel: 'cheque' })).toBe(200);
      if (how === 'page') one.until('2031-03-16T03:30:00Z').pay(invoice, PENDING);
      const { payment_id: paymentId, debit_id: debitId } = one.invoiceOf(invoice);
      if (how === 'debit') one.send('debits.simulate', debitId!, { outcome: 'deemed' });
      cancel(one, id, refund);
      const after = one.invoiceOf(invoice);
      expect(after).toMatchObject({ status: 'paid', amount_paid: 10_000, amount_remaining: 0 });
      expect([after.credit_notes.map(({ amount }) => amount), one.balance]).toEqual([notes, balance]);
      if (how === 'page') expect(one.ask('payments.simulate', paymentId!, { outcome: 'approve' })).toBe(200);
      else one.send('debits.simulate', debitId!, { outcome: 'succeeded' });
      expect([one.invoiceOf(invoice).status, one.keptOf(invoice), one.balance]).toEqual(['paid', 0, balance]);
    },
  );

  it('charges to the balance credit that was spent of an invoice whose outside payment is reversed', () => {
    const { one, id } = begun('send_invoice');
    const [invoice] = one.invoicesOf(id);
    expect(one.ask('invoices.mark_paid', invoice!.id, { tdsAmount: 0, channel: 'cheque' })).toBe(200);
    expect(one.ask('invoices.issue_credit_note', invoice!.id, { amount: 31_000, refund: 'credit' })).toBe(200);
    const other = one.invoice({ lines: [line(31_000)] });
    expect(one.invoiceOf(other)).toMatchObject({ status: 'paid', balance_applied: -31_000 });
    expect(one.ask('invoices.reverse_outside_payment', invoice!.id, { number: 1 })).toBe(200);
    cancel(one, id, 'none');
    expect([one.invoiceOf(invoice!.id).status, one.balance]).toEqual(['paid', 31_000]);
  });
});
