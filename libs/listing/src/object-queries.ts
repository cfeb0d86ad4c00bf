import type { FastifyReply } from 'fastify';
import { otherModeHint, shardOfId, type AsOf, type IdKind, type ListQuery, type ObjectQuery, toSeconds } from '#contracts';
import type { EventStore, Snapshot } from '#event-store';
import { EVENT_POSITION, type InternalExchange } from './answer-list';
import type { Expansions } from './expansions';
import { historyPage } from './history-page';
import { RefusalError } from './refusal-error';
import type { ListOwner } from './terms';

/** What names one object. */
export interface ObjectId {
  kind: IdKind;
  id: string;
}

/** One object that is asked for. The kind is also the word by which its expansions are registered. */
export interface ObjectInput<TState> extends ObjectId {
  /** The public resource of what was found. */
  render(snapshot: Snapshot<TState>): object;
  /** Of an object that is asked for below another: whether it belongs there; else there is none. */
  isThere?(snapshot: Snapshot<TState>): boolean;
  /** Of an object as it was: with what only the newest state has in a form that can be read. */
  amendPast?(past: Snapshot<TState>, now: Snapshot<TState>): Snapshot<TState>;
  /** What is shown beside of an object as it is now, and no state knows. */
  complete?(object: object, snapshot: Snapshot<TState>): Promise<object>;
  /** The path parameter of the public route that names it; `id` unless given. */
  param?: string;
}

/** The part of the store that objects and their histories are read through. */
export type ObjectSource = Pick<EventStore, 'reads' | 'listing'>;

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

  /** The object. @throws RefusalError resource_missing; expand_invalid. */
  async answer<TState>(input: ObjectInput<TState>, { query, owner, reply }: InternalExchange<ObjectQuery>): Promise<object> {
    const snapshot = await this.find<TState>(input, query.asOf, owner);
    if (snapshot === null) throw await this.missingThen(input, query.asOf, owner);
    if (query.asOf !== null) reply.header('as-of-sequence', String(snapshot.head.sequence));
    return this.expanded(input, await this.amended(input, snapshot, { query, owner }), { query, owner });
  }

  /** The object as it is now, with nothing expanded. @throws RefusalError resource_missing. */
  async show<TState>(input: ObjectInput<TState>, owner: ListOwner): Promise<object> {
    const snapshot = await this.find<TState>(input, null, owner);
    if (snapshot === null) throw await this.missing(input, owner);
    return shownNow(input, snapshot);
  }

  /** The public events of an object with who caused them: from the log, as far back as it goes. @throws RefusalError. */
  async answerHistory(object: ObjectId, { query, owner, reply }: InternalExchange<ListQuery>): Promise<object> {
    await sayPosition(this.store, owner, reply);
    const isOurs = shardOfId(object.kind, object.id) !== undefined;
    const page = isOurs ? await historyPage(this.store, { streamId: object.id, ...owner }, query) : null;
    return page ?? Promise.reject(await this.missing(object, owner));
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
        ? await this.store.reads.findStream<TState>(id, accountId, livemode)
        : await this.store.reads.findStreamAsOf<TState>(id, accountId, livemode, 'atMs' in asOf ? { timeMs: asOf.atMs } : asOf);
    return found === null || isThere?.(found) === false ? null : found;
  }

  private async amended<TState>(
    { amendPast, ...input }: ObjectInput<TState>,
    past: Snapshot<TState>,
    { query, owner }: { query: ObjectQuery; owner: ListOwner },
  ): Promise<Snapshot<TState>> {
    if (amendPast === undefined || query.asOf === null) return past;
    const now = await this.find<TState>(input, null, owner);
    return now === null ? past : amendPast(past, now);
  }

  private async expanded<TState>(
    input: ObjectInput<TState>,
    snapshot: Snapshot<TState>,
    { query, owner }: { query: ObjectQuery; owner: ListOwner },
  ): Promise<object> {
    const resource = query.asOf === null ? await shownNow(input, snapshot) : input.render(snapshot);
    if (query.expand.length === 0) return resource;
    if (this.expansions === null) throw new Error('the gateway asks for an expansion that this service does not have');
    const [expanded = resource] = await this.expansions.expand(input.kind, [resource], query.expand, owner);
    return expanded;
  }

  /** That there is no such object, or that it was not there yet: a moment that is asked for wrongly is no wrong id. */
  private async missingThen<TState>(input: ObjectInput<TState>, asOf: AsOf | null, owner: ListOwner): Promise<RefusalError> {
    const now = asOf === null ? null : await this.find(input, null, owner);
    if (asOf === null || now === null) return this.missing(input, owner);
    const { sequence } = now.head;
    const message =
      'sequence' in asOf
        ? `${input.id} has ${sequence} ${sequence === 1 ? 'event' : 'events'} so far: as_of takes 1 to ${sequence}, or a time.`
        : `${input.id} did not exist then: it was created at ${toSeconds(now.head.createdAtMs)}.`;
    return new RefusalError('resource_missing', { message, param: 'as_of', reason: 'as_of_out_of_range' });
  }

  /** That the owner has no such object. Only the owner gets the hint of the other mode. */
  async missing({ kind, id, param = 'id' }: ObjectId & { param?: string }, { accountId, livemode }: ListOwner): Promise<RefusalError> {
    const isElsewhere = shardOfId(kind, id) !== undefined && (await this.store.reads.existsInOtherMode(id, accountId, livemode));
    return new RefusalError('resource_missing', { param, ...(isElsewhere && { hint: otherModeHint(livemode) }) });
  }
}

function shownNow<TState>({ render, complete }: ObjectInput<TState>, snapshot: Snapshot<TState>): object | Promise<object> {
  const rendered = render(snapshot);
  return complete?.(rendered, snapshot) ?? rendered;
}

/** Says how far a list sees that is read from what the commits themselves write: up to the end of the log. Call it first. */
export async function sayPosition(source: Pick<EventStore, 'listing'>, { accountId }: ListOwner, reply: FastifyReply): Promise<void> {
  reply.header(EVENT_POSITION, (await source.listing.lastPosition(accountId)).toString());
}
