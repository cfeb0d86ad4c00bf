import fc from 'fast-check';
import { formatListCursor, parseListCursor } from './list-cursor';
import { appendQuery, parseQuery } from './internal-query';
import { EMPTY_LIST_QUERY, LIST_QUERY } from './list-query';
import type { ListQuery } from './list-query';
import { OBJECT_QUERY } from './object-query';

const ID = 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L';
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const words = fc.dictionary(text, text, { maxKeys: 4 }).map((entries): Record<string, string> => ({ ...entries }));

const range = fc
  .record({ fromMs: fc.maxSafeNat(), belowMs: fc.maxSafeNat() }, { requiredKeys: [] })
  .filter((bounds) => Object.keys(bounds).length > 0);

const filters = {
  limit: fc.integer({ min: 1, max: 100 }),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  after: maybe(text),
  before: maybe(text),
  createdFromMs: maybe(fc.maxSafeNat()),
  createdBelowMs: maybe(fc.maxSafeNat()),
  id: maybe(text),
  status: fc.array(text, { maxLength: 4 }),
  customerId: maybe(text),
  currency: maybe(text),
  amountMin: maybe(fc.maxSafeNat()),
  amountMax: maybe(fc.maxSafeNat()),
  paymentMethod: maybe(text),
  referenceId: maybe(text),
  metadata: words,
  filters: words,
  ranges: fc.dictionary(text, range, { maxKeys: 2 }).map((entries) => ({ ...entries })),
  text: maybe(text),
  expand: fc.array(text, { maxLength: 4 }),
  wantsTotalCount: fc.boolean(),
  minPosition: maybe(fc.maxSafeNat().map(String)),
};
const parts: fc.Arbitrary<Partial<ListQuery>> = fc.oneof(
  fc.record({ text }),
  fc.record({ customerId: text, status: fc.array(text, { minLength: 1, maxLength: 4 }), amountMin: fc.maxSafeNat() }),
  fc.record({ metadata: fc.dictionary(text, text, { minKeys: 1, maxKeys: 4, noNullPrototype: true }) }),
);
const queries: fc.Arbitrary<ListQuery> = fc.record({
  ...filters,
  also: fc.array(parts, { maxLength: 2 }),
  except: fc.array(parts, { maxLength: 2 }),
});

/** The query as Fastify hands it to the receiver. */
const received = (query: object): string | null =>
  new URL(appendQuery('/internal/things', query), 'http://service').searchParams.get('query');

describe('a list query on its way to the service', () => {
  it('arrives as it was sent, whatever characters it holds', () => {
    fc.assert(fc.property(queries, (query) => expect(parseQuery(received(query), LIST_QUERY)).toEqual(query)));
  });

  it('is the newest ten without a parameter', () => {
    expect(parseQuery(undefined, LIST_QUERY)).toEqual(EMPTY_LIST_QUERY);
  });

  it('leaves the defaults out of the URL', () => {
    expect(received({ ...EMPTY_LIST_QUERY, also: [{ text: 'late', id: null, metadata: {} }] })).toBe(
      '{"limit":10,"order":"desc","also":[{"text":"late"}],"wantsTotalCount":false}',
    );
  });

  it.each([
    '',
    'x',
    'null',
    '[]',
    '"text"',
    '{"limit":0}',
    '{"limit":101}',
    '{"limit":"10"}',
    '{"order":"up"}',
    '{"createdFromMs":1.5}',
    '{"amountMin":""}',
    '{"status":"paid"}',
    '{"metadata":{"key":1}}',
    '{"ranges":{"ends_at":{"fromMs":"x"}}}',
    '{"also":[{"order_by":"amount"}]}',
    '{"minPosition":"-1"}',
    '{"toString":"x"}',
    '{"__proto__":{}}',
    ['{}', '{}'],
  ])('is refused as %j', (text) => {
    expect(() => parseQuery(text, LIST_QUERY)).toThrow('internal query');
  });
});

describe('a cursor', () => {
  it.each(['after', 'before'] as const)('says %s which object the list goes on', (direction) => {
    const cursor = formatListCursor({ direction, id: ID });
    expect(cursor).not.toContain(ID);
    expect(parseListCursor(cursor)).toEqual({ direction, id: ID });
  });

  it.each(['', ID, 'YS4', 'a b', Buffer.from('c.' + ID).toString('base64url'), 'x'.repeat(500)])('is not read from %j', (forged) => {
    expect(parseListCursor(forged)).toBeUndefined();
  });
});

describe('an object query', () => {
  it.each([
    { asOf: null, expand: [] },
    { asOf: { sequence: 3 }, expand: ['customer'] },
    { asOf: { atMs: 1_750_000_000_000 }, expand: ['refunds', 'customer'] },
  ])('arrives as it was sent: %j', (query) => {
    expect(parseQuery(received(query), OBJECT_QUERY)).toEqual(query);
  });

  it.each([{ sequence: -1 }, { atMs: 'x' }, {}, { sequence: 1, atMs: 1 }, 3])('is refused as of %j', (asOf) => {
    expect(() => parseQuery(JSON.stringify({ asOf }), OBJECT_QUERY)).toThrow('The field asOf');
  });
});
