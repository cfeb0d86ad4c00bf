import { EMPTY_LIST_QUERY, LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, parseListCursor, shardOfId } from '#contracts';
import type { FieldProblem, IdKind, ListQuery } from '#contracts';
import { readExpand } from './expand';
import type { Expansion } from './expand';
import { readFilters } from './list-filters';
import type { ListRules } from './list-rules';
import { QueryReader } from './query-reader';
import type { QueryParameters } from './query-reader';
import { readSearch } from './search/read-search';
import { refuseUnknown } from './unknown-parameters';

/** What the query string of a list says. */
export interface ListReading {
  query: ListQuery & { expand: readonly Expansion[] };
  /** Every problem at once. */
  problems: FieldProblem[];
  /** What to send in place of what was refused; null where the problems say it, or there are none. */
  hint: string | null;
}

/** Digits of a position in the log; it counts events, so this many are never reached. */
const POSITION = /^\d{1,19}$/;

/** Reads the parameters that this list takes (docs/how-to/list-and-page.md). */
export function readListQuery(parameters: QueryParameters, rules: ListRules): ListReading {
  const reader = new QueryReader(parameters);
  const query = {
    ...EMPTY_LIST_QUERY,
    limit: readLimit(reader),
    order: rules.hasOrder === false ? 'desc' : readOrder(reader),
    ...readPlace(reader, rules.kind),
    ...readFilters(reader, rules),
    ...(rules.isSearch && readSearch(reader, rules)),
    expand: readExpand(reader, rules.expand, 'data.'),
    wantsTotalCount: rules.hasTotalCount !== false && readInclude(reader),
    minPosition: readMinPosition(reader),
  };
  const hint = refuseUnknown(reader) ?? reader.hint;
  return { query, problems: reader.problems, hint };
}

/** Objects on a page: `limit`, or the default. */
export function readLimit(reader: QueryReader): number {
  const text = reader.one('limit');
  if (text === null) return LIST_LIMIT_DEFAULT;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= LIST_LIMIT_MAX) return limit;
  reader.refuse('limit', 'parameter_invalid', `must be an integer from 1 to ${LIST_LIMIT_MAX}.`);
  return LIST_LIMIT_DEFAULT;
}

function readOrder(reader: QueryReader): ListQuery['order'] {
  const order = reader.one('order');
  if (order === 'asc' || order === 'desc' || order === null) return order ?? 'desc';
  reader.refuse('order', 'parameter_invalid', 'must be asc or desc.');
  return 'desc';
}

/** Where the page begins or ends: said in one way only. */
function readPlace(reader: QueryReader, kind: IdKind): Pick<ListQuery, 'after' | 'before'> {
  const after = readId(reader, 'starting_after', kind);
  const before = readId(reader, 'ending_before', kind);
  const cursor = reader.one('cursor');
  const given = Object.entries({ starting_after: after, ending_before: before, cursor }).flatMap(([name, value]) => (value ? [name] : []));
  const [first, second] = given;
  if (first !== undefined && second !== undefined) reader.refuse(second, 'parameters_exclusive', `does not go with ${first}; send one.`);
  if (cursor === null) return { after, before };
  const place = parseListCursor(cursor);
  if (place !== undefined && shardOfId(kind, place.id) !== undefined) {
    return { after: null, before: null, [place.direction]: place.id };
  }
  reader.refuse('cursor', 'cursor_invalid', 'must be a next_cursor of this list.');
  return { after: null, before: null };
}

function readId(reader: QueryReader, name: string, kind: IdKind): string | null {
  const id = reader.one(name);
  if (id === null || shardOfId(kind, id) !== undefined) return id;
  reader.refuse(name, 'cursor_invalid', 'must be the id of an object of this list.');
  return null;
}

function readInclude(reader: QueryReader): boolean {
  const wanted = reader.many('include');
  if (wanted.some((word) => word !== 'total_count')) reader.refuse('include', 'parameter_invalid', 'may only contain total_count.');
  return wanted.includes('total_count');
}

function readMinPosition(reader: QueryReader): string | null {
  const position = reader.one('min_position');
  if (position === null || POSITION.test(position)) return position;
  reader.refuse('min_position', 'parameter_invalid', 'must be an Event-Position that a write has answered.');
  return null;
}
