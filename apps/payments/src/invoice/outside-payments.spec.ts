import type { MarkPaidPayload } from '#contracts';
import { DAY_MS, upi } from '../../test/debit-life';
import { InvoiceLife } from '../../test/invoice-life';
import { SubscriptionLife } from '../../test/subscription-life';

const life = (local = 'mandate.ok'): InvoiceLife => new InvoiceLife(upi(local));
const mark = (one: InvoiceLife, id: string, payload: Partial<MarkPaidPayload> = {}): string | number =>
  one.ask('invoices.mark_paid', id, { tdsAmount: 0, channel: 'bank_transfer', ...payload });
const reverse = (one: InvoiceLife, id: string, number = 1): string | number =>
  one.ask('invoices.reverse_outside_payment', id, { number, reason: 'Funds insufficient' });

describe('money that did not pass through Hundi', () => {
  it('pays what remains, less the tax that was deducted at source, without a payment', () => {
    const one = life();
    const id = one.invoice();
    expect(mark(one, id, { tdsAmount: 4_990, reference: 'AXISN62026112500123' })).toBe(200);
    expect(one.invoiceOf(id)).toMatchObject({
      status: 'paid',
      amount_due: 49_900,
      amount_paid: 44_910,
      amount_tds: 4_990,
      amount_remaining: 0,
      payment_id: null,
      paid_at: one.nowMs / 1_000,
      outside_payments: [
        {
          number: 1,
          amount: 44_910,
          tds_amount: 4_990,
          payment_channel: 'bank_transfer',
          reference: 'AXISN62026112500123',
          reversed_at: null,
        },
      ],
    });
    expect(one.keptOf(id)).toBe(0);
    expect(one.publicOf(id)).toEqual(['invoice.created', 'invoice.finalized', 'invoice.updated', 'invoice.paid']);
  });

  it('may come in parts, and a payment takes only what remains', () => {
    const one = life();
    const id = one.invoice();
    expect([mark(one, id, { amount: 10_000 }), mark(one, id, { amount: 0, tdsAmount: 4_990 })]).toEqual([200, 200]);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'open', amount_paid: 10_000, amount_tds: 4_990, amount_remaining: 34_910 });
    one.pay(id, 'good');
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', amount_paid: 44_910, amount_tds: 4_990, amount_remaining: 0 });
    expect(one.keptOf(id)).toBe(34_910);
  });

  it.each<[string, Partial<MarkPaidPayload>, string]>([
    ['more than remains', { amount: 49_901 }, 'amount_too_large'],
    ['more than remains with the tax deducted at source', { amount: 49_900, tdsAmount: 1 }, 'amount_too_large'],
    ['more tax deducted at source than remains', { tdsAmount: 49_901 }, 'amount_too_large'],
    ['nothing', { amount: 0 }, 'amount_too_small'],
    ['money of the future', { paidAtMs: Date.parse('2030-01-01') }, 'parameter_invalid'],
  ])('is refused where it is %s', (_what, payload, code) => {
    const one = life();
    const id = one.invoice();
    expect(mark(one, id, payload)).toBe(code);
    expect(one.invoiceOf(id)).toMatchObject({ outside_payments: [], amount_remaining: 49_900 });
  });

  it('is recorded of a finalized invoice that is not paid, and not while a payment or a debit is under way', () => {
    const one = life();
    const [draft, voided, paid, paying, debited] = [
      one.invoice({ isFinal: false }),
      one.invoice(),
      one.invoice(),
      one.invoice(),
      one.automatic(),
    ];
    one.ask('invoices.void', voided);
    one.pay(paid, 'good');
    one.pay(paying, { methods: [] });
    one.send('debits.simulate', one.invoiceOf(debited).debit_id!, { outcome: 'deemed' });
    expect([draft, voided, paid, paying, debited].map((id) => mark(one, id))).toEqual(Array(5).fill('state_conflict'));
  });

  it('calls a planned debit off, or has it debit the rest with a notice of its own', () => {
    const one = life();
    const [whole, part, rest] = [one.automatic(), one.automatic(), one.automatic()];
    const debits = [whole, part, rest].map((id) => one.invoiceOf(id).debit_id!);
    mark(one, whole);
    mark(one, part, { amount: 10_000 });
    mark(one, rest, { amount: 49_850 });
    expect(debits.map((id) => one.of(id).status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    const next = one.invoiceOf(part).debit_id!;
    expect([one.of(next), one.invoiceOf(rest).debit_id]).toMatchObject([{ amount: 39_900, invoice_id: part }, null]);
    one.pass(5 * DAY_MS);
    expect([whole, part, rest].map((id) => [one.invoiceOf(id).status, one.keptOf(id)])).toEqual([
      ['paid', 0],
      ['paid', 39_900],
      ['open', 0],
    ]);
  });

  it('keeps late money of the amount of before from being taken as well', () => {
    const one = life();
    const id = one.automatic();
    one.send('debits.simulate', one.invoiceOf(id).debit_id!, { outcome: 'late_success' });
    one.pass(15_000);
    expect(mark(one, id, { amount: 10_000 })).toBe(200);
    one.pass(10 * DAY_MS);
    expect([one.invoiceOf(id).status, one.invoiceOf(id).amount_paid, one.keptOf(id)]).toEqual(['paid', 49_900, 39_900]);
  });

  it('stands on an invoice that then cannot be void', () => {
    const one = life();
    const id = one.invoice();
    mark(one, id, { amount: 10_000 });
    expect(one.ask('invoices.void', id)).toBe('state_conflict');
    reverse(one, id);
    expect(one.ask('invoices.void', id)).toBe(200);
  });
});

