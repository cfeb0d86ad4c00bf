import { modulesOf, scanQrCode } from '../../test/qr-scanner';
import { qrSvg } from './qr-svg';

const LINK =
  'upi://pay?ver=01&mode=15&pa=merchant@sandbox&pn=Acme%20Stores&mc=5411&tr=PAY0QvAb12c07ABCDEFGHIJKLMN&tn=Order%201001&am=500.00&cu=INR&qrMedium=06';

describe('a QR code', () => {
  it.each([
    ['the link of a payment', LINK],
    [
      'a link with every field as long as it may be',
      LINK.replace('Acme%20Stores', '%E0%A4%95'.repeat(99)).replace('Order', '%E0%A4%95'.repeat(44)),
    ],
    ['one character', 'x'],
    ['the longest content there is', 'a'.repeat(2_331)],
  ])('is read as what it was made of by a reader of another make: %s', (_what, content) => {
    expect(scanQrCode(qrSvg(content)!)).toBe(content);
  });

  it('has a quiet zone of four modules and error correction M', () => {
    const { dark, size } = modulesOf(qrSvg(LINK)!);
    const isDark = (x: number, y: number): boolean => dark[y * size + x] === 1;
    const columns = [...Array(size).keys()];
    const inked = columns.filter((x) => columns.some((y) => isDark(x, y)));
    expect([inked[0], inked.at(-1)]).toEqual([4, size - 5]);
    // ISO/IEC 18004: the two modules of the format information that name the level, under its mask: M is 00, masked by 10.
    expect([isDark(4, 12), isDark(5, 12)]).toEqual([true, false]);
  });

  it('is a small document of one path that scales', () => {
    const svg = qrSvg(LINK)!;
    expect(svg).toMatch(/^<svg xmlns='http:\/\/www\.w3\.org\/2000\/svg' viewBox='0 0 57 57' [^<]+><rect [^<]+\/><path [^<]+\/><\/svg>$/);
    expect(svg).not.toMatch(/["&]|style|script/);
    expect(svg.length).toBeLessThan(5_000);
  });

  it('is the same however often it is asked for', () => {
    expect(qrSvg(LINK)).toBe(qrSvg(LINK));
  });

  it.each([
    ['nothing', ''],
    ['more than a code holds', 'a'.repeat(2_332)],
    ['more in bytes than a code holds', 'क'.repeat(800)],
  ])('is none for %s', (_what, content) => expect(qrSvg(content)).toBeNull());
});
