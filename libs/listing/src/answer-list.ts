import type { FastifyReply } from 'fastify';
import { decodeListQuery, ERRORS, type ListPage, type Refusal } from '#contracts';
import type { Snapshot } from '#event-store';
import { ListError } from './list-error';
import type { ListReader } from './list-reader';
import type { ListOwner } from './terms';

/** Content type of every internal answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** The header of a list: up to this position of its service's log it has seen the account's writes. */
export const EVENT_POSITION = 'event-position';

/** What an internal query is answered: a refusal has the status of its row in the table of errors. */
export interface InternalAnswer {
  status: number;
  /** JSON. */
  text: string;
}

/** An internal request, as Fastify has it. */
export interface InternalRequest {
  /** What stands after the question mark is the normalized query. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface ListInput<TState> {
  reader: ListReader<TState>;
  request: InternalRequest;
  reply: FastifyReply;
  /** The resources of a page, in its order, with these paths expanded. */
  render(
    snapshots: readonly Snapshot<TState>[],
    expand: readonly string[],
    owner: ListOwner,
  ): readonly unknown[] | Promise<readonly unknown[]>;
}

/** Whose objects are asked for: the gateway says so, which has checked the key. Undefined when it does not. */
export function ownerIn(headers: InternalRequest['headers']): ListOwner | undefined {
  const { 'x-hundi-account': accountId, 'x-hundi-livemode': mode } = headers;
  if (typeof accountId !== 'string' || accountId === '' || (mode !== 'true' && mode !== 'false')) return undefined;
  return { accountId, livemode: mode === 'true' };
}

/**
 * Answers `GET /internal/<resource>?…` and `…/search?…` as the gateway expects it: a page with `Event-Position`, up to which
 * it has seen the account's writes, or a named refusal.
 *
 * @throws Error for a query that the gateway cannot have written, and for whatever is not a ListError.
 */
export async function answerList<TState>({ reader, request, reply, render }: ListInput<TState>): Promise<void> {
  const owner = ownerIn(request.headers);
  if (owner === undefined) return void (await reply.code(400).send({ code: 'parameter_missing' } satisfies Refusal));
  const { status, text } = await refusing(async () => {
    const query = decodeListQuery(request.url.split('?', 2)[1] ?? '');
    const { snapshots, hasMore, nextCursor, totalCount, position } = await reader.page(query, owner);
    const page: ListPage = { data: [...(await render(snapshots, query.expand, owner))], has_more: hasMore, next_cursor: nextCursor };
    if (totalCount !== undefined) page.total_count = totalCount;
    reply.header(EVENT_POSITION, position.toString());
    return page;
  });
  await reply.code(status).header('content-type', JSON_TYPE).send(text);
}

/** Turns what is found into an answer, and a ListError into the refusal that it names. */
export async function refusing(find: () => Promise<unknown>): Promise<InternalAnswer> {
  try {
    return { status: 200, text: JSON.stringify(await find()) };
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    const { code, details } = error;
    return { status: ERRORS[code].status, text: JSON.stringify({ code, details } satisfies Refusal) };
  }
}
