import fc from 'fast-check';
import { formatListCursor, parseListCursor } from './list-cursor';
import { EMPTY_LIST_QUERY, decodeListQuery, encodeListQuery } from './list-query';
import type { ListQuery } from './list-query';
import { decodeObjectQuery, encodeObjectQuery } from './object-query';

const ID = 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L';
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const words = fc.dictionary(text, text, { maxKeys: 4 }).map((found): Record<string, string> => ({ ...found }));

const range = fc
  .record({ fromMs: maybe(fc.maxSafeNat()), belowMs: maybe(fc.maxSafeNat()) })
  .filter(({ fromMs, belowMs }) => fromMs !== null || belowMs !== null);

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
  ranges: fc.dictionary(text, range, { maxKeys: 2 }).map((found) => ({ ...found })),
  text: maybe(text),
  expand: fc.array(text, { maxLength: 4 }),
  wantsTotalCount: fc.boolean(),
  minPosition: maybe(text),
};
const parts: fc.Arbitrary<ListQuery> = fc.record({ ...filters, also: fc.constant([]), except: fc.constant([]) });
const queries: fc.Arbitrary<ListQuery> = fc.record({
  ...filters,
  also: fc.array(parts, { maxLength: 2 }),
  except: fc.array(parts, { maxLength: 2 }),
});

describe('a list query on its way to the service', () => {
  it('arrives as it was sent, whatever characters it holds', () => {
    fc.assert(fc.property(queries, (query) => expect(decodeListQuery(encodeListQuery(query))).toEqual(query)));
  });

  it('is the newest ten when nothing is said', () => {
    expect(decodeListQuery('')).toEqual(EMPTY_LIST_QUERY);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'limit=', 'order=up', 'created_from_ms=1.5', 'amount_min=', 'from_ms.ends_at=x'])(
    'refuses %s',
    (query) => {
      expect(() => decodeListQuery(query)).toThrow('list query');
    },
  );
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
    expect(decodeObjectQuery(encodeObjectQuery(query))).toEqual(query);
  });

  it.each(['as_of_sequence=-1', 'as_of_ms=x', 'as_of_ms='])('refuses %s', (query) => {
    expect(() => decodeObjectQuery(query)).toThrow('object query');
  });
});
