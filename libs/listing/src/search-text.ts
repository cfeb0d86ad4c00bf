import { wordsOf } from './terms';

/** One thing that a search asks for. All of them must hold. */
export type SearchTerm =
  | { kind: 'word'; word: string }
  | { kind: 'id'; id: string }
  | { kind: 'field'; field: SearchField; value: string }
  | { kind: 'metadata'; key: string; value: string }
  | { kind: 'filter'; name: string; value: string };

/** Fields of a list that a search can name. */
export const SEARCH_FIELDS = ['status', 'currency', 'payment_method', 'customer_id', 'reference_id', 'amount'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

const FIELDS = new Set<string>(SEARCH_FIELDS);
const METADATA = 'metadata.';
/** A value may be quoted; what has no name before it is words. */
const PART = /(?:([A-Za-z][\w.-]*):)?(?:"([^"]*)"|(\S+))/g;
const ID = /^[a-z]{2,10}_[0-9A-Za-z]{24}$/;
const WHOLE = /^\d{1,15}$/;

/**
 * What a search text asks for: `status:failed metadata.order_id:1001 amount:50000 "late order" pay_…`. A name that is no
 * field is part of the words, so that a reference with a colon in it is found too.
 *
 * @param filters names of the filters that only this list has.
 */
export function parseSearchText(text: string, filters: ReadonlySet<string> = new Set()): SearchTerm[] {
  return [...text.matchAll(PART)].flatMap(([whole, name, quoted, plain]) => {
    const value = quoted ?? plain ?? '';
    return (name !== undefined && namedTerm(name, value, filters)) || plainTerms(whole, value);
  });
}

function namedTerm(name: string, value: string, filters: ReadonlySet<string>): SearchTerm[] | undefined {
  if (value === '') return undefined;
  if (name === 'id') return [{ kind: 'id', id: value }];
  if (name.startsWith(METADATA) && name.length > METADATA.length) return [{ kind: 'metadata', key: name.slice(METADATA.length), value }];
  if (filters.has(name)) return [{ kind: 'filter', name, value }];
  if (!FIELDS.has(name) || (name === 'amount' && !WHOLE.test(value))) return undefined;
  return [{ kind: 'field', field: name as SearchField, value: name === 'currency' ? value.toUpperCase() : value }];
}

function plainTerms(whole: string, value: string): SearchTerm[] {
  if (ID.test(value) && whole === value) return [{ kind: 'id', id: value }];
  return wordsOf(whole).map((word) => ({ kind: 'word', word }));
}
