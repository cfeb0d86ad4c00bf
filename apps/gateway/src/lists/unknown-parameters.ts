import { sanitizeName } from '../http/sanitize-name';
import type { QueryReader } from './query-reader';

/** Names of other payment APIs for what a list here takes under another name. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  from: 'created_at[gte]',
  to: 'created_at[lte]',
  since: 'created_at[gte]',
  until: 'created_at[lt]',
  count: 'limit',
  per_page: 'limit',
  page_size: 'limit',
  skip: 'starting_after',
  offset: 'starting_after',
  page: 'starting_after',
  q: 'query',
  sort: 'order',
};
/** What a hint adds to the name. */
const MORE: Readonly<Record<string, string>> = { starting_after: ' (the last id of the page before)' };
/** Parameters that one hint speaks of; a query string may hold hundreds. */
const HINTS_MAX = 5;

/**
 * Refuses every parameter that the route has not read: a filter that is not applied would show the wrong objects without a
 * word (docs/how-to/list-and-page.md).
 *
 * @param reader of which everything that the route knows has been asked.
 * @returns a hint with the nearest name that the route knows, for each; null when all are known.
 */
export function refuseUnknown(reader: QueryReader): string | null {
  const unknown = reader.unknown();
  const known = reader.known();
  for (const name of unknown) reader.refuse(name, 'parameter_unknown', 'is not known to this route.');
  const hints = unknown.slice(0, HINTS_MAX).map((name) => hintFor(name, known));
  return hints.length === 0 ? null : [...new Set(hints)].join(' ');
}

function hintFor(name: string, known: readonly string[]): string {
  const elsewhere = ELSEWHERE[name];
  const near = elsewhere !== undefined && known.includes(elsewhere) ? [elsewhere] : nearest(name, known);
  if (near.length === 0) return known.length === 0 ? 'The route takes no parameters.' : `The route takes ${known.join(', ')}.`;
  return `In place of ${sanitizeName(name)} send ${near.map((one) => one + (MORE[one] ?? '')).join(' or ')}.`;
}

/** Those of the same field, such as every comparison of `created_at`; else the one that is few letters away. */
export function nearest(name: string, known: readonly string[]): string[] {
  const field = fieldOf(name);
  const ofField = known.filter((one) => fieldOf(one) === field);
  if (ofField.length > 0) return ofField;
  const [best] = known.map((one) => ({ one, edits: editsBetween(name, one) })).sort((left, right) => left.edits - right.edits);
  return best !== undefined && best.edits <= Math.floor(best.one.length / 3) ? [best.one] : [];
}

/** `created_at` of `created_at[gte]`, and `metadata` of `metadata.order_id`, without regard to case and underscores. */
function fieldOf(name: string): string {
  return (name.split(/[.[]/, 1)[0] ?? '').replaceAll('_', '').toLowerCase();
}

/** Longer names are nearest to nothing. */
const NAME_MAX = 64;

/** Letters to add, take away or replace (Levenshtein). */
function editsBetween(left: string, right: string): number {
  if (left.length > NAME_MAX) return Infinity;
  let above = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[right.length] ?? 0;
}
