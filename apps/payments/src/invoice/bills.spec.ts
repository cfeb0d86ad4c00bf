import { upi, START } from '../../test/debit-life';
import { InvoiceLife, line, REGISTERED } from '../../test/invoice-life';

const life = (local = 'mandate.ok'): InvoiceLife => new InvoiceLife(upi(local));

describe('an invoice', () => {
  it.each([
    [9_999_999_999, 'unregistered', 'exclusive', 'amount_too_large'],
    [90, 'regular', 'inclusive', 'amount_too_small'],
  ] as const)('of %i paise as a draft is not finalized where its tax makes it what no payment takes', (amount, before, behavior, code) => {
    const one = life();
    if (before === 'regular') one.register({ ...REGISTERED, behavior: 'exclusive' });
    const id = one.invoice({ isFinal: false, lines: [line(amount)] });
    one.register({ ...REGISTERED, behavior });
    expect([one.ask('invoices.finalize', id), one.ask('invoices.pay', id, { methods: [] })]).toEqual([code, code]);
    expect(one.invoiceOf(id)).toMatchObject({ status: 'draft', number: null });
  });

  it('without tax settings bears no tax', () => {
    const one = life();
    expect(one.invoiceOf(one.invoice({ lines: [line(10_000, { quantity: 3 })] }))).toMatchObject({
      status: 'open',
      number: 'INV/2627/000001',
      document_type: 'invoice',
      supply_type: 'none',
      place_of_supply: null,
      subtotal: 30_000,
      tax: { total: 0 },
      total: 30_000,
      amount_remaining: 30_000,
      lines: [{ quantity: 3, unit_amount: 10_000, amount: 30_000, sac: null, rate_bps: null, taxable_amount: 30_000 }],
      invoice_date: '2026-11-25',
      due_at: START / 1_000 + 7 * 86_400,
      seller: { name: null, gstin: null },
      buyer: { name: '~s1.n', state_code: null },
    });
  });

  it('(51) is taxed by the state of the buyer, else that of the seller, as the settings say at its date', () => {
    const one = life().register();
    const taxed = () => one.invoiceOf(one.invoice());
    expect(taxed()).toMatchObject({ document_type: 'tax_invoice', supply_type: 'intra', place_of_supply: '27' });
    expect(taxed()).toMatchObject({ subtotal: 42_288, tax: { cgst: 3_806, sgst: 3_806, igst: 0 }, total: 49_900 });
    one.send('customers.update', one.customerId, { taxPlace: { gstinState: '29' } });
    expect(taxed()).toMatchObject({ supply_type: 'inter', place_of_supply: '29', tax: { igst: 7_612, total: 7_612 }, total: 49_900 });
    one.send('customers.update', one.customerId, { taxPlace: { gstinState: '27' }, gstCategory: 'sez' });
    expect(taxed()).toMatchObject({ supply_type: 'inter', place_of_supply: '27', tax: { igst: 7_612 } });
    one.send('customers.update', one.customerId, { taxPlace: { gstinState: null, country: 'SG' } });
    expect(taxed()).toMatchObject({ supply_type: 'export', place_of_supply: '96', tax: { igst: 7_612 } });
    one.register({ lutReference: 'AD290324000001B' });
    expect(taxed()).toMatchObject({ supply_type: 'export', tax: { total: 0 }, subtotal: 49_900, total: 49_900 });
    one.send('customers.update', one.customerId, { taxPlace: { country: 'IN' } });
    expect(taxed()).toMatchObject({ supply_type: 'inter', place_of_supply: '27', tax: { total: 0 }, total: 49_900 });
    one.send('customers.update', one.customerId, { gstCategory: 'regular' });
    expect(taxed()).toMatchObject({ supply_type: 'intra', tax: { total: 7_612 } });
  });

  it('adds the tax of each line, exclusive and inclusive, and rounds to the rupee where that is asked for', () => {
    const one = life().register({ ...REGISTERED, roundToRupee: true });
    const tax = (behavior: 'inclusive' | 'exclusive', rateBps = 1_800) => ({ tax: { sac: '998431', rateBps, behavior } });
    const lines = [line(10_005, tax('exclusive')), line(100, tax('inclusive')), line(20_000, tax('exclusive', 0))];
    expect(one.invoiceOf(one.invoice({ lines }))).toMatchObject({
      lines: [
        { cgst: 900, sgst: 900, taxable_amount: 10_005 },
        { cgst: 8, sgst: 8, taxable_amount: 84 },
        { cgst: 0, rate_bps: 0 },
      ],
      subtotal: 30_089,
      tax: { cgst: 908, sgst: 908, total: 1_816 },
      round_off: -5,
      total: 31_900,
    });
  });

  it('of a composition seller is a bill of supply, without tax', () => {
    const one = life().register({ ...REGISTERED, registration: 'composition' });
    expect(one.invoiceOf(one.invoice())).toMatchObject({ document_type: 'bill_of_supply', tax: { total: 0 }, total: 49_900 });
  });

  it('of what is exempt or nil-rated alone is a bill of supply; an export, a zone and a taxed line keep the tax invoice', () => {
    const one = life().register();
    const [exempt, taxed] = [line(10_000, { tax: { sac: '998431', rateBps: 0, behavior: 'inclusive' } }), line(10_000)];
    const typeOf = (...lines: ReturnType<typeof line>[]) => one.pass(1).invoiceOf(one.invoice({ lines })).document_type;
    expect([typeOf(exempt), typeOf(exempt, exempt), typeOf(exempt, taxed)]).toEqual(['bill_of_supply', 'bill_of_supply', 'tax_invoice']);
    one.send('customers.update', one.customerId, { taxPlace: { gstinState: '27' }, gstCategory: 'sez' });
    expect(typeOf(exempt)).toBe('tax_invoice');
    one.send('customers.update', one.customerId, { taxPlace: { gstinState: null, country: 'SG' }, gstCategory: 'regular' });
    expect(typeOf(exempt)).toBe('tax_invoice');
  });

  it('(50) has a number from its finalization on; one that is void keeps it, and a draft that is dropped never had one', () => {
    const one = life();
    const [draft, open] = [one.invoice({ isFinal: false }), one.invoice()];
    expect([draft, open].map((id) => one.invoiceOf(id).number)).toEqual([null, 'INV/2627/000001']);
    expect([one.ask('invoices.void', draft), one.ask('invoices.void', open)]).toEqual([200, 200]);
    expect(one.invoiceOf(draft)).toMatchObject({ status: 'void', number: null, hosted_url: null });
    expect(one.invoiceOf(open)).toMatchObject({ status: 'void', number: 'INV/2627/000001', hosted_url: null });
    expect(one.invoiceOf(one.invoice()).number).toBe('INV/2627/000002');
  });

  it('(49) is numbered in the financial year of its date in India', () => {
    const one = life();
    one.nowMs = Date.parse('2027-03-31T18:29:59Z');
    expect(one.invoiceOf(one.invoice())).toMatchObject({ number: 'INV/2627/000001', invoice_date: '2027-03-31' });
    one.nowMs += 1_000;
    expect(one.invoiceOf(one.invoice())).toMatchObject({ number: 'INV/2728/000001', invoice_date: '2027-04-01' });
  });

  it('that is a draft is taxed anew when it is finalized', () => {
    const one = life();
    const id = one.invoice({ isFinal: false });
    expect(one.register().invoiceOf(id)).toMatchObject({ tax: { total: 0 }, document_type: 'invoice' });
    expect(one.ask('invoices.finalize', id)).toBe(200);
    expect(one.invoiceOf(id)).toMatchObject({ tax: { total: 7_612 }, document_type: 'tax_invoice', seller: { state_code: '27' } });
    expect(one.ask('invoices.finalize', id)).toBe('state_conflict');
  });

  it.each<[string, () => unknown, string]>([
    ['a customer who is not there', () => life().invoice({ customerId: 'cust_0QvAb12c07ABCDEFGHIJKLMN' }), 'resource_missing customer_id'],
    ['a total that no payment takes', () => life().invoice({ lines: [line(99)] }), 'amount_too_small lines'],
    [
      'a mandate that is not there',
      () => life().automatic({ mandateId: 'mandate_0QvAb12c07ABCDEFGHIJKLMN' }),
      'resource_missing mandate_id',
    ],
    ['a mandate that is too small', () => life().automatic({ lines: [line(9_000_001)] }), 'mandate_amount_exceeded mandate_id'],
    [
      'a rate that is not in force',
      () => life().invoice({ lines: [line(100), line(100, { tax: { sac: '998431', rateBps: 1_799, behavior: 'inclusive' } })] }),
      'parameter_invalid lines.1.tax.rate_bps',
    ],
  ])('refuses %s, and leaves nothing behind', (_what, make, refusal) => {
    expect(make).toThrow(refusal);
  });
});
