import fc from 'fast-check';
import vectors from './india/india-vectors.json';
import { amountProblem, basisPointsOf, CURRENCY_EXPONENT, findCurrency, displayMinor, formatMinor, minorText } from './money';

const ENABLED = ['INR', 'USD', 'EUR', 'GBP', 'AED', 'SGD', 'JPY', 'BHD'];

it.each(Object.entries(vectors.amounts.exponents))('%s has %i decimals', (code, exponent) => {
  expect(CURRENCY_EXPONENT.get(code)).toBe(exponent);
});

it.each(vectors.amounts.cases)('$minor $currency is $major', ({ currency, minor, major, accept, code }) => {
  const row = findCurrency(currency, ENABLED)!;
  expect(formatMinor(minor, row.exponent)).toBe(major);
  expect(amountProblem(minor, row)).toBe(accept ? undefined : code);
});

it.each(vectors.amounts.reject)('refuses $amount with $code', ({ amount, code }) => {
  expect(amountProblem(amount, findCurrency('INR')!)).toBe(code);
});

it.each([
  ['text', '500', 'amount_not_integer'],
  ['NaN', Number.NaN, 'amount_not_integer'],
  ['half a paisa below zero', -0.5, 'amount_not_integer'],
  ['minus one', -1, 'amount_invalid'],
  ['2^53', 2 ** 53, 'amount_too_large'],
  ['₹9.99 crore and a paisa', 10_000_000_000, 'amount_too_large'],
  ['99 paise', 99, 'amount_too_small'],
])('refuses %s', (_name, amount, code) => expect(amountProblem(amount, findCurrency('inr')!)).toBe(code));

it('takes the bounds themselves', () => {
  const row = findCurrency('INR')!;
  expect(amountProblem(100, row)).toBeUndefined();
  expect(amountProblem(9_999_999_999, row)).toBeUndefined();
});

it('opens the launch currencies only, in any case', () => {
  expect(findCurrency('usd')?.minMinor).toBe(50);
  expect(findCurrency('JPY')).toBeUndefined();
  expect(findCurrency('XXX')).toBeUndefined();
});

it('writes minor units as decimals that read back to the same number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), fc.constantFrom(0, 2, 3, 4), (minor, exponent) => {
      expect(Number(formatMinor(minor, exponent).replace('.', ''))).toBe(minor);
    }),
  );
});

it.each([
  [100, 1800, 18],
  [3, 1800, 1],
  [2, 1800, 0],
  [9_999_999_999, 200, 200_000_000],
])('%i at %i basis points is %i, rounded half-up once', (minor, points, share) => expect(basisPointsOf(minor, points)).toBe(share));

describe('amounts for people', () => {
  it.each([
    [1, 'INR', '₹0.01'],
    [99_999, 'INR', '₹999.99'],
    [100_000, 'INR', '₹1,000.00'],
    [10_000_000, 'INR', '₹1,00,000.00'],
    [12_345_678, 'INR', '₹1,23,456.78'],
    [1_234_567_890, 'INR', '₹1,23,45,678.90'],
    [9_007_199_254_740_991, 'INR', '₹9,00,71,99,25,47,409.91'],
    [12_345_678, 'USD', 'USD 123456.78'],
  ])('%s of %s: %s', (minor, currency, text) => {
    expect(displayMinor(minor, currency)).toBe(text);
  });

  it('are those of Intl for en-IN', () => {
    const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
    for (let minor = 1; minor < 1_000_000_000; minor = minor * 3 + 7) {
      for (const each of [minor, -minor]) expect(displayMinor(each, 'INR')).toBe(rupees.format(each / 100));
    }
  });
});

it.each([
  [-5, 'INR', '-₹0.05'],
  [-49, 'INR', '-₹0.49'],
  [-25_755, 'INR', '-₹257.55'],
  [-123_456, 'USD', 'USD -1234.56'],
  [-5, 'BHD', 'BHD -0.005'],
  [-500, 'JPY', 'JPY -500'],
])('what is given back, %i of %s, is %s', (minor, currency, text) => expect(displayMinor(minor, currency)).toBe(text));

describe('an amount in a sentence', () => {
  it.each([
    [10_000_000, 'INR', 'INR 1,00,000.00 (10000000 paise)'],
    [1, 'INR', 'INR 0.01 (1 paisa)'],
    [123_456, 'USD', 'USD 1234.56 (123456 cents)'],
    [500, 'JPY', 'JPY 500 (500 yen)'],
    [1_230, 'BHD', 'BHD 1.230 (1230 fils)'],
  ])('%i of %s is %s', (minor, currency, text) => expect(minorText(minor, currency)).toBe(text));

  it('says the same number twice, whatever it is', () => {
    fc.assert(
      fc.property(fc.nat(Number.MAX_SAFE_INTEGER), fc.constantFrom(...ENABLED), (minor, currency) => {
        const [, read = '', sent = ''] = /^[A-Z]{3} ([\d,.]+) \((\d+) [a-z]+\)$/.exec(minorText(minor, currency)) ?? [];
        expect([Number(sent), Number(read.replace(/[,.]/g, ''))]).toEqual([minor, minor]);
      }),
    );
  });
});
