import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListPage, ResourceKind } from '#contracts';
import type { Snapshot } from '#event-store';
import { answerList, type ListOwner, type ListReader, type ObjectQueries } from '#listing';

/** A list of the objects that belong to one other, such as the refunds of a payment. */
interface ListOfParent<TState> {
  parent: { kind: ResourceKind; id: string };
  /** The filter of the list that names the parent. */
  filter: string;
  reader: ListReader<TState>;
  objects: ObjectQueries;
  owner: ListOwner;
  request: FastifyRequest;
  reply: FastifyReply;
  render(snapshots: Snapshot<TState>[], paths: readonly string[]): Promise<object[]>;
}

/**
 * The list of a kind, filtered by the object that it belongs to.
 *
 * @throws RefusalError `resource_missing` when the caller has no such object.
 */
export async function answerListOfParent<TState>(list: ListOfParent<TState>): Promise<ListPage> {
  const { parent, filter, reader, objects, owner, request, reply, render } = list;
  if (!(await objects.exists(parent.kind, parent.id, owner))) throw await objects.missing(parent, owner);
  const { url } = request;
  return answerList({
    reader,
    request: { url: `${url}${url.includes('?') ? '&' : '?'}filter.${filter}=${parent.id}` },
    owner,
    reply,
    render,
  });
}
