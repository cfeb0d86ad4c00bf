import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  decodeListQuery,
  decodeObjectQuery,
  ERRORS,
  shardOfId,
  type AsOf,
  type IdKind,
  type ListQuery,
  type ObjectQuery,
  type Refusal,
} from '#contracts';
import type { EventStore, Snapshot, StreamOwner } from '#event-store';
import { EVENT_POSITION, JSON_TYPE, ownerIn, refusing, type InternalAnswer } from './answer-list';
import type { Expansions } from './expansions';
import { historyPage } from './history-page';
import type { ListOwner } from './terms';

/** One object that is asked for. The kind is also the word by which its expansions are registered. */
export interface ObjectInput<TState> {
  kind: IdKind;
  id: string;
  /** The public resource of what was found. */
  render(snapshot: Snapshot<TState>): object;
  /** Of an object that is asked for below another: whether it belongs there; else there is none. */
  isThere?(snapshot: Snapshot<TState>): boolean;
  /** The path parameter of the public route that names it; `id` unless given. */
  param?: string;
}

/** The part of the store that objects and their histories are read through. */
export type ObjectSource = Pick<EventStore, 'reads' | 'listing'>;

/** What belongs to one object: found for its owner, or null when the owner has no such object. */
export type FindWithin = (owner: StreamOwner, query: ListQuery) => Promise<object | null>;

/** JSON of what was not found. */
const NOTHING = 'null';

/** An internal request and where its answer goes. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Answers `GET /internal/<resource>/{id}`: as it is now, or as it was. The row it reads is written in the commit of the
 * command, so a GET after a POST never misses.
 */
export class ObjectQueries {
  constructor(
    private readonly store: ObjectSource,
    /** Null where objects of this service can be expanded by nothing. */
    private readonly expansions: Expansions | null,
  ) {}

  /** Writes the object, or that there is none. */
  async answer<TState>(input: ObjectInput<TState>, { request, reply }: Exchange): Promise<void> {
    const owner = await ownerOrRefuse({ request, reply });
    if (owner === null) return;
    const query = decodeObjectQuery(request.url.split('?', 2)[1] ?? '');
    const snapshot = await this.find<TState>(input, query.asOf, owner);
    const { status, text } =
      snapshot === null ? await this.missingThen(input, query.asOf, owner) : await this.show(input, snapshot, { query, owner });
    if (snapshot !== null && query.asOf !== null) reply.header('as-of-sequence', String(snapshot.head.sequence));
    await reply.code(status).header('content-type', JSON_TYPE).send(text);
  }

  /** Writes the public events of an object with who caused them: from the log, as far back as it goes. */
  answerHistory({ kind, id }: { kind: IdKind; id: string }, exchange: Exchange): Promise<void> {
    return this.answerWithin({ kind, id }, exchange, (owner, query) => historyPage(this.store, owner, query));
  }

  /** Writes a page of what belongs to an object, or that there is no such object. */
  async answerWithin({ kind, id }: { kind: IdKind; id: string }, { request, reply }: Exchange, find: FindWithin): Promise<void> {
    const owner = await ownerOrRefuse({ request, reply });
    if (owner === null) return;
    const query = decodeListQuery(request.url.split('?', 2)[1] ?? '');
    const isOurs = shardOfId(kind, id) !== undefined;
    await sayPosition(this.store, owner, reply);
    const page = await refusing(async () => (isOurs ? find({ streamId: id, ...owner }, query) : null));
    const { status, text } = page.text === NOTHING ? await this.missing({ kind, id }, owner) : page;
    await reply.code(status).header('content-type', JSON_TYPE).send(text);
  }

  /** Whether its owner has an object of this id. */
  async exists(kind: IdKind, id: string, owner: ListOwner): Promise<boolean> {
    return (await this.find({ kind, id }, null, owner)) !== null;
  }

  private async find<TState>(
    { kind, id, isThere }: Pick<ObjectInput<TState>, 'kind' | 'id' | 'isThere'>,
    asOf: AsOf | null,
    { accountId, livemode }: ListOwner,
  ): Promise<Snapshot<TState> | null> {
    if (shardOfId(kind, id) === undefined) return null;
    const found =
      asOf === null
        ? await this.store.reads.findStream(id, accountId, livemode)
        : await this.store.reads.findStreamAsOf(id, accountId, livemode, 'atMs' in asOf ? { timeMs: asOf.atMs } : asOf);
    const snapshot = found as Snapshot<TState> | null;
    return snapshot === null || isThere?.(snapshot) === false ? null : snapshot;
  }

  private show<TState>(
    { kind, render }: ObjectInput<TState>,
    snapshot: Snapshot<TState>,
    { query, owner }: { query: ObjectQuery; owner: ListOwner },
  ): InternalAnswer | Promise<InternalAnswer> {
    const resource = render(snapshot);
    if (query.expand.length === 0) return { status: 200, text: JSON.stringify(resource) };
    const { expansions } = this;
    if (expansions === null) throw new Error('the gateway asks for an expansion that this service does not have');
    return refusing(async () => (await expansions.expand(kind, [resource], query.expand, owner))[0]);
  }

  /** That there is no such object, or that it was not there yet: a moment that is asked for wrongly is no wrong id. */
  private async missingThen<TState>(input: ObjectInput<TState>, asOf: AsOf | null, owner: ListOwner): Promise<InternalAnswer> {
    const now = asOf === null ? null : await this.find(input, null, owner);
    if (asOf === null || now === null) return this.missing(input, owner);
    const { sequence } = now.head;
    const message =
      'sequence' in asOf
        ? `${input.id} has ${sequence} ${sequence === 1 ? 'event' : 'events'} so far: as_of takes 1 to ${sequence}, or a time.`
        : `${input.id} did not exist then: it was created at ${Math.floor(now.head.createdAtMs / 1000)}.`;
    return notFound({ message, param: 'as_of', reason: 'as_of_out_of_range' });
  }

  /** That the owner has no such object. Mixing modes is a common mistake; only the owner is told. */
  async missing(
    { kind, id, param = 'id' }: { kind: IdKind; id: string; param?: string },
    { accountId, livemode }: ListOwner,
  ): Promise<InternalAnswer> {
    const isElsewhere = shardOfId(kind, id) !== undefined && (await this.store.reads.existsInOtherMode(id, accountId, livemode));
    const there = livemode ? 'test' : 'live';
    const hint = isElsewhere ? { hint: `The object exists in ${there} mode. Use a ${there} key.` } : {};
    return notFound({ param, ...hint });
  }
}

function notFound(details: Refusal['details']): InternalAnswer {
  return { status: ERRORS.resource_missing.status, text: JSON.stringify({ code: 'resource_missing', details } satisfies Refusal) };
}

/** Says how far a list sees that is read from what the commits themselves write: up to the end of the log. Call it first. */
export async function sayPosition(source: Pick<EventStore, 'listing'>, { accountId }: ListOwner, reply: FastifyReply): Promise<void> {
  reply.header(EVENT_POSITION, (await source.listing.lastPosition(accountId)).toString());
}

/** Whose objects are asked for; null when the gateway did not say so, which was answered. */
export async function ownerOrRefuse({ request, reply }: Exchange): Promise<ListOwner | null> {
  const owner = ownerIn(request.headers);
  if (owner === undefined) await reply.code(400).send({ code: 'parameter_missing' } satisfies Refusal);
  return owner ?? null;
}
