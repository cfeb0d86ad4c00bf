import { qrSvg } from './qr-svg';
import { withQrCode } from './show-qr-codes';

const LINK = 'upi://pay?pa=merchant@sandbox&am=500.00&cu=INR';
const payment = (qr: string | null, more = {}): object => ({
  id: 'pay_1',
  object: 'payment',
  ...more,
  next_action: { type: 'upi_qr', qr, qr_code: null },
});
const shown = (body: object): unknown => JSON.parse(withQrCode(JSON.stringify(body)));

describe('an answer about one payment', () => {
  it('has the image of what its QR code carries', () => {
    expect(shown(payment(LINK))).toEqual({
      ...payment(LINK),
      next_action: { type: 'upi_qr', qr: LINK, qr_code: qrSvg(LINK) },
    });
  });

  it('has it for a link with characters that JSON escapes', () => {
    const link = 'upi://pay?tn="a\\b"\u20b9';
    expect(shown(payment(link))).toMatchObject({ next_action: { qr: link, qr_code: qrSvg(link) } });
  });

  it.each<[string, object]>([
    ['no step with a code', payment(null)],
    ['a link that is longer than any code', payment('x'.repeat(3_000))],
    ['a list of payments', { object: 'list', data: [payment(LINK)] }],
  ])('is left as it is: %s', (_what, body) => {
    expect(withQrCode(JSON.stringify(body))).toBe(JSON.stringify(body));
  });

  it('draws nothing into the words of a merchant', () => {
    const words = '"qr":"upi://pay?pa=thief@upi","qr_code":null';
    const body = payment(null, { description: words, metadata: { note: words } });
    expect(withQrCode(JSON.stringify(body))).toBe(JSON.stringify(body));
  });
});
