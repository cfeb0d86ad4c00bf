import type { SubscriptionChange } from '#contracts';
import fc from 'fast-check';
import { billOf, creditOf, withCredit, type Bill } from '../invoice/decide/bill';
import { REGISTERED } from '../../test/invoice-life';
import { GOLD, SubscriptionLife } from '../../test/subscription-life';

const BEFORE = { ...REGISTERED, behavior: 'exclusive', defaultRateBps: 500 } as const;
const AFTER = { ...REGISTERED, behavior: 'inclusive', defaultRateBps: 2_800 } as const;
const SUMS = ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const;

/** Of ₹2,000 a month with 5 % of IGST on top, begun and paid on 1 March 2031; the buyer then moves into the state of the seller. */
function moved(terms: Parameters<SubscriptionLife['subscribe']>[0] = {}): { one: SubscriptionLife; id: string } {
  const one = new SubscriptionLife().at('2031-03-01T03:30:00Z').register(BEFORE);
  one.send('customers.update', one.customerId, { taxPlace: { state: '07' } });
  const id = one.subscribe({ price: { ...GOLD, amount: 200_000 }, mandateMaxAmount: 900_000, ...terms });
  for (const invoice of one.invoicesOf(id)) if (invoice.status === 'open') one.pay(invoice.id, 'good');
  one.register(AFTER);
  one.send('customers.update', one.customerId, { taxPlace: { state: '27' } });
  return { one, id };
}

function sumOf<TItem>(items: readonly TItem[], amountOf: (item: TItem) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}

function change(one: SubscriptionLife, id: string, asked: Partial<SubscriptionChange>): void {
  expect(one.send('subscriptions.update', id, { proration: 'prorate', overLimit: 'reauthorize', ...asked })).toMatchObject({ status: 200 });
}

describe('an invoice that gives back another kind of tax than it charges', () => {
  it('has no sum below zero, and a credit note that pays some of it', () => {
    const { one, id } = moved();
    one.until('2031-03-06T03:30:00Z');
    change(one, id, { amount: 220_000, proration: 'invoice_now' });
    const invoice = one.invoicesOf(id).at(-1)!;
    const { lines, subtotal, tax, total, balance_applied: applied, amount_due: due, balance_credit_note: note } = invoice;
    expect(lines).toMatchObject([
      { amount: -167_742, igst: -8_387 },
      { amount: 184_516, igst: 0 },
      { amount: 167_742, igst: 8_387, type: 'carried' },
    ]);
    expect([subtotal, tax.igst, tax.cgst, total]).toEqual([lines[1]!.taxable_amount, 0, lines[1]!.cgst, 184_516]);
    expect([applied, due, one.balance]).toEqual([-176_129, 184_516 - 176_129, 0]);
    expect(note).toMatchObject({ amount: 176_129, taxable_amount: 167_742, igst: 8_387, cgst: 0, sgst: 0 });
  });

  it('leaves the customer as credit what it gives back beyond its total', () => {
    const { one, id } = moved();
    one.until('2031-03-06T03:30:00Z');
    change(one, id, { amount: 100_000, proration: 'invoice_now' });
    expect(one.invoicesOf(id).at(-1)).toMatchObject({ status: 'paid', total: 83_871, balance_applied: -83_871, amount_due: 0 });
    expect(one.balance).toBe(83_871 - 176_129);
  });

  it('gives its credit with its number, and the debit that is announced is of the difference', () => {
    const { one, id } = moved();
    one.until('2031-03-06T03:30:00Z');
    change(one, id, { amount: 100_000 });
    one.until('2031-03-31T06:30:00Z');
    const due = 83_871 + 100_000 - 176_129;
    expect(one.invoicesOf(id).at(-1)).toMatchObject({ status: 'draft', total: 183_871, amount_due: due, balance_credit_note: null });
    expect(one.balance).toBe(0);
    one.until('2031-04-03T03:30:00Z');
    expect(one.invoicesOf(id).at(-1)).toMatchObject({ status: 'paid', amount_due: due, balance_credit_note: { amount: 176_129 } });
    expect(one.balance).toBe(0);
  });

  it('has none below zero where the buyer moves after the notice of its debit', () => {
    const { one, id } = moved();
    one.send('customers.update', one.customerId, { taxPlace: { state: '07' } });
    one.register(BEFORE);
    one.until('2031-03-06T03:30:00Z');
    change(one, id, { amount: 210_000, proration: 'prorate' });
    one.until('2031-03-31T06:30:00Z');
    const { amount_due: due } = one.invoicesOf(id).at(-1)!;
    one.send('customers.update', one.customerId, { taxPlace: { state: '27' } });
    one.until('2031-04-03T03:30:00Z');
    const { tax, amount_due: paid, balance_credit_note: note } = one.invoicesOf(id).at(-1)!;
    expect([tax.igst, paid, note?.igst, one.balance]).toEqual([0, due, 8_387, 0]);
  });

  it('that is void leaves the credit to the customer', () => {
    const { one, id } = moved({ collection: 'send_invoice' });
    one.until('2031-03-06T03:30:00Z');
    change(one, id, { amount: 220_000, proration: 'invoice_now' });
    const { id: invoiceId, status } = one.invoicesOf(id).at(-1)!;
    expect([status, one.balance]).toEqual(['open', 0]);
    expect(one.ask('invoices.void', invoiceId)).toBe(200);
    expect(one.balance).toBe(-176_129);
  });
});

