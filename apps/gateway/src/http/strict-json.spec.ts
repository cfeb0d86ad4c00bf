import fc from 'fast-check';
import { JsonRefused } from './json-refused';
import { parseStrictJson } from './strict-json';

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text));
const paramOf = (text: string): string | null => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof JsonRefused) return error.param;
    throw error;
  }
  throw new Error('the body was accepted');
};

/** What no key of a generated document may be, because the scanner refuses it by rule. */
const plainKey = fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__' && key !== 'constructor' && !key.includes('\0'));
const plainText = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
const { document } = fc.letrec((tie) => ({
  document: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    plainText,
    fc.array(tie('document'), { maxLength: 5 }),
    fc.dictionary(plainKey, tie('document'), { maxKeys: 20, noNullPrototype: true }),
  ),
}));

describe('strict JSON', () => {
  it('reads every well-formed document exactly as JSON.parse does, with and without white space', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parse(text)).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses a key given twice wherever it stands', () => {
    fc.assert(
      fc.property(fc.dictionary(plainKey, plainText, { minKeys: 1, maxKeys: 30, noNullPrototype: true }), fc.nat(), (members, pick) => {
        const keys = Object.keys(members);
        const twice = JSON.stringify(keys[pick % keys.length]);
        const text = `{"list":[{"inner":${JSON.stringify(members).slice(0, -1)},${twice}:1}}]}`;
        expect(() => parse(text)).toThrow(JsonRefused);
      }),
    );
  });

  it('never accepts what JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          JSON.parse(text);
        } catch {
          expect(() => parse(text)).toThrow(JsonRefused);
        }
      }),
    );
  });

  it('sees through escapes when comparing keys', () => {
    expect(paramOf('{"amount":1,"\\u0061mount":2}')).toBe('amount');
    expect(paramOf('{"a":{"\\u005f_proto__":{}}}')).toBe('a.__proto__');
  });

  it('names the place of a key given twice', () => {
    expect(paramOf('{"customer":{"name":"A","name":"B"}}')).toBe('customer.name');
    expect(paramOf('{"list":[1,{"a":1,"a":2}]}')).toBe('list.1.a');
  });

  it('accepts the same key in different objects', () => {
    expect(parse('{"a":{"x":1},"b":{"x":2},"c":[{"x":1},{"x":2}]}')).toEqual({ a: { x: 1 }, b: { x: 2 }, c: [{ x: 1 }, { x: 2 }] });
  });

  it('accepts 20 levels and refuses 21', () => {
    expect(parse('['.repeat(20) + ']'.repeat(20))).toBeInstanceOf(Array);
    expect(() => parse('['.repeat(21) + ']'.repeat(21))).toThrow('nested deeper than 20 levels');
    expect(() => parse('{"a":'.repeat(21) + '1' + '}'.repeat(21))).toThrow('nested deeper than 20 levels');
  });

  it('refuses 50,000 levels without running out of stack', () => {
    expect(() => parse('['.repeat(50_000) + ']'.repeat(50_000))).toThrow(JsonRefused);
  });

  it.each([
    ['__proto__ as a key', '{"__proto__":{"admin":true}}', '__proto__'],
    ['an object under constructor', '{"constructor":{"prototype":{}}}', 'constructor'],
    ['a lone high surrogate', '{"description":"\\ud800"}', 'description'],
    ['a lone low surrogate', '{"description":"x\\udc00y"}', 'description'],
    ['a NUL in a value', '{"metadata":{"order":"a\\u0000b"}}', 'metadata.order'],
    ['a number that no double holds', '{"amount":1e400}', 'amount'],
    ['a number of 400 digits', `{"amount":${'9'.repeat(400)}}`, 'amount'],
    ['a negative one', '{"list":[true,false,-12.5E+309]}', 'list.2'],
    ['a fraction that would become a whole number', '{"amount":99999.999999999999999}', 'amount'],
    ['more digits than a double keeps', '{"metadata":{"rate":0.1234567890123456789}}', 'metadata.rate'],
    ['a number so small that it would become 0', '{"metadata":{"rate":1E-400}}', 'metadata.rate'],
    ['a negative one of too many digits', '{"list":[-1.00000000000000000001]}', 'list.0'],
    ['a whole number written as a fraction above 2^53', '{"amount":9007199254740993.0}', 'amount'],
    ['a NUL inside a list', '{"list":["a","\\u0000"]}', 'list.1'],
  ])('refuses %s and names the place', (_what, text, param) => {
    expect(paramOf(text)).toBe(param);
  });

  it('does not put a broken key into the name of the place', () => {
    expect(paramOf('{"\\ud800":1}')).toBeNull();
    expect(paramOf('{"metadata":{"order\\u0000":1}}')).toBe('metadata');
    expect(paramOf('{"list":[{"\\udc00x":1}]}')).toBe('list.0');
  });

  it('does not put a very long key into the name of the place', () => {
    const long = 'x'.repeat(201);
    expect(paramOf(`{"metadata":{"${long}":1,"${long}":2}}`)).toBe('metadata');
  });

  it.each([
    '0.1',
    '1.10',
    '1e2',
    '1E+2',
    '100.000',
    '0.30000000000000004',
    '123456789012.345',
    '5e-324',
    '0.000e5',
    '1.7976931348623157e308',
  ])('keeps %s, which a double holds', (text) => {
    expect(parse(`[${text},-${text}]`)).toEqual([Number(text), -Number(text)]);
  });

  it('looks at 200,000 digits in no time', () => {
    const startedAtMs = performance.now();
    expect(() => parse(`[0.${'0'.repeat(100_000)}1${'0'.repeat(100_000)}]`)).toThrow(JsonRefused);
    expect(() => parse(`[${'0.10000,'.repeat(20_000)}1]`)).not.toThrow();
    expect(performance.now() - startedAtMs).toBeLessThan(500);
  });

  it('accepts a surrogate pair and the word constructor as a text', () => {
    expect(parse('{"description":"\\ud83d\\ude00 constructor","metadata":{"constructor":"Acme"}}')).toEqual({
      description: '😀 constructor',
      metadata: { constructor: 'Acme' },
    });
  });

  it.each([['nothing'.slice(7)], ['{"a":1} x'], ["{'a':1}"], ['{"a":1,}'], ['[NaN]'], ['\ufeff{}'], ['{"a":"\u0001"}']])(
    'refuses %j, which is not JSON',
    (text) => {
      expect(() => parse(text)).toThrow(JsonRefused);
    },
  );

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseStrictJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow('not valid UTF-8');
  });

  it('does not quote the body in its message', () => {
    expect(() => parse('{"card":4111111111111111 oops')).toThrow(/^The body is not valid JSON( at position \d+)?\.$/);
  });
});
