import type { InvoiceResource, IssueCreditNotePayload, RefundResource } from '#contracts';
import { DAY_MS, upi } from '../../test/debit-life';
import { InvoiceLife, line, REGISTERED } from '../../test/invoice-life';

const life = (local = 'mandate.ok'): InvoiceLife => new InvoiceLife(upi(local));
const credit = (one: InvoiceLife, id: string, payload: Partial<IssueCreditNotePayload> = {}): string | number =>
  one.ask('invoices.issue_credit_note', id, { refund: 'none', reason: 'Outage', ...payload });
const sumOf = (
  notes: InvoiceResource['credit_notes'],
  name: 'amount' | 'taxable_amount' | 'cgst' | 'sgst' | 'igst' | 'round_off',
): number => notes.reduce((sum, note) => sum + note[name], 0);

describe('a credit note that the merchant issues', () => {
  it('of a line of which nothing is left but rounding takes rounding', () => {
    const one = life().register({ ...REGISTERED, roundToRupee: true });
    const back = line(-602, { type: 'proration', taxedAs: { rateBps: 25, behavior: 'inclusive', supply: 'export' } });
    const id = one.invoice({ lines: [line(33_252, { tax: { sac: '999293', rateBps: 0, behavior: 'exclusive' } }), back] });
    const [{ id: charged } = { id: '' }] = one.invoiceOf(id).lines;
    credit(one, id, { amount: 20_120 });
    credit(one, id, { lines: [{ id: charged, amount: 12_531 }] });
    expect(credit(one, id, { lines: [{ id: charged, amount: 1 }] })).toBe(200);
    expect(credit(one, id, { amount: 48 })).toBe(200);
    const { total, round_off, credit_notes: notes } = one.invoiceOf(id);
    expect(notes.map(({ amount, round_off: rounding }) => [amount, rounding])).toEqual([
      [20_120, 0],
      [12_531, 0],
      [1, 1],
      [48, 49],
    ]);
    expect([sumOf(notes, 'amount'), sumOf(notes, 'round_off')]).toEqual([total, round_off]);
  });

  it('of lines takes no less than they name: what notes of an amount took of the invoice is refused', () => {
    const one = life().register();
    const id = one.invoice({ lines: [line(10_000, { tax: { sac: '998431', rateBps: 1_800, behavior: 'exclusive' } })] });
    const [{ id: only } = { id: '' }] = one.invoiceOf(id).lines;
    credit(one, id, { amount: 6_000 });
    expect(credit(one, id, { lines: [{ id: only, amount: 10_000 }] })).toBe('amount_too_large');
    expect(credit(one, id, { lines: [{ id: only, amount: 5_000 }] })).toBe('amount_too_large');
    expect(credit(one, id, { lines: [{ id: only, amount: 4_916 }] })).toBe(200);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', amount_credited: 11_800 });
  });

  it('of lines without an amount takes what is left of them', () => {
    const one = life().register();
    const id = one.invoice({ lines: [line(10_000, { tax: { sac: '998431', rateBps: 1_800, behavior: 'exclusive' } })] });
    const [{ id: only } = { id: '' }] = one.invoiceOf(id).lines;
    credit(one, id, { amount: 6_000 });
    expect(credit(one, id, { lines: [{ id: only }] })).toBe(200);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', amount_credited: 11_800 });
  });

  it('takes off what is not paid yet first, with its tax, and the invoice is paid when nothing remains', () => {
    const one = life().register();
    const id = one.invoice();
    expect(credit(one, id, { amount: 9_900 })).toBe(200);
    expect(one.invoiceOf(id)).toMatchObject({
      status: 'open',
      amount_credited: 9_900,
      amount_remaining: 40_000,
      credit_notes: [
        {
          number: 'CN/2627/000001',
          amount: 9_900,
          taxable_amount: 8_390,
          cgst: 755,
          sgst: 755,
          reason: 'Outage',
          refund: 'none',
          refund_id: null,
        },
      ],
    });
    credit(one, id, { amount: 40_000 });
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', amount_paid: 0, amount_credited: 49_900, amount_remaining: 0 });
    expect(one.publicOf(id).slice(2)).toEqual(['invoice.updated', 'invoice.updated', 'invoice.paid']);
    expect(credit(one, id, { amount: 1 })).toBe('amount_too_large');
  });

  it('of a paid invoice refunds its payment, under one note', () => {
    const one = life().register();
    const id = one.invoice();
    one.pay(id, 'good');
    expect(credit(one, id, { amount: 10_000, refund: 'payment' })).toBe(200);
    const invoice = one.invoiceOf(id);
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_refunded: 10_000,
      credit_notes: [{ amount: 10_000, refund: 'payment', refund_id: expect.stringMatching(/^rfnd_/) }],
    });
    expect(one.keptOf(id)).toBe(39_900);
    expect(credit(one, id, { amount: 39_901, refund: 'payment' })).toBe('amount_too_large');
    expect(credit(one, id, { amount: 39_900, refund: 'payment' })).toBe(200);
    expect([one.invoiceOf(id).amount_refunded, sumOf(one.invoiceOf(id).credit_notes, 'cgst')]).toEqual([49_900, 3_806]);
  });

  it('stands when the bank refuses its refund, and the refund that follows needs no note of its own', () => {
    const one = life().register();
    const id = one.invoice();
    one.pay(id, 'good');
    credit(one, id, { amount: 10_000, refund: 'payment' });
    const refundId = one.invoiceOf(id).credit_notes[0]!.refund_id!;
    one.send('refunds.simulate', refundId, { outcome: 'failed' });
    expect(one.invoiceOf(id)).toMatchObject({
      status: 'paid',
      amount_remaining: 0,
      amount_refunded: 0,
      credit_notes: [{ amount: 10_000 }],
    });
    expect([one.keptOf(id), credit(one, id, { amount: 39_901 })]).toEqual([49_900, 'amount_too_large']);
    one.nowMs += 1;
    const again = { refundId: one.newRefund(), amount: 10_000, reason: 'requested_by_customer' };
    one.send('payments.request_refund', one.invoiceOf(id).payment_id!, again);
    expect(one.invoiceOf(id)).toMatchObject({ amount_refunded: 10_000, credit_notes: [{ amount: 10_000, refund_id: refundId }] });
    expect([one.invoiceOf(id).credit_notes.length, one.keptOf(id)]).toEqual([1, 39_900]);
  });

  it('cannot refund what no payment took', () => {
    const one = life();
    const id = one.invoice();
    one.ask('invoices.mark_paid', id, { amount: 40_000, tdsAmount: 0, channel: 'cash' });
    one.pay(id, 'good');
    expect(credit(one, id, { amount: 9_901, refund: 'payment' })).toBe('refund_amount_exceeds_available');
    expect([credit(one, id, { amount: 9_900, refund: 'payment' }), credit(one, id, { amount: 40_000 })]).toEqual([200, 200]);
    expect(one.invoiceOf(id)).toMatchObject({ amount_refunded: 9_900, credit_notes: [{ refund: 'payment' }, { refund: 'none' }] });
  });

  it('splits into what is not paid yet and what goes back', () => {
    const one = life();
    const id = one.invoice();
    one.ask('invoices.mark_paid', id, { amount: 40_000, tdsAmount: 0, channel: 'cash' });
    expect(credit(one, id, { amount: 15_000 })).toBe(200);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', amount_paid: 40_000, amount_credited: 9_900, amount_remaining: 0 });
  });

  it('is credit of the customer for what had been paid', () => {
    const one = life();
    const id = one.invoice();
    one.pay(id, 'good');
    expect(credit(one, id, { amount: 4_900, refund: 'credit' })).toBe(200);
    expect(one.streams.resource<{ balances: unknown }>(one.customerId).balances).toEqual([{ currency: 'INR', amount: -4_900 }]);
    expect(one.invoiceOf(id)).toMatchObject({ amount_refunded: 0, credit_notes: [{ refund: 'credit', refund_id: null }] });
    expect(credit(one, id, { amount: 45_000, refund: 'payment' })).toBe(200);
    expect([one.keptOf(id), one.invoiceOf(id).amount_refunded]).toEqual([4_900, 45_000]);
  });

  it('of lines takes the tax of each back, up to what is left of it', () => {
    const one = life().register({ ...REGISTERED, behavior: 'exclusive', roundToRupee: true });
    const lines = [line(10_005), line(20_000, { tax: { sac: '998431', rateBps: 0, behavior: 'exclusive' } })];
    const id = one.invoice({ lines });
    const invoice = one.invoiceOf(id);
    expect(invoice).toMatchObject({ total: 31_800, round_off: -5, tax: { cgst: 900, sgst: 900 } });
    const [taxed, exempt] = invoice.lines.map((shown) => shown.id) as [string, string];
    expect(credit(one, id, { lines: [{ id: exempt, amount: 5_000 }] })).toBe(200);
    expect(credit(one, id, { lines: [{ id: exempt, amount: 15_001 }] })).toBe('amount_too_large');
    expect(credit(one, id, { lines: [{ id: 'il_0QvAb12c07ABCDEFGHIJKLMN' }] })).toBe('resource_missing');
    expect(credit(one, id, { lines: [{ id: taxed }, { id: taxed }] })).toBe('parameter_invalid');
    expect(credit(one, id, { lines: [{ id: taxed }, { id: exempt }] })).toBe(200);
    expect(one.invoiceOf(id)).toMatchObject({
      status: 'paid',
      credit_notes: [
        { amount: 5_000, taxable_amount: 5_000, cgst: 0, round_off: 0 },
        { amount: 26_800, taxable_amount: 25_005, cgst: 900, sgst: 900, round_off: -5 },
      ],
    });
  });

  it('comes with the rounding of the invoice: all of them are the invoice to the last paisa', () => {
    const one = life().register({ ...REGISTERED, roundToRupee: true, behavior: 'exclusive' });
    const id = one.invoice({ lines: [line(16_845)] });
    expect(one.invoiceOf(id)).toMatchObject({ total: 19_900, round_off: 23 });
    one.pay(id, 'good');
    for (const amount of [1, 9_999, 9_900]) expect(credit(one, id, { amount, refund: 'payment' })).toBe(200);
    const { credit_notes: notes, subtotal, tax, round_off: roundOff, total } = one.invoiceOf(id);
    expect(sumOf(notes, 'amount')).toBe(total);
    expect(['taxable_amount', 'cgst', 'sgst', 'igst', 'round_off'].map((name) => sumOf(notes, name as 'cgst'))).toEqual([
      subtotal,
      tax.cgst,
      tax.sgst,
      tax.igst,
      roundOff,
    ]);
    for (const note of notes) {
      expect(note.amount).toBe(note.taxable_amount + note.cgst + note.sgst + note.igst + note.round_off);
    }
  });

  it.each([216, 200])('of %i paise of ₹2.83 leaves what is too small to be paid, or was never sold, to later invoices', (amount) => {
    const one = life().register();
    const id = one.invoice({ lines: [line(216)], balanceApplied: 67 });
    const before = one.balance;
    expect(one.invoiceOf(id)).toMatchObject({ amount_due: 283, amount_remaining: 283 });
    credit(one, id, { amount });
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', amount_credited: amount, amount_due: amount, amount_remaining: 0 });
    expect(one.balance - before).toBe(283 - amount);
  });

  it('leaves what can be paid to be paid', () => {
    const one = life().register();
    const id = one.invoice();
    credit(one, id, { amount: 49_800 });
    expect(one.invoiceOf(id)).toMatchObject({ status: 'open', amount_due: 49_900, amount_remaining: 100 });
  });

  it('of a line takes no tax of another kind back that the invoice gives back', () => {
    const one = life().register({ ...REGISTERED, behavior: 'exclusive' });
    const taxedAs = { rateBps: 1_800, behavior: 'exclusive', supply: 'inter' } as const;
    const id = one.invoice({ lines: [line(99_900, { taxedAs }), line(-50_000, { type: 'proration' })] });
    expect(one.invoiceOf(id)).toMatchObject({ total: 58_882, tax: { cgst: -4_500, sgst: -4_500, igst: 17_982 } });
    const charged = one.invoiceOf(id).lines[0]!;
    credit(one, id, { lines: [{ id: charged.id, amount: 10_000 }] });
    const [note] = one.invoiceOf(id).credit_notes;
    expect(note).toMatchObject({ amount: 11_800, taxable_amount: 10_000, cgst: 0, sgst: 0, igst: 1_800, round_off: 0 });
    credit(one, id, { lines: [{ id: charged.id }] });
    expect(one.invoiceOf(id)).toMatchObject({ status: 'paid', amount_credited: 58_882 });
    expect(sumOf(one.invoiceOf(id).credit_notes, 'cgst')).toBe(-4_500);
  });

  it('waits for money that is under way, and is not of a draft or a void invoice', () => {
    const one = life();
    const [draft, voided, paying] = [one.invoice({ isFinal: false }), one.invoice(), one.invoice()];
    one.ask('invoices.void', voided);
    one.pay(paying, { methods: [] });
    expect([draft, voided, paying].map((id) => credit(one, id, { amount: 100 }))).toEqual(Array(3).fill('state_conflict'));
  });

  it('makes a planned debit one of the rest', () => {
    const one = life();
    const id = one.automatic();
    credit(one, id, { amount: 9_900 });
    expect(one.of(one.invoiceOf(id).debit_id!)).toMatchObject({ amount: 40_000 });
    one.pass(5 * DAY_MS);
    expect([one.invoiceOf(id).status, one.keptOf(id)]).toEqual(['paid', 40_000]);
  });
});

