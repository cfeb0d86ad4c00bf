import type { Snapshot } from '#event-store';

/** What a list knows of one object beside its id, owner and time of creation. Absent means none. */
export interface ListRow {
  status: string;
  /** Minor units. */
  amount?: number | null;
  currency?: string | null;
  paymentMethod?: string | null;
  customerId?: string | null;
  referenceId?: string | null;
  metadata?: Readonly<Record<string, string | number | boolean>> | null;
  /** Filters that only this list has, by the name of the field: `payment_id`, `document_type` … compared as a whole. */
  filters?: Readonly<Record<string, string | null | undefined>>;
  /** Instants that only this list compares, by the name of the field, ms since the epoch. */
  instants?: Readonly<Record<string, number | null>>;
  /** Searched by word, beside reference_id and the values of metadata. Never personal data: the table keeps the words' hashes. */
  texts?: readonly (string | null | undefined)[];
}

export interface ListDefinition<TState = unknown> {
  /** `<resource>_list`: the name of the view. */
  readonly name: string;
  /** Raise it when `rowOf` says something else than before. */
  readonly version: number;
  /** The streams that are listed. */
  readonly streamType: string;
  /**
   * Statuses that most objects have. They are found by walking the list; only the others stand in an index of their own,
   * which keeps the usual life of an object cheap.
   */
  readonly usualStatuses: readonly string[];
  /**
   * The list can be filtered by amount, currency and payment method. What is not usual stands in an index of its own, as with
   * statuses, and so does every amount: a filter that nothing fulfils does not walk the list to its end.
   */
  readonly money?: { usualCurrency: string; usualMethod: string };
  /** Those of the `filters` that name one thing, such as `payment_id`: a list filtered by one shows every write that was answered. */
  readonly keyFilters?: readonly string[];
  /**
   * One of the `filters`, for the operator of all accounts: the rows that have it are few and stand in an index of their own,
   * oldest first. The gateway takes no such filter from a merchant.
   */
  readonly operatorFilter?: string;
  /**
   * One of the `filters` that names one object by a number of the outside, over all accounts: what a partner reports by that number is
   * found by it. The gateway takes no such filter from a merchant.
   */
  readonly partnerFilter?: string;
  /** The row of an object, or null when it is not listed (yet, or any more). Pure. */
  rowOf(snapshot: Snapshot<TState>): ListRow | null;
}

/** A list whose `rowOf` is checked against the state of its aggregate. */
export function defineList<TState>(definition: ListDefinition<TState>): ListDefinition {
  return definition;
}
