import { upi } from '../../test/debit-life';
import { InvoiceLife } from '../../test/invoice-life';

const life = (): InvoiceLife => new InvoiceLife(upi('mandate.ok'));

describe('a payment of an invoice that is confirmed again', () => {
  const confirm = (one: InvoiceLife, paymentId: string, vpa: string) =>
    one.send('payments.confirm', paymentId, { instrument: { method: 'upi', flow: 'collect', vpa: `${vpa}@sandbox` } });
  const underWay = { refusal: { code: 'invoice_not_payable', details: { reason: 'payment_under_way' } } };

  it('is under way: no other begins, and nothing ends the invoice', () => {
    const one = life();
    const id = one.invoice();
    one.pay(id, 'bad');
    const paymentId = one.invoiceOf(id).payment_id!;
    expect(confirm(one, paymentId, 'pending')).toMatchObject({ status: 200 });
    expect(one.pay(id, 'good')).toMatchObject(underWay);
    expect([one.ask('invoices.void', id), one.ask('invoices.mark_uncollectible', id)]).toEqual(['state_conflict', 'state_conflict']);
    one.send('payments.simulate', paymentId, { outcome: 'failed' });
    expect(one.invoiceOf(id)).toMatchObject({ status: 'open', attempt_count: 2, payment_id: paymentId });
    confirm(one, paymentId, 'success');
    expect([one.invoiceOf(id).status, one.invoiceOf(id).attempt_count, one.keptOf(id)]).toEqual(['paid', 3, 49_900]);
  });

  it('counts when it is declined at once', () => {
    const one = life();
    const id = one.invoice();
    one.pay(id, 'bad');
    confirm(one, one.invoiceOf(id).payment_id!, 'limit');
    expect(one.invoiceOf(id)).toMatchObject({ attempt_count: 2, last_error: { reason: 'transaction_limit_exceeded' } });
    expect(one.ask('invoices.void', id)).toBe(200);
  });

  it('is not tried beside another, nor once the invoice is paid or void', () => {
    const one = life();
    const [paid, dropped, open] = [one.automatic(), one.invoice(), one.invoice()];
    one.pay(paid, { methods: ['upi'] });
    const left = one.invoiceOf(paid).payment_id!;
    one.send('debits.simulate', one.invoiceOf(paid).debit_id!, { outcome: 'deemed' });
    expect(confirm(one, left, 'success')).toMatchObject(underWay);
    one.pass(5 * 60_000);
    expect([one.invoiceOf(paid).status, one.payment(left).status]).toEqual(['paid', 'created']);
    expect(confirm(one, left, 'success')).toMatchObject({ refusal: { code: 'invoice_not_payable', details: { current_status: 'paid' } } });
    for (const id of [dropped, open]) one.pay(id, 'bad');
    one.ask('invoices.void', dropped);
    const failed = [dropped, open].map((id) => one.invoiceOf(id).payment_id!);
    one.pay(open, { methods: ['upi'] });
    expect(failed.map((id) => confirm(one, id, 'success'))).toMatchObject([
      { refusal: { code: 'invoice_not_payable', details: { current_status: 'void' } } },
      underWay,
    ]);
    expect([paid, dropped, open].map((id) => one.keptOf(id))).toEqual([49_900, 0, 0]);
  });
});
