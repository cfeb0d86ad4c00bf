import { unknownMessage } from '../http/ignored-parameters';
import { hintForUnknown, type ForeignWords } from '../validation/unknown-names';
import type { QueryReader } from './query-reader';

const PAGE_BEFORE = 'the last id of the page before';
/** Names of other payment APIs for what a list here takes under another name. */
const WORDS: ForeignWords = {
  from: 'created_at[gte]',
  to: 'created_at[lte]',
  since: 'created_at[gte]',
  until: 'created_at[lt]',
  count: 'limit',
  per_page: 'limit',
  page_size: 'limit',
  skip: ['starting_after', PAGE_BEFORE],
  offset: ['starting_after', PAGE_BEFORE],
  page: ['starting_after', PAGE_BEFORE],
  q: 'query',
  sort: 'order',
};

/**
 * Refuses every parameter that the route has not read: a filter that is not applied would show the wrong objects without a
 * word (docs/how-to/list-and-page.md).
 *
 * @param reader of which everything that the route knows has been asked.
 * @returns a hint with the nearest name that the route knows, for each; null when all are known.
 */
export function refuseUnknown(reader: QueryReader): string | null {
  const known = reader.known();
  const unknown = reader.unknown().map((name) => ({ prefix: '', name, known }));
  for (const { name } of unknown) reader.refuse(name, 'parameter_unknown', unknownMessage(name));
  return hintForUnknown(unknown, { names: known, takes: (name) => known.includes(name), words: WORDS }) ?? null;
}
