import type { Actor, HistoryEventResource, ListPage, ListQuery } from '#contracts';
import type { EventStore, HistoryWindow, PublicHistory, StreamOwner } from '#event-store';
import { RefusalError } from './refusal-error';
import { pageOf } from './list-page';

/** The part of the store that a history is read through. */
export type HistorySource = Pick<EventStore, 'reads'>;

/**
 * One page of the public events of an object with who caused them; null when its owner has no such object.
 *
 * @throws RefusalError cursor_invalid when `after` or `before` is no event of this object.
 */
export async function historyPage(
  source: HistorySource,
  owner: StreamOwner,
  query: ListQuery,
): Promise<ListPage<HistoryEventResource> | null> {
  const window = windowOf(query, await sequenceOf(source, owner, query));
  const history = await source.reads.readPublicHistory(owner, window);
  if (history === null) return null;
  const oldestFirst = history.entries.map(({ event, actor }): HistoryEventResource => ({
    ...event,
    actor: shownActor(actor),
  }));
  const data = query.order === 'desc' ? oldestFirst.toReversed() : oldestFirst;
  return pageOf(data, { hasMore: hasMore(history, window), total: history.total }, query);
}

/** The name of an operator is not the merchant's to know. */
function shownActor({ kind, id }: Actor): HistoryEventResource['actor'] {
  return kind === 'operator' ? { type: 'system', id: 'operator' } : { type: kind, id };
}

function hasMore({ entries, total }: PublicHistory, { fromEnd }: HistoryWindow): boolean {
  const [oldest, newest] = [entries[0]?.event.sequence, entries.at(-1)?.event.sequence];
  if (oldest === undefined || newest === undefined) return false;
  return fromEnd ? oldest > 1 : newest < total;
}

/** Beginning with the newest and going on, or going back from the oldest side, both end nearest to the mark. */
function windowOf({ limit, order, before }: ListQuery, mark: number | null): HistoryWindow {
  const isTowardsOlder = (order === 'desc') === (before === null);
  if (mark === null) return { limit, fromEnd: isTowardsOlder };
  return isTowardsOlder ? { before: mark, limit, fromEnd: true } : { after: mark, limit };
}

/** The sequence of the event that the page stands beside; null when it begins at an end. */
async function sequenceOf(source: HistorySource, owner: StreamOwner, { after, before }: ListQuery): Promise<number | null> {
  const eventId = after ?? before;
  if (eventId === null) return null;
  let afterVersion = 0;
  for (;;) {
    const page = await source.reads.readHistory(owner, { afterVersion });
    const found = page.find((event) => event.eventId === eventId);
    if (found?.meta.sequence != null) return found.meta.sequence;
    const last = page.at(-1);
    if (found !== undefined || last === undefined) break;
    afterVersion = last.version;
  }
  throw new RefusalError('cursor_invalid', {
    param: after === null ? 'ending_before' : 'starting_after',
    message: 'There is no such event of this object.',
  });
}
