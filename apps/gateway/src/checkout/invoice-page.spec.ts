import type { InvoiceResource } from '#contracts';
import { renderInvoice } from './invoice-page';

const NO_TAX = { cgst: 0, sgst: 0, igst: 0, total: 0 };

/** What the page reads of an invoice. */
const invoiceOf = (amounts: Partial<InvoiceResource>): InvoiceResource =>
  ({
    id: 'inv_1',
    livemode: true,
    status: 'open',
    number: 'INV/2627/000001',
    currency: 'INR',
    seller: null,
    lines: [{ description: 'Gold', quantity: 1, amount: 49_900 }],
    subtotal: 49_900,
    tax: NO_TAX,
    round_off: 0,
    total: 49_900,
    balance_applied: 0,
    amount_due: 49_900,
    amount_paid: 0,
    amount_tds: 0,
    amount_credited: 0,
    amount_remaining: 49_900,
    ...amounts,
  }) as InvoiceResource;

const rowsOf = (invoice: InvoiceResource): string[] =>
  [...renderInvoice({ invoice, secret: 's' }).matchAll(/<tr><td>(.*?)<\/td><td>(.*?)<\/td><\/tr>/g)].map(
    ([, name, value]) => `${name} ${value}`,
  );

describe('the sums on the page of an invoice', () => {
  it('end with the total where nothing else pays of it', () => {
    expect(rowsOf(invoiceOf({}))).toEqual(['Gold ₹499.00', 'Total ₹499.00']);
  });

  it('come to what the button asks for where credit pays a part', () => {
    const invoice = invoiceOf({ balance_applied: -19_900, amount_due: 30_000, amount_remaining: 30_000 });
    expect(rowsOf(invoice)).toEqual(['Gold ₹499.00', 'Total ₹499.00', 'Credit -₹199.00', 'Due ₹300.00']);
    expect(renderInvoice({ invoice, secret: 's' })).toContain('<button>Pay ₹300.00</button>');
  });

  it('say what was paid outside, deducted at source and credited, and what is left', () => {
    const invoice = invoiceOf({ amount_paid: 20_000, amount_tds: 4_990, amount_credited: 4_910, amount_remaining: 20_000 });
    expect(rowsOf(invoice).slice(2)).toEqual([
      'Paid -₹200.00',
      'Tax deducted at source -₹49.90',
      'Credited -₹49.10',
      'Left to pay ₹200.00',
    ]);
    expect(renderInvoice({ invoice, secret: 's' })).toContain('<button>Pay ₹200.00</button>');
    expect(rowsOf({ ...invoice, status: 'paid' })).toHaveLength(2);
  });

  it('say what was too small to be paid before', () => {
    const invoice = invoiceOf({ balance_applied: 99, amount_due: 49_999, amount_remaining: 49_999 });
    expect(rowsOf(invoice).slice(1)).toEqual(['Total ₹499.00', 'Left of earlier invoices ₹0.99', 'Due ₹499.99']);
  });
});
