import { upi, DAY_MS, HOUR_MS, shown } from '../../test/debit-life';
import { InvoiceLife } from '../../test/invoice-life';

const life = (local = 'mandate.ok'): InvoiceLife => new InvoiceLife(upi(local));

describe('an invoice that is sent', () => {
  it('is paid by the customer, in one commit', () => {
    const one = life();
    const id = one.invoice();
    expect(one.pay(id, 'good')).toMatchObject({ status: 200 });
    const invoice = one.invoiceOf(id);
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 49_900, amount_remaining: 0, attempt_count: 1, hosted_url: null });
    expect(one.payment(invoice.payment_id!)).toMatchObject({ status: 'captured', amount: 49_900, invoice_id: id, reference_id: id });
    expect(one.publicOf(id)).toEqual(['invoice.created', 'invoice.finalized', 'invoice.paid']);
    expect(one.pay(id, 'good')).toMatchObject({ refusal: { code: 'invoice_not_payable' } });
  });

  it('stays open when its payment fails, and is paid by the next', () => {
    const one = life();
    const id = one.invoice();
    one.pay(id, 'bad');
    expect(one.invoiceOf(id)).toMatchObject({ status: 'open', last_error: { reason: 'insufficient_funds' } });
    expect(one.payment(one.invoiceOf(id).payment_id!)).toMatchObject({ status: 'failed', invoice_id: id });
    one.pay(id, 'good');
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', attempt_count: 2, last_error: null });
    expect(one.publicOf(id)).toContain('invoice.payment_failed');
  });

  it('has one payment under way at a time, and is not called off meanwhile', () => {
    const one = life();
    const id = one.invoice();
    expect(one.pay(id, { methods: [] })).toMatchObject({ status: 200 });
    const paymentId = one.invoiceOf(id).payment_id!;
    expect(one.payment(paymentId)).toMatchObject({ status: 'created', payment_methods: ['upi', 'card', 'netbanking'] });
    expect(one.pay(id, 'good')).toMatchObject({ refusal: { code: 'invoice_not_payable', details: { reason: 'payment_under_way' } } });
    expect(one.ask('invoices.void', id)).toBe('state_conflict');
    one.send('payments.cancel', paymentId, { reason: null });
    expect(one.invoiceOf(id)).toMatchObject({ payment_id: paymentId, last_error: { reason: 'payment_cancelled' } });
    expect(one.ask('invoices.void', id)).toBe(200);
  });

  it('can be marked as uncollectible, and is paid all the same', () => {
    const one = life();
    const id = one.invoice();
    expect(one.ask('invoices.mark_uncollectible', id)).toBe(200);
    expect(one.invoiceOf(id).status).toBe('uncollectible');
    one.pay(id, 'good');
    expect(one.publicOf(id)).toEqual(['invoice.created', 'invoice.finalized', 'invoice.uncollectible', 'invoice.paid']);
  });

  it('as a draft gets its number when it is paid', () => {
    const one = life();
    const id = one.invoice({ isFinal: false });
    one.pay(id, 'good');
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', number: 'INV/2627/000001' });
  });
});

