import type { IdKind } from '#contracts';
import type { Expansion } from './expand';
import type { TEXT_FORMS } from './text-forms';

/** The filters that a list may offer (docs/how-to/list-and-page.md). */
export const STANDARD_FILTERS = [
  'id',
  'created_at',
  'status',
  'customer_id',
  'currency',
  'amount',
  'payment_method',
  'reference_id',
  'metadata',
] as const;
export type StandardFilter = (typeof STANDARD_FILTERS)[number];

/**
 * A filter that only this list has: an id of a kind, one of some words, text of a form, a whole number with the sentence of the reference
 * about it, an instant, an instant with its comparisons, or event types and patterns of them, which may be repeated and arrive joined by commas.
 */
export type OwnFilter =
  | { id: IdKind }
  | { words: readonly string[] }
  | { form: keyof typeof TEXT_FORMS }
  | { digitsMax: number; about: string }
  | { instant: true }
  | { instants: true }
  | { eventTypes: true };
/** What one list takes. */
export interface ListRules {
  /** The kind of object it lists: whose ids page it. */
  kind: IdKind;
  filters: readonly StandardFilter[];
  /** The values of `status`; any word when left out. */
  statuses?: readonly string[];
  /** By the name of the parameter; it arrives in `ListQuery.filters`, or in `ranges` with its comparisons. */
  own?: Readonly<Record<string, OwnFilter>>;
  /** Whether `query`, free text, is required: a search. */
  isSearch?: boolean;
  /** `amount` may be below zero. */
  hasSignedAmount?: true;
  /** What may be expanded in each object, without `data.`. */
  expand: readonly Expansion[];
  /** Whether `include[]=total_count` is served; yes unless false. */
  hasTotalCount?: boolean;
  /** The page says where each of its objects stands in the feed. */
  hasPositions?: true;
  /** Whether `order` may be chosen; yes unless false. */
  hasOrder?: boolean;
}
