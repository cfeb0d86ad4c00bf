import fc from 'fast-check';
import { EMPTY_LIST_QUERY, type InstantRange, type ListQuery } from '#contracts';
import type { ListOwner, ListRow } from '#listing';

/** One object as the naive model remembers it. */
export interface Remembered {
  id: string;
  owner: ListOwner;
  createdAtMs: number;
  row: ListRow | null;
}

const STATUSES = ['done', 'open', 'failed'];
const WORDS = ['late', 'Order', '1001', 'चाय', 'étage'];
const TEXTS = ['late', 'ORDER 1001', '(Order), late!', 'चाय', 'nothing', 'étage'];
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((parts) => parts.join(' '));

/** Rows from few values, so that filters meet. */
export const rows: fc.Arbitrary<ListRow> = fc.record({
  status: fc.constantFrom(...STATUSES),
  amount: maybe(fc.integer({ min: 1, max: 5 })),
  currency: maybe(fc.constantFrom('INR', 'USD')),
  paymentMethod: maybe(fc.constantFrom('upi', 'card')),
  customerId: maybe(fc.constantFrom('cust_a', 'cust_b')),
  referenceId: maybe(fc.constantFrom('REF-1', "it's", 'x\u0000y')),
  metadata: fc.dictionary(fc.constantFrom('k', 'order id'), fc.constantFrom('1', 1, true, 'a,b{"}'), { maxKeys: 2, noNullPrototype: true }),
  filters: fc.record({ parent_id: maybe(fc.constantFrom('p1', 'p2')) }),
  instants: fc.record({ ends_at: maybe(fc.integer({ min: 1, max: 5 })) }),
  texts: fc.array(words, { maxLength: 2 }),
});

const FILTERS = {
  createdFromMs: fc.integer({ min: 0, max: 6 }),
  createdBelowMs: fc.integer({ min: 0, max: 6 }),
  status: fc.subarray(STATUSES, { minLength: 1 }),
  amountMin: fc.integer({ min: 1, max: 5 }),
  amountMax: fc.integer({ min: 1, max: 5 }),
  currency: fc.constantFrom('INR', 'USD'),
  paymentMethod: fc.constantFrom('upi', 'card'),
  customerId: fc.constantFrom('cust_a', 'cust_b'),
  referenceId: fc.constantFrom('REF-1', "it's", 'x\u0000y'),
  metadata: fc.dictionary(fc.constantFrom('k', 'order id'), fc.constantFrom('1', 'true', 'a,b{"}'), { maxKeys: 2, noNullPrototype: true }),
  filters: fc.constantFrom({ parent_id: 'p1' }, { parent_id: 'p2' }),
  ranges: fc
    .constantFrom<Partial<InstantRange>>({ fromMs: 2, belowMs: null }, { belowMs: 4 }, { fromMs: 2, belowMs: 4 })
    .map((range) => ({ ends_at: range })),
  text: fc.constantFrom(...TEXTS),
};
/** One thing that a search asks for beside words. */
const parts: fc.Arbitrary<Partial<ListQuery>> = fc
  .record({ filters: fc.record(FILTERS), name: fc.constantFrom(...(Object.keys(FILTERS) as (keyof typeof FILTERS)[])) })
  .filter(({ name }) => !name.startsWith('created'))
  .filter(({ filters, name }) => name !== 'metadata' || Object.keys(filters.metadata).length > 0)
  .map(({ filters, name }) => ({ [name]: filters[name] }));
const SEARCHES = { also: fc.array(parts, { maxLength: 2 }), except: fc.array(parts, { minLength: 1, maxLength: 2 }) };
const ALL = { ...FILTERS, ...SEARCHES };
const NAMES = Object.keys(ALL) as (keyof typeof ALL)[];

/** Wishes from the same values; few filters at once, so that something is found. */
export const requests: fc.Arbitrary<Partial<ListQuery>> = fc
  .record({
    page: fc.record({ order: fc.constantFrom('asc' as const, 'desc' as const), limit: fc.integer({ min: 1, max: 7 }) }),
    filters: fc.record(ALL),
    names: fc.subarray(NAMES, { maxLength: 2 }),
  })
  .map(({ page, filters, names }) => ({ ...page, ...Object.fromEntries(names.map((name) => [name, filters[name]])) }));

/** Everything that fulfils a wish, in its order. Written to be obvious, not fast. */
export function expectedOf(all: readonly Remembered[], owner: ListOwner, requested: Partial<ListQuery>, startMs: number): string[] {
  const query = { ...EMPTY_LIST_QUERY, ...requested };
  const found = all.filter(
    ({ owner: { accountId, livemode }, row, createdAtMs }) =>
      accountId === owner.accountId && livemode === owner.livemode && row !== null && fulfils(row, createdAtMs - startMs, query),
  );
  const ordered = found.sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
  return query.order === 'asc' ? ordered : ordered.reverse();
}

function fulfils(row: ListRow, ageMs: number, query: ListQuery): boolean {
  const same = <T>(wanted: T | null, value: T | null | undefined): boolean => wanted === null || wanted === value;
  const within = (value: number | null | undefined, least: number | null, most: number | null): boolean =>
    (least === null || (value ?? NaN) >= least) && (most === null || (value ?? NaN) <= most);
  return [
    within(ageMs, query.createdFromMs, query.createdBelowMs === null ? null : query.createdBelowMs - 1),
    within(row.amount, query.amountMin, query.amountMax),
    query.status.length === 0 || query.status.includes(row.status),
    same(query.currency, row.currency),
    same(query.paymentMethod, row.paymentMethod),
    same(query.customerId, row.customerId),
    same(query.referenceId, row.referenceId),
    Object.entries(query.metadata).every(([key, value]) => textOf(row, key) === value),
    Object.entries(query.filters).every(([name, value]) => row.filters?.[name] === value),
    Object.entries(query.ranges).every(([name, { fromMs = null, belowMs = null }]) =>
      within(row.instants?.[name], fromMs, belowMs === null ? null : belowMs - 1),
    ),
    query.text === null || matches(row, query.text),
    query.also.every((part) => fulfils(row, ageMs, { ...EMPTY_LIST_QUERY, ...part })),
    !query.except.some((part) => fulfils(row, ageMs, { ...EMPTY_LIST_QUERY, ...part })),
  ].every(Boolean);
}

function textOf(row: ListRow, key: string): string | undefined {
  const value = row.metadata?.[key];
  return value === undefined ? undefined : String(value);
}

function matches(row: ListRow, text: string): boolean {
  const haystack = [...(row.texts ?? []), row.referenceId ?? '', ...Object.values(row.metadata ?? {}).map(String)];
  const known = new Set(haystack.flatMap((one) => (one ?? '').toLowerCase().split(/[^a-z0-9\u0900-\u097fé]+/)));
  return text.toLowerCase().split(/[^a-z0-9\u0900-\u097fé]+/).filter(Boolean).every((word) => known.has(word)); // prettier-ignore
}
