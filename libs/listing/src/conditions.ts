import { EMPTY_LIST_QUERY, type InstantRange, type ListQuery } from '#contracts';
import { storable, Terms, wordsOf, type ListOwner } from './terms';

/** Which columns a filter may look at, and what the account's objects are hashed with. */
export interface ConditionParts {
  query: ListQuery;
  owner: ListOwner;
  /** Quoted schema, for the current status in `streams`. */
  schema: string;
  shard: number;
  /** The only objects that can be in the list; all of them when left out. */
  among?: readonly string[] | undefined;
  /** It is asked for what is not so: what the list says of a status is not enough. */
  isExcepted?: boolean;
}

/** Values of a statement, numbered as they are used. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @returns the placeholder with its type. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

type Condition = (parameters: Parameters) => string;

/** Rows of this account in this mode. */
export function ownConditions({ accountId, livemode }: ListOwner, parameters: Parameters): string[] {
  return [`l.account_id = ${parameters.add(accountId, 'text')}`, `l.livemode = ${parameters.add(livemode, 'boolean')}`];
}

/**
 * What a row `l` of the list must fulfil, as SQL. Account and mode come first: without them nothing is ever read. The
 * text depends on which filters there are and not on their values, so that few statements serve all.
 */
export function conditionsOf(parts: ConditionParts, parameters: Parameters): string[] {
  const own = ownConditions(parts.owner, parameters);
  const among = parts.among === undefined ? [] : [`l.id = ANY (${parameters.add(parts.among, 'text[]')})`];
  return [...own, ...among, ...asked(parts).map((condition) => condition(parameters))];
}

/** Whether an object has to have terms to be found: words, metadata or a filter that only this list has. */
export function asksForTerms({ text, metadata = {}, filters = {}, also = [] }: Partial<ListQuery>): boolean {
  const own = wordsOf(text ?? '').length + Object.keys(metadata).length + Object.keys(filters).length;
  return own > 0 || also.some(asksForTerms);
}

function asked(parts: ConditionParts): Condition[] {
  const { also, except } = parts.query;
  return [
    ...filtersOf(parts, parts.query),
    ...also.flatMap((part) => filtersOf(parts, part)),
    ...except.map((part) => isNot(filtersOf({ ...parts, isExcepted: true }, part))),
  ];
}

/** An object without the field is not excluded. */
function isNot(conditions: readonly Condition[]): Condition {
  return (parameters) => `NOT coalesce(${conditions.map((condition) => condition(parameters)).join(' AND ')}, false)`;
}

function filtersOf(parts: ConditionParts, filters: Partial<ListQuery>): Condition[] {
  const query = { ...EMPTY_LIST_QUERY, ...filters };
  const terms = new Terms(parts.owner);
  const words = [...new Set(wordsOf(query.text ?? ''))].map((word) => terms.word(word));
  const conditions: (Condition | null)[] = [
    query.status.length > 0 ? hasStatus(query.status, parts) : null,
    query.id === null ? null : isObject(query.id, parts),
    compared('created_at_ms', '>=', query.createdFromMs, 'bigint'),
    compared('created_at_ms', '<', query.createdBelowMs, 'bigint'),
    compared('amount', '>=', query.amountMin, 'bigint'),
    compared('amount', '<=', query.amountMax, 'bigint'),
    compared('currency', '=', query.currency, 'text'),
    compared('payment_method', '=', query.paymentMethod, 'text'),
    compared('customer_id', '=', query.customerId, 'text'),
    compared('reference_id', '=', query.referenceId, 'text'),
    ...Object.entries(query.metadata).map(([key, value]) => hasMetadata(key, value, terms)),
    ...Object.entries(query.filters).map(([name, value]) => hasFilter(name, value, terms)),
    ...Object.entries(query.ranges).map(([name, range]) => isWithin(name, range)),
    words.length > 0 ? hasTerms(words) : null,
  ];
  return conditions.filter((condition) => condition !== null);
}

function compared(column: string, operator: string, value: string | number | null, type: string): Condition | null {
  if (value === null) return null;
  const given = typeof value === 'string' ? storable(value) : value;
  return (parameters) => `l.${column} ${operator} ${parameters.add(given, type)}`;
}

/**
 * By the list, which has the index, and by the stream, which is current: a list of one status shows no other. One
 * status is compared by itself: the index of several is not in the order of the list. The second look is wrapped so that
 * the planner does not take the two for independent, expect nearly nothing, and read everything before the first row.
 */
function hasStatus(statuses: readonly string[], { schema, shard, isExcepted = false }: ConditionParts): Condition {
  const [only, ...others] = statuses.map(storable);
  return (parameters) => {
    const wanted = others.length === 0 ? `= ${parameters.add(only, 'text')}` : `= ANY (${parameters.add([only, ...others], 'text[]')})`;
    return `${isExcepted ? '' : `l.status ${wanted} AND `}coalesce((
      SELECT c.status ${wanted} FROM ${schema}.streams c WHERE c.shard = ${parameters.add(shard, 'smallint')} AND c.stream_id = l.id), false)`;
  };
}

/** The time of creation is looked up first, because the list is sorted by it. */
function isObject(id: string, { schema, shard }: ConditionParts): Condition {
  return (parameters) => {
    const given = parameters.add(storable(id), 'text');
    return `l.id = ${given} AND l.created_at_ms = (
      SELECT c.created_at FROM ${schema}.streams c WHERE c.shard = ${parameters.add(shard, 'smallint')} AND c.stream_id = ${given})`;
  };
}

function hasMetadata(key: string, value: string, terms: Terms): Condition {
  const [ownKey, ownValue] = [storable(key), storable(value)];
  return (parameters) =>
    `l.terms @> ${parameters.add([terms.metadata(ownKey, ownValue)], 'bigint[]')} AND l.metadata ->> ${parameters.add(ownKey, 'text')} = ${parameters.add(ownValue, 'text')}`;
}

function hasFilter(name: string, value: string, terms: Terms): Condition {
  const own = storable(value);
  return (parameters) =>
    `l.terms @> ${parameters.add([terms.filter(name, own)], 'bigint[]')} AND l.filters ->> ${parameters.add(name, 'text')} = ${parameters.add(own, 'text')}`;
}

/** An object that has no such instant is not within any bounds. */
function isWithin(name: string, { fromMs = null, belowMs = null }: Partial<InstantRange>): Condition {
  const own = storable(name);
  return (parameters) => {
    const instant = `(l.filters ->> ${parameters.add(own, 'text')})::bigint`;
    const from = fromMs === null ? [] : [`${instant} >= ${parameters.add(fromMs, 'bigint')}`];
    const below = belowMs === null ? [] : [`${instant} < ${parameters.add(belowMs, 'bigint')}`];
    return [...from, ...below].join(' AND ');
  };
}

function hasTerms(words: readonly string[]): Condition {
  return (parameters) => `l.terms @> ${parameters.add(words, 'bigint[]')}`;
}