describe('an invoice that is collected', () => {
  it('is debited under its mandate, after the notice', () => {
    const one = life();
    const id = one.automatic();
    const { debit_id: debitId, next_attempt_at: next } = one.invoiceOf(id);
    expect(shown(next!)).toBe('T+1 06:10');
    expect(one.of(debitId!)).toMatchObject({ status: 'scheduled', invoice_id: id, description: 'Invoice INV/2627/000001' });
    one.pass(2 * DAY_MS);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', debit_id: debitId, next_attempt_at: null });
    expect(one.payment(one.invoiceOf(id).payment_id!)).toMatchObject({ reference_id: id, invoice_id: id, mandate_id: one.mandateId });
    expect(one.publicOf(id)).toEqual(['invoice.created', 'invoice.finalized', 'invoice.paid']);
  });

  it('says when a debit that fails is tried again, and is open when it is over', () => {
    const one = life('mandate.lowfunds');
    const id = one.automatic();
    one.pass(DAY_MS + HOUR_MS);
    expect(one.invoiceOf(id)).toMatchObject({ attempt_count: 1, last_error: { reason: 'insufficient_funds', network_code: 'Z9' } });
    expect(shown(one.invoiceOf(id).next_attempt_at!)).toBe('T+2 06:20');
    one.pass(5 * DAY_MS);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'open', attempt_count: 4, next_attempt_at: null, debit_id: null });
    expect(one.publicOf(id).filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
    one.pay(id, 'good');
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', debit_id: null });
  });

  it('calls its debit off when the customer pays otherwise, and when it is void or uncollectible', () => {
    const one = life();
    const [paid, dropped, lost] = [one.automatic(), one.automatic(), one.automatic()];
    const debits = [paid, dropped, lost].map((id) => one.invoiceOf(id).debit_id!);
    one.pay(paid, 'good');
    one.ask('invoices.void', dropped);
    one.ask('invoices.mark_uncollectible', lost);
    const calledOff = { status: 'cancelled', cancel_reason: 'invoice_settled' };
    expect(debits.map((id) => one.of(id))).toMatchObject([calledOff, calledOff, calledOff]);
    one.pass(5 * DAY_MS);
    expect([paid, dropped, lost].map((id) => one.keptOf(id))).toEqual([49_900, 0, 0]);
    expect(one.invoiceOf(lost).status).toBe('uncollectible');
  });

  it('is open when its debit is called off or cannot be announced', () => {
    const one = life();
    const id = one.automatic();
    one.ask('debits.cancel', one.invoiceOf(id).debit_id!);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'open', debit_id: null, last_error: null });
    expect(one.publicOf(id)).toEqual(['invoice.created', 'invoice.finalized', 'invoice.updated']);
    expect(one.pay(id, { mandateId: one.mandateId, methods: [] })).toMatchObject({ status: 200 });
    expect(one.invoiceOf(id).debit_id).not.toBeNull();
  });

  it('waits for a debit that is under way: no second attempt, and no end', () => {
    const one = life();
    const id = one.automatic();
    one.send('debits.simulate', one.invoiceOf(id).debit_id!, { outcome: 'deemed' });
    expect(one.invoiceOf(id)).toMatchObject({ status: 'open', next_attempt_at: null });
    expect(one.pay(id, 'good')).toMatchObject({ refusal: { code: 'invoice_not_payable' } });
    expect(one.ask('invoices.void', id)).toBe('state_conflict');
    one.pass(DAY_MS);
    expect(one.invoiceOf(id).status).toBe('paid');
  });
});

describe('money that comes after all', () => {
  /** A debit that fails, and whose money comes later. */
  const failing = (one: InvoiceLife): string => {
    const id = one.automatic();
    one.send('debits.simulate', one.invoiceOf(id).debit_id!, { outcome: 'late_success' });
    return id;
  };

  it('pays an invoice that is open', () => {
    const one = life();
    const id = failing(one);
    one.pass(15_000);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'open', attempt_count: 1 });
    one.pass(DAY_MS);
    expect([one.invoiceOf(id).status, one.keptOf(id)]).toEqual(['paid', 49_900]);
  });

  it('(35) goes back as a whole where the invoice was paid otherwise, or is void', () => {
    const one = life();
    const [paid, dropped] = [failing(one), failing(one)];
    one.pass(15_000);
    one.pay(paid, 'good');
    expect(one.ask('invoices.void', dropped)).toBe(200);
    one.pass(10 * DAY_MS);
    expect([paid, dropped].map((id) => [one.invoiceOf(id).status, one.keptOf(id)])).toEqual([
      ['paid', 49_900],
      ['void', 0],
    ]);
    expect(one.invoiceOf(paid)).toMatchObject({ amount_refunded: 0, credit_notes: [] });
  });

  it('that of a debit under way goes back where the invoice was paid meanwhile, and ends the debit', () => {
    const one = life();
    const id = one.automatic();
    const debitId = one.invoiceOf(id).debit_id!;
    one.pay(id, 'bad');
    const paymentId = one.invoiceOf(id).payment_id!;
    one.send('debits.simulate', debitId, { outcome: 'deemed' });
    one.send('payments.simulate', paymentId, { outcome: 'captured' });
    expect([one.invoiceOf(id).status, one.of(debitId).status]).toEqual(['paid', 'processing']);
    one.pass(DAY_MS);
    expect(one.payment(one.of(debitId).payment_id!)).toMatchObject({ status: 'refunded' });
    expect(one.of(debitId)).toMatchObject({ status: 'succeeded', attempts: [{ outcome: 'succeeded' }] });
    expect([one.invoiceOf(id).payment_id, one.keptOf(id)]).toEqual([paymentId, 49_900]);
  });
});

it('late money that is held for an invoice is captured as a whole, so that it is paid in full or not', () => {
  const one = life();
  const id = one.invoice();
  const rules = { lateAuthorization: 'hold' } as const;
  one.pay(id, { instrument: { method: 'upi', flow: 'collect', vpa: 'insufficient@sandbox' }, methods: ['upi'], rules });
  const paymentId = one.invoiceOf(id).payment_id!;
  one.send('payments.simulate', paymentId, { outcome: 'authorized' });
  const refusal = { code: 'parameter_invalid', details: { param: 'amount' } };
  expect(one.send('payments.capture', paymentId, { amount: 100 })).toMatchObject({ refusal });
  expect([one.invoiceOf(id).status, one.keptOf(id)]).toEqual(['open', 0]);
  one.send('payments.capture', paymentId, {});
  expect([one.invoiceOf(id).status, one.keptOf(id)]).toEqual(['paid', 49_900]);
});

