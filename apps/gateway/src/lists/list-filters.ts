import {
  EVENT_FILTER_PROBLEMS,
  eventFilterMessage,
  ID_PREFIX,
  LAUNCH_CURRENCIES,
  METADATA_KEY_LENGTH_MAX,
  CHARGED_METHODS,
  containsCardNumber,
  containsDocumentNumber,
  findCurrency,
  lengthOf,
  shardOfId,
  validateEventFilters,
} from '#contracts';
import type { InstantRange, ListQuery } from '#contracts';
import type { ListRules, OwnFilter, StandardFilter } from './list-rules';
import type { QueryReader } from './query-reader';
import { readInstant, secondsRange } from './instants';
import { textForm } from './text-forms';

type Filters = Partial<ListQuery>;

/** Metadata filters in one request. */
const METADATA_FILTERS_MAX = 100;
const REFERENCE_MAX = 64;
const AMOUNT = /^\d{1,15}$/;
const SIGNED_AMOUNT = /^-?\d{1,15}$/;
const COMPARISONS = ['gt', 'gte', 'lt', 'lte'] as const;

const READ: Readonly<Record<StandardFilter, (reader: QueryReader, rules: ListRules) => Filters>> = {
  id: (reader, { kind }) => ({ id: readId(reader, 'id', { id: kind }) }),
  created_at: readCreatedAt,
  status: readStatus,
  customer_id: (reader) => ({ customerId: readId(reader, 'customer_id', { id: 'customer' }) }),
  currency: readCurrency,
  amount: readAmount,
  payment_method: (reader) => ({ paymentMethod: readOwn(reader, 'payment_method', { words: CHARGED_METHODS }) }),
  reference_id: (reader) => ({ referenceId: readUpTo(reader, 'reference_id', REFERENCE_MAX) }),
  metadata: readMetadata,
};

/** The filters that this list offers; all of them must match. */
export function readFilters(reader: QueryReader, rules: ListRules): Filters {
  const standard = rules.filters.map((name) => READ[name](reader, rules));
  const own: Record<string, string> = {};
  const ranges: Record<string, InstantRange> = {};
  for (const [name, filter] of Object.entries(rules.own ?? {})) {
    if ('instants' in filter) {
      const range = readRange(reader, name);
      if (range.fromMs !== null || range.belowMs !== null) ranges[name] = range;
      continue;
    }
    const value = readOwn(reader, name, filter);
    if (value !== null) own[name] = value;
  }
  return Object.assign({}, ...standard, { filters: own, ranges }) as Filters;
}

/** Stripe calls the parameter `created`, which is read as ours. */
function readCreatedAt(reader: QueryReader): Filters {
  const { fromMs: createdFromMs, belowMs: createdBelowMs } = readRange(reader, 'created_at', 'created');
  return { createdFromMs, createdBelowMs };
}

/** Compares what the API shows, whole seconds: `created_at[gt]=t` leaves out everything shown as created at t. */
function readRange(reader: QueryReader, name: string, alias?: string): InstantRange {
  const exactly = readInstant(reader, name, alias);
  const [gt, gte, lt, lte] = COMPARISONS.map((word) => readInstant(reader, `${name}[${word}]`, alias && `${alias}[${word}]`));
  return secondsRange({ gt, gte: later(gte, exactly), lt, lte: earlier(lte, exactly) });
}

function readAmount(reader: QueryReader, { hasSignedAmount }: ListRules): Filters {
  const form = hasSignedAmount ? SIGNED_AMOUNT : AMOUNT;
  const read = (name: string): number | null => {
    const text = reader.one(name);
    if (text === null) return null;
    if (form.test(text)) return Number(text);
    reader.refuse(name, 'parameter_invalid', 'must be an integer in the smallest currency unit.');
    return null;
  };
  const exactly = read('amount');
  const [gt, gte, lt, lte] = COMPARISONS.map((word) => read(`amount[${word}]`));
  return {
    amountMin: later(later(gte, exactly), plus(gt, 1)),
    amountMax: earlier(earlier(lte, exactly), plus(lt, -1)),
  };
}

function readStatus(reader: QueryReader, { statuses }: ListRules): Filters {
  const wanted = [...new Set(reader.many('status'))];
  if (statuses !== undefined && wanted.some((word) => !statuses.includes(word))) {
    reader.refuse('status', 'parameter_invalid', `may only contain ${statuses.join(', ')}.`);
  }
  return { status: wanted };
}

function readCurrency(reader: QueryReader): Filters {
  const code = reader.one('currency');
  if (code === null) return {};
  if (findCurrency(code) !== undefined) return { currency: code.toUpperCase() };
  reader.refuse('currency', 'currency_not_supported', `must be one of ${LAUNCH_CURRENCIES.join(', ')}.`);
  return {};
}

