/** Which way a list runs by time of creation (docs/how-to/list-and-page.md). */
export type ListOrder = 'asc' | 'desc';

/** Items of one page (docs/how-to/list-and-page.md). */
export const LIST_LIMIT_MAX = 100;
export const LIST_LIMIT_DEFAULT = 10;
/** Levels below an object that may be expanded in it. */
export const EXPAND_DEPTH_MAX = 3;

/** An instant at or after one bound and before the other. Milliseconds since the epoch; null for no bound. */
export interface InstantRange {
  fromMs: number | null;
  belowMs: number | null;
}

/**
 * What a caller asked of a list, checked and normalized by the gateway: the one form in which it travels to the service
 * that owns the list. Everything that was not asked for is null or empty.
 */
export interface ListQuery {
  /** 1 to LIST_LIMIT_MAX. */
  limit: number;
  order: ListOrder;
  /** Id of the object after which the page begins (`starting_after`), in the list's own order; never together with `before`. */
  after: string | null;
  /** Id of the object before which the page ends (`ending_before`); never together with `after`. */
  before: string | null;
  /** Created at or after this instant. Milliseconds since the epoch. */
  createdFromMs: number | null;
  /** Created before this instant. Milliseconds since the epoch. */
  createdBelowMs: number | null;
  /** Only the object of this id. */
  id: string | null;
  /** Any of these; empty for any status at all. */
  status: readonly string[];
  customerId: string | null;
  /** Upper-case ISO 4217 code. */
  currency: string | null;
  /** Inclusive bounds in minor units. */
  amountMin: number | null;
  amountMax: number | null;
  paymentMethod: string | null;
  referenceId: string | null;
  /** Each of these keys has this value, compared as text: 1 and "1" are the same here. */
  metadata: Readonly<Record<string, string>>;
  /** Filters that only some lists have, by the name of the field: `payment_id`, `subscription_id`, `type` … All must match. */
  filters: Readonly<Record<string, string>>;
  /** Instants that only some lists have, by the name of the field: `current_period_end_at`. Each has a bound at least. */
  ranges: Readonly<Record<string, InstantRange>>;
  /** Words that must all be there, only on `/search`. */
  text: string | null;
  /** What must hold as well: of each the filters and the text count, and nothing else. */
  also: readonly ListQuery[];
  /** What must not hold, in the same way. */
  except: readonly ListQuery[];
  /** Paths to expand in each object, without the leading `data.`, checked by the gateway against those the list knows. */
  expand: readonly string[];
  wantsTotalCount: boolean;
  /** The list must have caught up with this `Event-Position`. Decimal digits. */
  minPosition: string | null;
}

/** A list without a wish: the newest ten. */
export const EMPTY_LIST_QUERY: ListQuery = {
  limit: LIST_LIMIT_DEFAULT,
  order: 'desc',
  after: null,
  before: null,
  createdFromMs: null,
  createdBelowMs: null,
  id: null,
  status: [],
  customerId: null,
  currency: null,
  amountMin: null,
  amountMax: null,
  paymentMethod: null,
  referenceId: null,
  metadata: {},
  filters: {},
  ranges: {},
  text: null,
  also: [],
  except: [],
  expand: [],
  wantsTotalCount: false,
  minPosition: null,
};

const METADATA_PREFIX = 'metadata.';
const FILTER_PREFIX = 'filter.';
const FROM_PREFIX = 'from_ms.';
const BELOW_PREFIX = 'below_ms.';

/** Fields that are one text, by their name in the query string. */
const TEXTS = {
  after: 'after',
  before: 'before',
  id: 'id',
  customer_id: 'customerId',
  currency: 'currency',
  payment_method: 'paymentMethod',
  reference_id: 'referenceId',
  text: 'text',
  min_position: 'minPosition',
} as const satisfies Record<string, keyof ListQuery>;

/** Fields that are one whole number, by their name in the query string. */
const NUMBERS = {
  created_from_ms: 'createdFromMs',
  created_below_ms: 'createdBelowMs',
  amount_min: 'amountMin',
  amount_max: 'amountMax',
} as const satisfies Record<string, keyof ListQuery>;