describe('an outside payment that is reversed', () => {
  it('opens its invoice again, which is paid by another', () => {
    const one = life();
    const id = one.invoice();
    mark(one, id, { channel: 'cheque' });
    expect(reverse(one, id)).toBe(200);
    expect(one.invoiceOf(id)).toMatchObject({
      status: 'open',
      amount_paid: 0,
      amount_remaining: 49_900,
      hosted_url: expect.stringContaining(id),
      paid_at: null,
      outside_payments: [{ reversed_at: one.nowMs / 1_000, reversal_reason: 'Funds insufficient' }],
    });
    mark(one, id);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', amount_paid: 49_900, outside_payments: [{ number: 1 }, { number: 2 }] });
  });

  it('leaves what payments took: the rest is open, and refunds of both count', () => {
    const one = life();
    const id = one.invoice();
    mark(one, id, { amount: 10_000 });
    one.pay(id, 'good');
    const first = one.invoiceOf(id).payment_id!;
    reverse(one, id);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'open', amount_paid: 39_900, amount_remaining: 10_000 });
    one.pay(id, 'good');
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', amount_paid: 49_900, amount_remaining: 0 });
    for (const paymentId of [first, one.invoiceOf(id).payment_id!]) {
      const refundId = one.streams.newId('refund', (one.nowMs += 1));
      one.send('payments.request_refund', paymentId, { refundId, amount: null, reason: 'requested_by_customer' });
    }
    expect(one.invoiceOf(id)).toMatchObject({ amount_refunded: 49_900, credit_notes: [{ amount: 39_900 }, { amount: 10_000 }] });
  });

  it('is reversed once, has to be there, and waits for money that is under way', () => {
    const one = life();
    const id = one.invoice();
    mark(one, id, { amount: 10_000 });
    one.pay(id, { methods: [] });
    expect([reverse(one, id), reverse(one, id, 2)]).toEqual(['state_conflict', 'resource_missing']);
    one.send('payments.cancel', one.invoiceOf(id).payment_id!, { reason: null });
    expect([reverse(one, id), reverse(one, id)]).toEqual([200, 'state_conflict']);
  });

  it('leaves to be paid what credit of the customer does not pay', () => {
    const one = life();
    const id = one.invoice();
    mark(one, id);
    one.send('customers.change_balance', one.customerId, { amount: -10_000, currency: 'INR', type: 'adjustment' });
    reverse(one, id);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'open', balance_applied: -10_000, amount_due: 39_900, amount_remaining: 39_900 });
    expect(one.balance).toBe(0);
    mark(one, id);
    one.send('customers.change_balance', one.customerId, { amount: -60_000, currency: 'INR', type: 'adjustment' });
    reverse(one, id, 2);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', balance_applied: -49_900, amount_paid: 0, amount_remaining: 0 });
    expect(one.balance).toBe(-20_100);
  });

  it('makes a planned debit one of all that remains', () => {
    const one = life();
    const id = one.automatic();
    mark(one, id, { amount: 10_000 });
    reverse(one, id);
    expect(one.of(one.invoiceOf(id).debit_id!)).toMatchObject({ amount: 49_900 });
  });
});