function readMetadata(reader: QueryReader): Filters {
  const metadata = reader.members('metadata');
  const keys = Object.keys(metadata);
  if (keys.length > METADATA_FILTERS_MAX) reader.refuse('metadata', 'metadata_invalid', `may have at most ${METADATA_FILTERS_MAX} keys.`);
  if (keys.some((key) => key.length === 0 || lengthOf(key) > METADATA_KEY_LENGTH_MAX)) {
    reader.refuse('metadata', 'metadata_invalid', `may have keys of 1 to ${METADATA_KEY_LENGTH_MAX} characters.`);
  }
  if (keys.some((key) => key.includes('\u0000'))) {
    reader.refuse('metadata', 'metadata_invalid', 'must not have a key that contains NUL.', 'invalid_characters');
  }
  refuseNumberKeys(reader, keys);
  return { metadata };
}

/** An address is kept in more places than a body. */
function refuseNumberKeys(reader: QueryReader, keys: readonly string[]): void {
  const refuse = (what: string): void =>
    reader.refuse('metadata', 'metadata_invalid', `must not have a key that contains a ${what} number.`, `${what}_number_not_allowed`);
  if (keys.some((key) => containsCardNumber(key))) refuse('card');
  if (keys.some((key) => containsDocumentNumber(key))) refuse('document');
}

function readOwn(reader: QueryReader, name: string, filter: Exclude<OwnFilter, { instants: true }>): string | null {
  if ('id' in filter) return readId(reader, name, filter);
  if ('eventTypes' in filter) return readEventTypes(reader, name);
  if ('instant' in filter) return readInstant(reader, name)?.toString() ?? null;
  return readText(reader, name, filter);
}

type TextFilter = Extract<OwnFilter, { words: unknown } | { form: unknown } | { digitsMax: unknown }>;

/** Free text: any value of the length may be that of an object. */
function readUpTo(reader: QueryReader, name: string, max: number): string | null {
  const value = reader.one(name);
  if (value === null || lengthOf(value) <= max) return value;
  reader.refuse(name, 'parameter_invalid', `must have at most ${max} characters.`, 'invalid_length');
  return null;
}

function readForm(reader: QueryReader, name: string, filter: Extract<OwnFilter, { form: unknown }>): string | null {
  const { max, matches, message } = textForm(filter.form);
  const value = readUpTo(reader, name, max);
  if (value === null || matches(value)) return value;
  reader.refuse(name, 'parameter_invalid', message);
  if (value.includes(' ')) reader.hint ??= 'In a query, + is a blank: send %2B in place of +.';
  return null;
}

function readText(reader: QueryReader, name: string, filter: TextFilter): string | null {
  if ('form' in filter) return readForm(reader, name, filter);
  const value = reader.one(name);
  if (value === null) return null;
  if ('words' in filter) {
    if (filter.words.includes(value)) return value;
    reader.refuse(name, 'parameter_invalid', `must be one of ${filter.words.join(', ')}.`);
  } else {
    if (/^\d+$/.test(value) && value.length <= filter.digitsMax) return value;
    reader.refuse(name, 'parameter_invalid', 'must be a whole number.');
  }
  return null;
}

/**
 * Exact names and patterns, each checked against the catalog of event types; joined by commas. Null when none is sent. Stripe
 * calls the parameter `types`, which is read as ours.
 */
export function readEventTypes(reader: QueryReader, name: string): string | null {
  const wanted = reader.many(name, `${name}s`);
  if (wanted.length === 0) return null;
  const problem = validateEventFilters(wanted);
  if (problem === undefined) return [...new Set(wanted)].join();
  const { code, reason } = EVENT_FILTER_PROBLEMS[problem];
  reader.refuse(name, code, eventFilterMessage(problem, wanted), reason);
  return null;
}

function readId(reader: QueryReader, name: string, { id: kind }: Extract<OwnFilter, { id: unknown }>): string | null {
  const id = reader.one(name);
  if (id === null || shardOfId(kind, id) !== undefined) return id;
  reader.refuse(name, 'parameter_invalid', `must be an id that starts with ${ID_PREFIX[kind]}_.`);
  return null;
}

type MaybeNumber = number | null | undefined;

function later(left: MaybeNumber, right: MaybeNumber): number | null {
  return left == null || right == null ? (left ?? right ?? null) : Math.max(left, right);
}

function earlier(left: MaybeNumber, right: MaybeNumber): number | null {
  return left == null || right == null ? (left ?? right ?? null) : Math.min(left, right);
}

function plus(value: MaybeNumber, step: number): number | null {
  return value == null ? null : value + step;
}
