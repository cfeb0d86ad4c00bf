import fc from 'fast-check';
import { cardBrandOf, containsCardNumber, luhnDigitOf, maskCardNumbers } from './index';

const CARD = '4539148803436467';
const SEPARATORS = [
  ...[' ', '-', '.', '/', '_', '\t', '\n', '\u00A0', '\u2003', '\u2009', '\u2028', '\u3000'],
  ...['\u2010', '\u2011', '\u2013', '\u2014', '\u2212', '\uFE58', '\uFF0D', '\uFF0E', '\uFF0F', '\u2024', '\u00B7', '\u2022'],
  ...['\v', '\f', '\u0085'],
];
/** Characters without width or ink, or drawn over the digit before. */
const INVISIBLE = [
  ...['\u200B', '\u200D', '\u2060', '\uFEFF', '\u00AD', '\u202E', '\u{E0020}', '\uFE0F', '\u034F', '\u3164', '\u2800'],
  ...['\u0001', '\u001B', '\u007F', '\u0336', '\u20E3'],
];
/** Zeros of scripts: ASCII, full-width, Devanagari, Bengali, Tamil, Gurmukhi, Arabic-Indic, mathematical bold. */
const ZEROS = [0x30, 0xff10, 0x0966, 0x09e6, 0x0be6, 0x0a66, 0x0660, 0x1d7ce];

const card = fc
  .tuple(
    fc.constantFrom('4', '51', '6521', '5085', '6225', '34', '36', '3528'),
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 15, maxLength: 15 }),
  )
  .map(([head, rest]) => {
    const length = head === '34' ? 15 : head === '36' ? 14 : 16;
    const body = (head + rest).slice(0, length - 1);
    return body + luhnDigitOf(body);
  })
  .filter((digits) => cardBrandOf(digits) !== undefined);
const invisible = fc.array(fc.constantFrom(...INVISIBLE), { maxLength: 4 }).map((all) => all.join(''));
const visible = fc.oneof(fc.array(fc.constantFrom(...SEPARATORS), { maxLength: 2 }), fc.constantFrom([...' - '], [...'\u00A0\u2013 ']));
const separator = fc
  .tuple(invisible, visible, invisible)
  .map(([before, seen, behind]) => before + seen.map((sign) => sign + behind).join(''));

describe('a card number in a text', () => {
  it('is found with digits of any script, and up to two separators or a dash between blanks wherever they stand, however many more are invisible', () => {
    const written = fc.record({
      card,
      zero: fc.constantFrom(...ZEROS),
      between: fc.array(separator, { minLength: 19, maxLength: 19 }),
      around: fc.constantFrom(['', ''], ['card ', '.'], ['of ', ' paid'], ['(', ')'], ['x', 'x']),
    });
    fc.assert(
      fc.property(written, ({ card: digits, zero, between, around: [before = '', after = ''] }) => {
        const inScript = [...digits].map((digit, index) => String.fromCodePoint(zero + Number(digit)) + (between[index] ?? ''));
        const text = before + inScript.join('').replace(/[^\p{Nd}]+$/u, '') + after;
        expect(containsCardNumber(text)).toBe(true);
        expect(maskCardNumbers(text, '[redacted]')).toBe(`${before}[redacted]${after}`);
      }),
    );
  });

  it.each([
    ['behind another number', `12 4539 1488 0343 6467`],
    ['before another number', `4539-1488-0343-6467 2026`],
    ['behind a number of an order', `7/${CARD}`],
    ['in circled digits', [...CARD].map((digit) => (digit === '0' ? '\u24EA' : String.fromCodePoint(0x2460 + Number(digit) - 1))).join('')],
    ['raised', [...CARD].map((digit) => '\u2070\u00B9\u00B2\u00B3\u2074\u2075\u2076\u2077\u2078\u2079'[Number(digit)]).join('')],
  ])('is found %s', (_where, text) => expect(containsCardNumber(text)).toBe(true));

  it('is in no UUID, however many digits it has', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => !containsCardNumber(uuid) && !containsCardNumber(`order ${uuid} paid`)),
      { numRuns: 20_000 },
    );
  });

  it.each([
    '2026-11-29 02:16:45.123',
    '192.168.10.14/24 10.0.0.1',
    '+91 98765 43210',
    'ORD-2026-11-000123-7',
    'utr 431298765012',
    'rooms 4539 / 1488 / 0343 / 6467',
    'orders 4539, 1488, 0343, 6467',
    '\u0967'.repeat(40),
  ])('is not in %s', (text) => expect(containsCardNumber(text)).toBe(false));

  it('is looked for in milliseconds, whatever the text', () => {
    for (const part of [
      '4 ',
      '4111 ',
      '1',
      '\u0967-',
      '\u200B',
      '4..',
      '\uFDFA',
      '4 - ',
      '4\u200B\u200B\u200B',
      '4\u200B-\u200B-\u200B-',
    ]) {
      const text = part.repeat(65_536 / part.length);
      const before = process.cpuUsage();
      containsCardNumber(text);
      const { user, system } = process.cpuUsage(before);
      expect([part, user + system < 200_000]).toEqual([part, true]);
    }
  });
});
