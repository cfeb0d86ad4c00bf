import { EVENT_TYPES, EXPLICIT_ONLY_EVENT_TYPES } from '#contracts';

/**
 * Whether an event of this type matches these filters: its exact name, `prefix.*` for everything below the prefix
 * at any depth, or `*` for all but the explicit-only types.
 */
export function matchesEvent(filters: readonly string[], type: string): boolean {
  return filters.some((filter) => matchesFilter(filter, type));
}

function matchesFilter(filter: string, type: string): boolean {
  if (filter === '*') return !EXPLICIT_ONLY_EVENT_TYPES.has(type);
  if (filter.endsWith('.*')) return type.startsWith(filter.slice(0, -1));
  return filter === type;
}

/** The types of the catalog that these filters let through, in its order. */
export function eventTypesMatching(filters: readonly string[]): string[] {
  return EVENT_TYPES.filter((type) => matchesEvent(filters, type));
}
