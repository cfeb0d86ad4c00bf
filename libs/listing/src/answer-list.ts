import type { FastifyReply } from 'fastify';
import type { ListPage, ListQuery } from '#contracts';
import type { Snapshot } from '#event-store';
import type { ListReader } from './list-reader';
import type { ListOwner } from './terms';

/** The header of a list: up to this position of its service's log it has seen the account's writes. */
export const EVENT_POSITION = 'event-position';

/** A query over internal HTTP, on whose behalf it comes, and the answer under way, for its headers. */
export interface InternalExchange<TQuery = ListQuery> {
  query: TQuery;
  owner: ListOwner;
  reply: FastifyReply;
}

/**
 * Takes filters out of a query that no row of the list can answer, and says by them which objects are the only ones that can be in it;
 * undefined for all.
 */
export type Narrow = (query: ListQuery, owner: ListOwner) => Promise<{ query: ListQuery; among?: readonly string[] }>;

export interface ListInput<TState> extends InternalExchange {
  reader: ListReader<TState>;
  narrow?: Narrow | undefined;
  /** The resources of a page, in its order, with these paths expanded. */
  render(snapshots: readonly Snapshot<TState>[], expand: readonly string[]): readonly unknown[] | Promise<readonly unknown[]>;
}

/**
 * The answer to `GET /internal/<resource>?…` and `…/search?…`: a page, with `Event-Position`, up to which it has seen the
 * account's writes.
 *
 * @throws RefusalError what ListReader and `render` throw.
 */
export async function answerList<TState>({ reader, query: received, owner, reply, render, narrow }: ListInput<TState>): Promise<ListPage> {
  const { query, among } = (await narrow?.(received, owner)) ?? { query: received };
  const { snapshots, hasMore, nextCursor, totalCount, position } = await reader.page(query, owner, among);
  const data = [...(await render(snapshots, query.expand))];
  reply.header(EVENT_POSITION, position.toString());
  return { data, has_more: hasMore, next_cursor: nextCursor, ...(totalCount !== undefined && { total_count: totalCount }) };
}
