import type { Metadata } from './commands';

/** Key by key; null removes a key, and null for the whole removes all (docs/reference/api-conventions.md, Updates). */
export function mergeMetadata(before: Metadata | undefined, change: Record<string, string | number | boolean | null> | null): Metadata {
  const entries = Object.entries({ ...before, ...change }).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== null,
  );
  return change === null ? {} : Object.fromEntries(entries);
}