/** The query string of `GET /internal/<resource>?…`, without the question mark. Equal wishes give equal strings. */
export function encodeListQuery(query: ListQuery): string {
  const pairs: [string, string][] = [
    ['limit', String(query.limit)],
    ['order', query.order],
  ];
  const add = (name: string, value: string | number | null): void => {
    if (value !== null) pairs.push([name, String(value)]);
  };
  for (const [name, field] of Object.entries({ ...TEXTS, ...NUMBERS })) add(name, query[field]);
  for (const status of query.status) add('status', status);
  for (const path of query.expand) add('expand', path);
  for (const [key, value] of Object.entries(query.metadata)) add(METADATA_PREFIX + key, value);
  for (const [name, value] of Object.entries(query.filters)) add(FILTER_PREFIX + name, value);
  for (const [name, { fromMs, belowMs }] of Object.entries(query.ranges)) {
    add(FROM_PREFIX + name, fromMs);
    add(BELOW_PREFIX + name, belowMs);
  }
  for (const one of query.also) add('also', encodeListQuery(one));
  for (const one of query.except) add('except', encodeListQuery(one));
  if (query.wantsTotalCount) add('total_count', 'true');
  return new URLSearchParams(pairs).toString();
}

/**
 * The other way round, in the service that owns the list. Only the gateway writes these strings, so whatever does not
 * fit is a fault of ours.
 *
 * @param text the query string without the question mark; empty for the newest ten.
 * @throws Error naming the parameter that does not fit.
 */
export function decodeListQuery(text: string): ListQuery {
  const parameters = new URLSearchParams(text);
  const prefixed = (prefix: string): Record<string, string> =>
    Object.fromEntries(
      [...parameters].filter(([name]) => name.startsWith(prefix)).map(([name, value]) => [name.slice(prefix.length), value]),
    );
  const query: ListQuery = {
    ...EMPTY_LIST_QUERY,
    limit: limitIn(parameters),
    order: orderIn(parameters),
    status: parameters.getAll('status'),
    expand: parameters.getAll('expand'),
    metadata: prefixed(METADATA_PREFIX),
    filters: prefixed(FILTER_PREFIX),
    ranges: rangesIn(parameters, Object.keys({ ...prefixed(FROM_PREFIX), ...prefixed(BELOW_PREFIX) })),
    also: parameters.getAll('also').map(decodeListQuery),
    except: parameters.getAll('except').map(decodeListQuery),
    wantsTotalCount: parameters.get('total_count') === 'true',
  };
  for (const [name, field] of Object.entries(TEXTS)) query[field] = parameters.get(name);
  for (const [name, field] of Object.entries(NUMBERS)) query[field] = numberIn(parameters, name);
  return query;
}

function rangesIn(parameters: URLSearchParams, names: readonly string[]): Record<string, InstantRange> {
  const rangeOf = (name: string): InstantRange => ({
    fromMs: numberIn(parameters, FROM_PREFIX + name),
    belowMs: numberIn(parameters, BELOW_PREFIX + name),
  });
  return Object.fromEntries(names.map((name) => [name, rangeOf(name)]));
}

function limitIn(parameters: URLSearchParams): number {
  const limit = numberIn(parameters, 'limit') ?? LIST_LIMIT_DEFAULT;
  if (limit < 1 || limit > LIST_LIMIT_MAX) throw new Error(`list query: limit must be 1 to ${LIST_LIMIT_MAX}`);
  return limit;
}

function orderIn(parameters: URLSearchParams): ListOrder {
  const order = parameters.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc') throw new Error('list query: order must be asc or desc');
  return order;
}

function numberIn(parameters: URLSearchParams, name: string): number | null {
  const text = parameters.get(name);
  if (text === null) return null;
  const value = Number(text);
  if (text === '' || !Number.isSafeInteger(value)) throw new Error(`list query: ${name} must be a whole number`);
  return value;
}
