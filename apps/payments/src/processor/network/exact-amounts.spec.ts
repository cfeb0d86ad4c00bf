import fc from 'fast-check';
import { AnswerReader, MalformedAnswerError } from './answer-reader';
import { decimalOf, minorOf } from './decimal';
import { exactNumber } from './exact-json';

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

describe('answers of others', () => {
  const answer = AnswerReader.parse(
    '{"id":90071992547409930,"name":"x","empty":"","list":[1],"deep":{"amount":19.99},"__proto__":{"admin":"yes"}}',
  );

  it('keep every digit of a number', () => {
    expect(answer.text('id')).toBe('90071992547409930');
    expect(answer.object('deep').text('amount')).toBe('19.99');
  });

  it.each(['missing', 'empty', 'list', 'constructor', 'toString'])('have no text %p', (name) =>
    expect(answer.findText(name)).toBeUndefined(),
  );

  it.each([
    ['a text', () => answer.text('missing')],
    ['a number', () => answer.integer('name')],
    ['an object', () => answer.object('list')],
    ['a list of objects', () => answer.list('list')],
    ['a short enough text', () => answer.text('id', 5)],
  ])('without %s are malformed', (_name, read) => expect(read).toThrow(/has no usable/));

  it.each(['', '[]', 'null', '"x"', '{', '<html>'])(
    'that are not an object (%p) are malformed, and the complaint repeats nothing',
    (text) => expect(() => AnswerReader.parse(text)).toThrow('the answer of the processor has no usable "body"'),
  );
});
