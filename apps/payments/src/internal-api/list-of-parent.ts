import type { ListPage, ResourceKind } from '#contracts';
import type { Snapshot } from '#event-store';
import { answerList, type InternalExchange, type ListReader, type ObjectQueries } from '#listing';

/** A list of the objects that belong to one other, such as the refunds of a payment. */
interface ListOfParent<TState> extends InternalExchange {
  parent: { kind: ResourceKind; id: string };
  /** The filter of the list that names the parent. */
  filter: string;
  reader: ListReader<TState>;
  objects: ObjectQueries;
  render(snapshots: Snapshot<TState>[], paths: readonly string[]): Promise<object[]>;
}

/**
 * The list of a kind, filtered by the object that it belongs to.
 *
 * @throws RefusalError `resource_missing` when the caller has no such object.
 */
export async function answerListOfParent<TState>(list: ListOfParent<TState>): Promise<ListPage> {
  const { parent, filter, reader, objects, owner, query, reply, render } = list;
  if (!(await objects.exists(parent.kind, parent.id, owner))) throw await objects.missing(parent, owner);
  return answerList({ reader, owner, reply, render, query: { ...query, filters: { ...query.filters, [filter]: parent.id } } });
}