const amounts = fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((amount) => amount !== 0);
const bases = fc.record({
  behavior: fc.constantFrom('inclusive', 'exclusive'),
  supply: fc.constantFrom('intra', 'inter', 'export', 'none'),
  rateBps: fc.constantFrom(0, 300, 500, 1_800, 2_800, 4_000),
});
const someLines = fc.array(
  fc.record({ type: fc.constant('proration'), quantity: fc.integer({ min: 1, max: 3 }), unitAmount: amounts, taxedAs: bases }),
  { minLength: 1, maxLength: 8 },
);

it('no sum of random lines is below zero, nor a part of what is given back, and nothing is lost', () => {
  const seller = { registration: 'regular', stateCode: '27', behavior: 'inclusive', roundToRupee: false } as const;
  const buyer = { gstinState: null, country: null, state: '27', isSez: false };
  fc.assert(
    fc.property(someLines, (all) => {
      const terms = { lines: all, currency: 'INR' };
      const bill: Bill = billOf({ ...terms, lines: withCredit(terms, seller, buyer) }, seller, buyer);
      for (const name of SUMS) expect(bill[name]).toBeGreaterThanOrEqual(0);
      const carried = bill.lines.find(({ type }) => type === 'carried');
      if (carried !== undefined)
        for (const name of ['amount', 'taxable', 'cgst', 'sgst', 'igst'] as const) expect(carried[name]).toBeGreaterThanOrEqual(0);
      expect(bill.total - creditOf(bill)).toBe(billOf(terms, seller, buyer).total);
    }),
    { numRuns: 2_000 },
  );
});

const MOVES = fc.record({
  hours: fc.integer({ min: 1, max: 500 }),
  state: fc.constantFrom('07', '27'),
  defaultRateBps: fc.constantFrom(0, 500, 2_800, 4_000),
  behavior: fc.constantFrom('inclusive', 'exclusive'),
  amount: fc.integer({ min: 10_000, max: 400_000 }),
  proration: fc.constantFrom('prorate', 'invoice_now'),
} as const);

it('no sum of an invoice is below zero in lives whose tax changes, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.array(MOVES, { maxLength: 6 }), (moves) => {
      const { one, id } = moved({ mandateMaxAmount: 9_000_000 });
      for (const { hours, state, defaultRateBps, behavior, amount, proration } of moves) {
        one.pass(hours * 3_600_000);
        one.send('customers.update', one.customerId, { taxPlace: { state } });
        one.register({ defaultRateBps, behavior });
        one.send('subscriptions.update', id, { proration, overLimit: 'reauthorize', amount });
      }
      one.cancel(id, { at: 'period_end' });
      one.days(80);
      const invoices = one.invoicesOf(id).filter(({ status }) => status !== 'void');
      for (const { subtotal, tax, total, amount_due: due } of invoices) {
        expect(Math.min(subtotal, tax.cgst, tax.sgst, tax.igst, tax.total, total, due)).toBeGreaterThanOrEqual(0);
      }
      const lines = invoices.flatMap((invoice) => invoice.lines.filter(({ type }) => type !== 'carried'));
      const charged = sumOf(lines, ({ taxable_amount, cgst, sgst, igst }) => taxable_amount + cgst + sgst + igst);
      const credited = sumOf(invoices, ({ credit_notes: notes }) => sumOf(notes, ({ amount }) => amount));
      const payments = [...one.streams.streams.keys()].filter((key) => key.startsWith('pay_')).map(one.payment);
      const received = sumOf(payments, ({ amount_captured: amount }) => amount);
      expect(received + sumOf(invoices, ({ amount_remaining: remaining }) => remaining) + one.balance).toBe(charged - credited);
    }),
    { numRuns: 60, interruptAfterTimeLimit: 20_000 },
  );
});
