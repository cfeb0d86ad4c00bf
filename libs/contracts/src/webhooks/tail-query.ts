import { isDigits, isInteger, isListOf, isText, type QueryRules } from '../lists';

/** A part of the server-sent stream of events: what follows a position of the feed. */
export interface TailQuery {
  /** Decimal digits; null for the end of the feed. */
  after: string | null;
  /** Filters of the catalog; all events when empty. */
  types: readonly string[];
  /** Milliseconds that an answer may wait for the first event; short enough that no socket looks dead. */
  waitMs: number;
}

export const TAIL_QUERY: QueryRules<TailQuery> = {
  after: [null, isDigits],
  types: [[], isListOf(isText)],
  waitMs: [0, isInteger(0, 25_000)],
};
