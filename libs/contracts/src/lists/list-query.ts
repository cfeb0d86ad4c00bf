import { defaultsOf, isBoolean, isDigits, isInteger, isListOf, isPartOf, isRecordOf, isText, type QueryRules } from './internal-query';

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
  ranges: Readonly<Record<string, Partial<InstantRange>>>;
  /** Words that must all be there, only on `/search`. */
  text: string | null;
  /** What must hold as well: of each the filters and the text count, and nothing else. */
  also: readonly Partial<ListQuery>[];
  /** What must not hold, in the same way. */
  except: readonly Partial<ListQuery>[];
  /** Paths to expand in each object, without the leading `data.`, checked by the gateway against those the list knows. */
  expand: readonly string[];
  wantsTotalCount: boolean;
  /** The list must have caught up with this `Event-Position`. Decimal digits. */
  minPosition: string | null;
}

export const LIST_QUERY: QueryRules<ListQuery> = {
  limit: [LIST_LIMIT_DEFAULT, isInteger(1, LIST_LIMIT_MAX)],
  order: ['desc', (value) => value === 'asc' || value === 'desc'],
  after: [null, isText],
  before: [null, isText],
  createdFromMs: [null, isInteger()],
  createdBelowMs: [null, isInteger()],
  id: [null, isText],
  status: [[], isListOf(isText)],
  customerId: [null, isText],
  currency: [null, isText],
  amountMin: [null, isInteger()],
  amountMax: [null, isInteger()],
  paymentMethod: [null, isText],
  referenceId: [null, isText],
  metadata: [{}, isRecordOf(isText)],
  filters: [{}, isRecordOf(isText)],
  ranges: [{}, isRecordOf(isPartOf<InstantRange>({ fromMs: isInteger(), belowMs: isInteger() }))],
  text: [null, isText],
  also: [[], isListOf((part) => isPartOf(LIST_QUERY)(part))],
  except: [[], isListOf((part) => isPartOf(LIST_QUERY)(part))],
  expand: [[], isListOf(isText)],
  wantsTotalCount: [false, isBoolean],
  minPosition: [null, isDigits],
};

/** The newest ten objects. */
export const EMPTY_LIST_QUERY: ListQuery = defaultsOf(LIST_QUERY);
