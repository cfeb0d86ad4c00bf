import fc from 'fast-check';
import { base62OfBytes, fromBase62, toBase62 } from './base62';

describe('base 62', () => {
  it.each<[number | bigint, number, string]>([
    [0, 2, '00'],
    [61, 2, '0z'],
    [62, 2, '10'],
    [3843, 2, 'zz'],
    [3844, 2, '00'],
    [2n ** 63n - 1n, 14, '000AzL8n0Y58m7'],
  ])('of %s in %i digits is %s', (value, length, text) => {
    expect(toBase62(value, length)).toBe(text);
  });

  it('gives every number back, and sorts as the numbers do', () => {
    const number = fc.bigInt({ min: 0n, max: 2n ** 64n });
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [textA, textB] = [toBase62(a, 14), toBase62(b, 14)];
        expect(fromBase62(textA)).toBe(a);
        expect(textA < textB).toBe(a < b);
      }),
    );
  });

  it('makes one digit of each byte', () => {
    expect(base62OfBytes(Uint8Array.of(0, 10, 61, 62, 255))).toBe('0Az07');
  });
});