describe('the credit note of a refund', () => {
  it('is never above its invoice, also where that charged a rest of an earlier one', () => {
    const one = life().register();
    const id = one.invoice({ lines: [line(216)], balanceApplied: 67 });
    one.pay(id, 'good');
    expect(one.keptOf(id)).toBe(283);
    const refund = (amount: number | null): unknown => {
      const refundId = one.streams.newId('refund', (one.nowMs += 1));
      return one.send('payments.request_refund', one.invoiceOf(id).payment_id!, { refundId, amount, reason: 'requested_by_customer' });
    };
    refund(200);
    refund(null);
    expect(one.invoiceOf(id)).toMatchObject({ amount_refunded: 283, credit_notes: [{ amount: 200 }, { amount: 16 }] });
    expect(sumOf(one.invoiceOf(id).credit_notes, 'taxable_amount')).toBe(one.invoiceOf(id).subtotal);
  });

  it('is of what a refund that failed did not pay from the balance, once that is repeated', () => {
    const one = life();
    const id = one.invoice();
    one.pay(id, 'good');
    const { payment_id: paymentId } = one.invoiceOf(id);
    const refund = (amount: number, more: object = {}): string => {
      const refundId = one.streams.newId('refund', (one.nowMs += 1));
      one.send('payments.request_refund', paymentId!, { refundId, amount, reason: 'requested_by_customer', ...more });
      return one.streams.resource<RefundResource>(refundId).status;
    };
    expect([refund(2_469, { fromBalance: 1_000 }), refund(1_200), refund(1_269)]).toEqual(['failed', 'processed', 'processed']);
    expect(one.invoiceOf(id)).toMatchObject({ amount_refunded: 2_469, credit_notes: [{ amount: 200 }, { amount: 1_269 }] });
  });
});
