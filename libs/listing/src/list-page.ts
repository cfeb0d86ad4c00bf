import { formatListCursor, type ListPage, type ListQuery } from '#contracts';
import { RefusalError } from './refusal-error';

/**
 * A page of a list that is short by nature and has been read whole.
 *
 * @param objects oldest first.
 * @throws RefusalError cursor_invalid when `after` or `before` is none of them.
 */
export function pageInMemory<TObject extends { id: string }>(objects: readonly TObject[], query: ListQuery): ListPage<TObject> {
  const all = query.order === 'asc' ? [...objects] : objects.toReversed();
  const [first, end] = boundsOf(all, query);
  const hasMore = query.before === null ? end < all.length : first > 0;
  return pageOf(all.slice(first, end), { hasMore, total: all.length }, query);
}

/** Whether the rows of a page are read from the newest on: backwards is the same walk in the other order, turned round in the end. */
export function isDescendingWalk({ order, before }: ListQuery): boolean {
  return (order === 'desc') === (before === null);
}

/**
 * The page of a walk whose query has no total.
 *
 * @param found in the order of the walk, one more than the page holds when there are more.
 */
export function pageOfWalk<TObject extends { id: string }>(found: readonly TObject[], query: ListQuery): ListPage<TObject> {
  const data = found.slice(0, query.limit);
  if (query.before !== null) data.reverse();
  return pageOf(data, { hasMore: found.length > query.limit, total: 0 }, query);
}

/** A page around its objects, in the order in which they are shown. */
export function pageOf<TObject extends { id: string }>(
  data: TObject[],
  { hasMore, total }: { hasMore: boolean; total: number },
  { before, wantsTotalCount }: ListQuery,
): ListPage<TObject> {
  const direction = before === null ? 'after' : 'before';
  const edge = direction === 'after' ? data.at(-1) : data[0];
  const next_cursor = hasMore && edge !== undefined ? formatListCursor({ direction, id: edge.id }) : null;
  return { data, has_more: hasMore, next_cursor, ...(wantsTotalCount && { total_count: total }) };
}

/** Where the page begins and where it ends, the end not included. */
function boundsOf(all: readonly { id: string }[], { limit, after, before }: ListQuery): [number, number] {
  if (before !== null) {
    const end = indexOf(all, before, 'ending_before');
    return [Math.max(0, end - limit), end];
  }
  const first = after === null ? 0 : indexOf(all, after, 'starting_after') + 1;
  return [first, Math.min(first + limit, all.length)];
}

function indexOf(objects: readonly { id: string }[], id: string, param: string): number {
  const index = objects.findIndex((object) => object.id === id);
  if (index === -1) throw new RefusalError('cursor_invalid', { param, message: 'There is no such object in this list.' });
  return index;
}
