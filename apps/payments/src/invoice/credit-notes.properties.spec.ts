import type { InvoiceLineTerms, InvoiceResource, LineTaxBasis, TaxSettingsChange } from '#contracts';
import fc from 'fast-check';
import { upi } from '../../test/debit-life';
import { InvoiceLife, line, REGISTERED } from '../../test/invoice-life';

const PARTS = ['taxable_amount', 'cgst', 'sgst', 'igst', 'round_off'] as const;
type Note = InvoiceResource['credit_notes'][number];

const rateBps = fc.constantFrom(0, 25, 300, 500, 1_800, 4_000);
const behavior = fc.constantFrom('inclusive', 'exclusive');
const buyers = fc.constantFrom({}, { gstinState: '29' }, { state: '27' }, { country: 'SG' });
const charged: fc.Arbitrary<InvoiceLineTerms> = fc
  .record({ unitAmount: fc.integer({ min: 1, max: 99_999 }), quantity: fc.integer({ min: 1, max: 7 }), rateBps, behavior })
  .map(({ unitAmount, quantity, ...tax }) => line(unitAmount, { quantity, tax: { sac: '998431', ...tax } }));
const basis: fc.Arbitrary<LineTaxBasis> = fc.record({ rateBps, behavior, supply: fc.constantFrom('intra', 'inter', 'export', 'none') });
/** What a change of price gives back, taxed as another invoice was. */
const givenBack: fc.Arbitrary<InvoiceLineTerms> = fc
  .record({ amount: fc.integer({ min: 1, max: 20_000 }), taxedAs: basis })
  .map(({ amount, taxedAs }) => line(-amount, { type: 'proration', taxedAs }));
const settings: fc.Arbitrary<TaxSettingsChange> = fc.record({
  roundToRupee: fc.boolean(),
  registration: fc.constantFrom('regular', 'regular', 'composition'),
  lutReference: fc.constantFrom(null, 'AD290324000001B'),
});
interface Part {
  amount: number;
  /** Of a line; null for a part of all. */
  place: number | null;
  /** By a refund of its payment, where it has one, which makes a note of its own. */
  isRefund: boolean;
}
const credits: fc.Arbitrary<Part[]> = fc.array(
  fc.record({ amount: fc.integer({ min: 1, max: 60_000 }), place: fc.option(fc.nat(4)), isRefund: fc.boolean() }),
  { maxLength: 6 },
);

interface Sale {
  lines: InvoiceLineTerms[];
  change: TaxSettingsChange;
  buyer: object;
}

/** Null where no payment could take it. */
function billed({ lines, change, buyer }: Sale): { one: InvoiceLife; id: string } | null {
  const one = new InvoiceLife(upi('mandate.ok')).register({ ...REGISTERED, ...change });
  one.send('customers.update', one.customerId, { taxPlace: buyer });
  try {
    return { one, id: one.invoice({ lines }) };
  } catch {
    return null;
  }
}

/** Notes of some of it, and one of the rest. */
function creditAll(one: InvoiceLife, id: string, parts: readonly Part[]): InvoiceResource {
  const { lines, payment_id: paymentId } = one.invoiceOf(id);
  for (const { amount, place, isRefund } of parts) {
    if (isRefund && paymentId !== null) {
      one.send('payments.request_refund', paymentId, { refundId: one.newRefund(), amount, reason: 'requested_by_customer' });
      continue;
    }
    const shown = place === null ? undefined : lines[place % lines.length];
    const what = shown === undefined ? { amount } : { lines: [{ id: shown.id, amount }] };
    expect([200, 'amount_too_large', 'state_conflict']).toContain(one.ask('invoices.issue_credit_note', id, { ...what, refund: 'none' }));
  }
  const { total, credit_notes: notes } = one.invoiceOf(id);
  const rest = total - sumOf(notes, 'amount');
  if (rest > 0) expect(one.ask('invoices.issue_credit_note', id, { amount: rest, refund: 'none' })).toBe(200);
  return one.invoiceOf(id);
}

const sumOf = (notes: readonly Note[], name: (typeof PARTS)[number] | 'amount'): number => notes.reduce((sum, note) => sum + note[name], 0);
const partsOf = ({ subtotal, tax, round_off: roundOff }: InvoiceResource): number[] => [subtotal, tax.cgst, tax.sgst, tax.igst, roundOff];

function expectAddsUp(invoice: InvoiceResource): void {
  const { total, lines, tax, credit_notes: notes } = invoice;
  expect(partsOf(invoice).reduce((sum, part) => sum + part, 0)).toBe(total);
  for (const kind of ['cgst', 'sgst', 'igst'] as const) expect(lines.reduce((sum, shown) => sum + shown[kind], 0)).toBe(tax[kind]);
  for (const note of notes) {
    expect(note.amount).toBeGreaterThan(0);
    expect(PARTS.reduce((sum, name) => sum + note[name], 0)).toBe(note.amount);
  }
  expect(PARTS.map((name) => sumOf(notes, name))).toEqual(partsOf(invoice));
  expect(sumOf(notes, 'amount')).toBe(total);
}

it('an invoice adds up, and notes of all of it take each kind of tax back, whatever its lines', () => {
  const sales = fc.record({ lines: fc.array(charged, { minLength: 1, maxLength: 5 }), change: settings, buyer: buyers });
  fc.assert(
    fc.property(sales, fc.option(givenBack), credits, fc.boolean(), (sale, back, parts, isPaid) => {
      const made = billed({ ...sale, lines: back === null ? sale.lines : [...sale.lines, back] });
      if (made === null) return;
      if (isPaid) made.one.pay(made.id, 'good');
      const { amount_paid: paid } = made.one.invoiceOf(made.id);
      const invoice = creditAll(made.one, made.id, parts);
      expectAddsUp(invoice);
      expect(invoice).toMatchObject({ status: 'paid', amount_remaining: 0, amount_paid: paid });
      // Without what is given back, no note takes anything back that the invoice has less of.
      if (back === null)
        for (const name of PARTS.slice(0, 4)) expect(Math.min(...invoice.credit_notes.map((note) => note[name]))).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 300 },
  );
});

it('one note of the whole is the invoice in every part', () => {
  const sales = fc.record({ lines: fc.array(charged, { minLength: 1, maxLength: 5 }), change: settings, buyer: buyers });
  fc.assert(
    fc.property(sales, fc.boolean(), (sale, byLines) => {
      const made = billed(sale);
      if (made === null) return;
      const { lines, total } = made.one.invoiceOf(made.id);
      const what = byLines ? { lines: lines.map(({ id }) => ({ id })) } : { amount: total };
      made.one.ask('invoices.issue_credit_note', made.id, { ...what, refund: 'none' });
      expect(made.one.invoiceOf(made.id).credit_notes).toHaveLength(1);
      expectAddsUp(made.one.invoiceOf(made.id));
    }),
    { numRuns: 100 },
  );
});
