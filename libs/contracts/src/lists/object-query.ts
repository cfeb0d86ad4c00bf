import { isInteger, isListOf, isPartOf, isText, type QueryRules } from './internal-query';

/** Which moment of an object is asked for: right after its public event n, or as it stood at an instant. */
export type AsOf = { sequence: number } | { atMs: number };

/** What a caller may ask of one object beside its id, checked and normalized by the gateway. */
export interface ObjectQuery {
  /** Null for the object as it is now. */
  asOf: AsOf | null;
  /** Paths to expand, checked by the gateway against those the resource knows. */
  expand: readonly string[];
}

const isMoment = isPartOf<{ sequence: number; atMs: number }>({ sequence: isInteger(0), atMs: isInteger(0) });

export const OBJECT_QUERY: QueryRules<ObjectQuery> = {
  asOf: [null, (value) => isMoment(value) && Object.keys(value as object).length === 1],
  expand: [[], isListOf(isText)],
};
