import { SHARD_COUNT } from '../shards';

/** Only Hundi's own processes write internal queries, so the sender has a bug. Nest and Fastify answer by these fields, and Nest logs it. */
class InternalQueryError extends Error {
  readonly expose = true;
  readonly status = 400;
  readonly statusCode = 400;
}

type FieldCheck = (value: unknown) => boolean;

/** The check of a field that must be sent; or the default of a field, for when it is left out, and the check of any other value. */
type FieldRule<TValue> = FieldCheck | readonly [TValue, FieldCheck];

export type QueryRules<TQuery extends object> = { readonly [TName in keyof TQuery]: FieldRule<TQuery[TName]> };

/** The path of an internal GET with its query, as JSON in one parameter. Null and empty values are left out: they are the defaults. */
export function appendQuery(path: string, query: object): string {
  const text = JSON.stringify(query, (name, value: unknown) => (name !== '' && isEmpty(value) ? undefined : value));
  return `${path}?query=${encodeURIComponent(text)}`;
}

/**
 * @param text the parameter `query`; undefined when the path has none.
 * @throws InternalQueryError naming the field that does not fit.
 */
export function parseQuery<TQuery extends object>(text: unknown, rules: QueryRules<TQuery>): TQuery {
  const query = { ...defaultsOf(rules), ...(text === undefined ? {} : parseObject(text)) };
  const misfit = findMisfit(query, rules);
  if (misfit !== undefined) throw new InternalQueryError(`The field ${misfit} of an internal query does not fit.`);
  return query;
}

export function defaultsOf<TQuery extends object>(rules: QueryRules<TQuery>): TQuery {
  const rulesByName = Object.entries<FieldRule<unknown>>(rules);
  return Object.fromEntries(rulesByName.map(([name, rule]) => [name, typeof rule === 'function' ? undefined : rule[0]])) as TQuery;
}

export const isText: FieldCheck = (value) => typeof value === 'string';
export const isShard: FieldCheck = (value) => isInteger(0, SHARD_COUNT - 1)(value);
export const isBoolean: FieldCheck = (value) => typeof value === 'boolean';
/** Decimal digits of a position, which may be above what a number holds. */
export const isDigits: FieldCheck = (value) => typeof value === 'string' && /^\d{1,19}$/.test(value);

/** @param min and `max` inclusive. */
export function isInteger(min = -Infinity, max = Infinity): FieldCheck {
  return (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
}

export function isListOf(check: FieldCheck): FieldCheck {
  return (value) => Array.isArray(value) && value.every(check);
}

export function isRecordOf(check: FieldCheck): FieldCheck {
  return (value) => isRecord(value) && Object.values(value).every(check);
}

/** An object with some of these fields and no other. */
export function isPartOf<TPart extends object>(rules: QueryRules<TPart>): FieldCheck {
  return (value) => isRecord(value) && findMisfit(value, rules) === undefined;
}

function findMisfit(fields: object, rules: object): string | undefined {
  const rulesByName = new Map(Object.entries<FieldRule<unknown>>({ ...rules }));
  return Object.entries(fields).find(([name, value]) => !fits(value, rulesByName.get(name)))?.[0];
}

function fits(value: unknown, rule: FieldRule<unknown> | undefined): boolean {
  if (typeof rule === 'function') return rule(value);
  return rule !== undefined && (value === rule[0] || rule[1](value));
}

function parseObject(text: unknown): object {
  try {
    const parsed: unknown = JSON.parse(String(text));
    if (isRecord(parsed)) return parsed;
  } catch {
    // The error is the same.
  }
  throw new InternalQueryError('An internal query must be a JSON object.');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
