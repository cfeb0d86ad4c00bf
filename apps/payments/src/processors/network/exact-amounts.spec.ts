import { AnswerReader, MalformedAnswerError, exactNumber } from '#partner-http';
import fc from 'fast-check';
import { decimalOf, minorOf } from './decimal';

const minors = fc.integer({ min: 0, max: 9_999_999_999 });
const currencies = fc.constantFrom('INR', 'USD', 'JPY', 'KWD');

describe('amounts in decimals', () => {
  it('come back as they went, in every currency', () => {
    fc.assert(fc.property(minors, currencies, (minor, currency) => minorOf(decimalOf(minor, currency), currency) === minor));
  });

  it('travel through JSON as numbers, digit for digit', () => {
    fc.assert(
      fc.property(minors, (minor) => {
        const text = JSON.stringify({ order_amount: exactNumber(decimalOf(minor, 'INR')) });
        expect(text).toMatch(/^\{"order_amount":[0-9]+\.[0-9]{2}\}$/);
        return minorOf(AnswerReader.parse(text).text('order_amount'), 'INR') === minor;
      }),
    );
  });

  it.each([
    ['19.99', 'INR', 1999],
    ['19.9', 'INR', 1990],
    ['500', 'INR', 50_000],
    ['0.01', 'INR', 1],
    ['1.1000', 'INR', 110],
    ['90071992547409', 'JPY', 90_071_992_547_409],
    ['1.234', 'KWD', 1234],
  ])('%s %s is %d', (text, currency, minor) => expect(minorOf(text, currency)).toBe(minor));

  it.each(['-1', '1e3', '19.999', '0x10', '', ' 1', '01', '1,000', '.5', '5.', 'NaN', '999999999999999'])(
    '%p is no exact amount of rupees',
    (text) => expect(() => minorOf(text, 'INR')).toThrow(MalformedAnswerError),
  );
});