describe('(52) refunds of an invoice', () => {
  it('are credit notes with numbers of their own, whose tax comes to that of the invoice', () => {
    const one = life().register();
    const id = one.invoice();
    one.pay(id, 'good');
    const paymentId = one.invoiceOf(id).payment_id!;
    for (const amount of [10_000, 333, null]) {
      const refundId = one.streams.newId('refund', one.nowMs);
      one.send('payments.request_refund', paymentId, { refundId, amount, reason: 'requested_by_customer', speed: 'instant' });
      one.pass(DAY_MS);
    }
    const { status, amount_refunded, credit_notes: notes, tax } = one.invoiceOf(id);
    expect([status, amount_refunded]).toEqual(['paid', 49_900]);
    expect(notes.map(({ number, amount, reason }) => [number, amount, reason])).toEqual([
      ['CN/2627/000001', 10_000, 'requested_by_customer'],
      ['CN/2627/000002', 333, 'requested_by_customer'],
      ['CN/2627/000003', 39_567, 'requested_by_customer'],
    ]);
    expect([notes.reduce((sum, { cgst }) => sum + cgst, 0), notes.reduce((sum, { sgst }) => sum + sgst, 0)]).toEqual([tax.cgst, tax.sgst]);
    expect(one.publicOf(id).filter((type) => type === 'invoice.updated')).toHaveLength(3);
  });

  it.each([
    [49_900, 1],
    [30_000, 30_000],
    [49_900, 49_900],
  ])('that failed and went out after all (%i, then %i) are shown with what went out twice', (first, second) => {
    const one = life().register();
    const id = one.invoice();
    one.pay(id, 'good');
    const refund = (amount: number, outcome: string): string => {
      const refundId = one.streams.newId('refund', (one.nowMs += 1_000));
      const asked = { refundId, amount, reason: 'requested_by_customer', metadata: { sandbox_outcome: outcome } } as const;
      one.send('payments.request_refund', one.invoiceOf(id).payment_id!, asked);
      return refundId;
    };
    const failed = refund(first, 'failed');
    const later = refund(second, 'processed');
    const before = one.publicOf(id).length;
    one.send('refunds.simulate', failed, { outcome: 'processed' });
    const over = first + second - 49_900;
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', amount_refunded: 49_900, amount_over_refunded: over });
    expect(one.publicOf(id).slice(before)).toContain('invoice.updated');
    const { credit_notes: notes } = one.invoiceOf(id);
    expect(notes.reduce((sum, { amount }) => sum + amount, 0)).toBe(49_900);
    one.send('refunds.simulate', failed, { outcome: 'failed' });
    one.send('refunds.simulate', later, { outcome: 'failed' });
    expect(one.invoiceOf(id)).toMatchObject({ amount_refunded: 0, amount_over_refunded: 0 });
  });

  it('that the bank returns are money the customer has not got; the credit note stands for the next refund', () => {
    const one = life().register();
    const id = one.invoice();
    one.pay(id, 'good');
    const refund = (amount: number | null): string => {
      const refundId = one.streams.newId('refund', (one.nowMs += 1_000));
      one.send('payments.request_refund', one.invoiceOf(id).payment_id!, { refundId, amount, reason: 'requested_by_customer' });
      return refundId;
    };
    const refunded = () => {
      const { amount_paid, amount_refunded, credit_notes: notes } = one.invoiceOf(id);
      expect(amount_paid - amount_refunded).toBe(one.keptOf(id));
      return [amount_refunded, ...notes.map(({ amount }) => amount)];
    };
    const first = refund(10_000);
    one.send('refunds.simulate', first, { outcome: 'failed' });
    expect(refunded()).toEqual([0, 10_000]);
    const second = refund(4_000);
    expect(refunded()).toEqual([4_000, 10_000]);
    refund(null);
    expect(refunded()).toEqual([49_900, 10_000, 39_900]);
    one.send('refunds.simulate', second, { outcome: 'failed' });
    refund(null);
    expect(refunded()).toEqual([49_900, 10_000, 39_900]);
    const { credit_notes: notes, tax } = one.invoiceOf(id);
    expect(notes.reduce((sum, { cgst, sgst }) => sum + cgst + sgst, 0)).toBe(tax.total);
  });
});
