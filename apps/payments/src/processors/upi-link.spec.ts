import { isUpiLinkField, upiAppLinks, upiPayLink } from './upi-link';
import vectors from './upi-link-vectors.json';

describe('UPI links', () => {
  const payment = {
    payeeVpa: 'merchant@sandbox',
    payeeName: 'Acme Stores',
    merchantCategory: '5411',
    reference: 'PAYSBX0000000001',
    note: 'Order 1001',
    amountMinor: 50000,
  };

  it('builds the intent link of the vectors', () => {
    const link = upiPayLink({ ...payment, mode: 'intent' });
    expect(link).toBe(vectors.upi_links[0]!.link);
    expect(upiAppLinks(link)['phonepe']).toBe(link.replace('upi://pay', 'phonepe://upi/pay'));
  });

  it('builds the link of a dynamic QR code, with its version and its medium', () => {
    expect(upiPayLink({ ...payment, mode: 'qr' })).toBe(
      'upi://pay?ver=01&mode=15&pa=merchant@sandbox&pn=Acme%20Stores&mc=5411&tr=PAYSBX0000000001&tn=Order%201001&am=500.00&cu=INR&qrMedium=06',
    );
  });

  it.each<[string, string]>([
    ['reserved characters', 'A&B=C? #1+2'],
    ['Devanagari', 'चाय ₹'],
  ])('carries %s of a note so that a reader of links finds them', (_what, note) => {
    const link = upiPayLink({ ...payment, note, mode: 'qr' });
    expect(new URL(link).searchParams.get('tn')).toBe(note);
    expect(link).toMatch(/^[!-~]+$/);
  });

  it.each(vectors.upi_link_rejects)('refuses $field=$value: $why', ({ field, value }) => expect(isUpiLinkField(field, value)).toBe(false));
});