describe('a subscription whose customer pays outside of Hundi', () => {
  const sent = (): { one: SubscriptionLife; id: string; invoice: string } => {
    const one = new SubscriptionLife();
    const id = one.subscribe({ collection: 'send_invoice' });
    return { one, id, invoice: one.subscriptionOf(id).latest_invoice_id! };
  };

  it('goes on once an overdue invoice is marked as paid, and is past due again when that is reversed', () => {
    const { one, id, invoice } = sent();
    one.days(8);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', outstanding_amount: 49_900 });
    mark(one, invoice, { amount: 9_900 });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', outstanding_amount: 40_000 });
    mark(one, invoice, { tdsAmount: 4_000 });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0, paid_count: 1 });
    expect(one.publicOf(id)).toContain('subscription.charged');
    reverse(one, invoice, 2);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', outstanding_amount: 40_000, paid_count: 0 });
    mark(one, invoice, { amount: 10_000 });
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'past_due', outstanding_amount: 30_000, paid_count: 0 });
    mark(one, invoice);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0, paid_count: 1 });
  });

  it('has not paid the periods of reversed payments, in any order, and has paid what is reduced to nothing', () => {
    const one = new SubscriptionLife();
    const id = one.subscribe({ collection: 'send_invoice', totalCount: 6 });
    for (let month = 0; month < 3; month += 1) {
      mark(one, one.subscriptionOf(id).latest_invoice_id!);
      one.days(31);
    }
    const [first, second] = one.invoicesOf(id).map((sent) => sent.id) as [string, string];
    const counts = (): unknown[] => [one.subscriptionOf(id).paid_count, one.subscriptionOf(id).remaining_count];
    expect(counts()).toEqual([3, 3]);
    reverse(one, first);
    reverse(one, second);
    expect(counts()).toEqual([1, 5]);
    one.ask('invoices.issue_credit_note', second, { amount: 49_900, refund: 'none' });
    expect(counts()).toEqual([2, 4]);
    one.pay(first, 'good');
    expect(counts()).toEqual([3, 3]);
  });

  it('that has ended owes it again when that is reversed', () => {
    const { one, id, invoice } = sent();
    mark(one, invoice);
    one.cancel(id);
    reverse(one, invoice);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', outstanding_amount: 49_900, paid_count: 0 });
    one.pay(invoice, 'good');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'cancelled', outstanding_amount: 0, paid_count: 1 });
  });

  it('stays active when that is reversed before the invoice is due, and is past due then', () => {
    const { one, id, invoice } = sent();
    mark(one, invoice);
    reverse(one, invoice);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 49_900 });
    expect(one.days(8).subscriptionOf(id).status).toBe('past_due');
  });

  it('that was halted is activated', () => {
    const one = new SubscriptionLife();
    const id = one.subscribe({
      price: { name: 'Gold', amount: 201, currency: 'INR', interval: { unit: 'month', count: 1 } },
      trialDays: 30,
    });
    one.until('2026-12-29T00:00:00Z');
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'halted' });
    mark(one, one.subscriptionOf(id).latest_invoice_id!);
    expect(one.subscriptionOf(id)).toMatchObject({ status: 'active', outstanding_amount: 0 });
    expect(one.publicOf(id).slice(-2)).toEqual(['subscription.activated', 'subscription.charged']);
  });
});
