import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeObjectQuery, ERRORS, shardOfId, type AsOf, type IdKind, type ObjectQuery, type Refusal } from '#contracts';
import { EventStore, type Snapshot } from '#event-store';
import { Expansions, ownerIn, refusing, type InternalAnswer, type ListOwner } from '#listing';

const JSON_TYPE = 'application/json; charset=utf-8';

/** One object that is asked for. The kind is also the word by which its expansions are registered. */
export interface ObjectQuestion<TState> {
  kind: IdKind;
  id: string;
  /** The public resource of what was found. */
  render(snapshot: Snapshot<TState>): object;
}

/** An internal request and where its answer goes. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Answers `GET /internal/<resource>/{id}`: as it is now, or as it was. The row it reads is written in the commit of the
 * command, so a GET after a POST never misses (architecture.md 1).
 */
@Injectable()
export class ObjectQueries {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(Expansions) private readonly expansions: Expansions,
  ) {}

  /** Writes the object, or that there is none. */
  async answer<TState>(question: ObjectQuestion<TState>, { request, reply }: Exchange): Promise<void> {
    const owner = ownerIn(request.headers);
    if (owner === undefined) return void (await reply.code(400).send({ code: 'parameter_missing' } satisfies Refusal));
    const query = decodeObjectQuery(request.url.split('?', 2)[1] ?? '');
    const snapshot = await this.find<TState>(question, query.asOf, owner);
    const { status, text } =
      snapshot === null ? await this.missing(question, owner) : await this.show(question, snapshot, { query, owner });
    if (snapshot !== null && query.asOf !== null) reply.header('as-of-sequence', String(snapshot.head.sequence));
    await reply.code(status).header('content-type', JSON_TYPE).send(text);
  }

  /** Whether its owner has an object of this id. */
  async exists(kind: IdKind, id: string, owner: ListOwner): Promise<boolean> {
    return (await this.find({ kind, id }, null, owner)) !== null;
  }

  private async find<TState>(
    { kind, id }: Pick<ObjectQuestion<TState>, 'kind' | 'id'>,
    asOf: AsOf | null,
    { accountId, livemode }: ListOwner,
  ): Promise<Snapshot<TState> | null> {
    if (shardOfId(kind, id) === undefined) return null;
    const found =
      asOf === null
        ? await this.store.findStream(id, accountId, livemode)
        : await this.store.findStreamAsOf(id, accountId, livemode, 'atMs' in asOf ? { timeMs: asOf.atMs } : asOf);
    return found as Snapshot<TState> | null;
  }

  private show<TState>(
    { kind, render }: ObjectQuestion<TState>,
    snapshot: Snapshot<TState>,
    { query, owner }: { query: ObjectQuery; owner: ListOwner },
  ): InternalAnswer | Promise<InternalAnswer> {
    const resource = render(snapshot);
    if (query.expand.length === 0) return { status: 200, text: JSON.stringify(resource) };
    return refusing(async () => (await this.expansions.expand(kind, [resource], query.expand, owner))[0]);
  }

  /** That the owner has no such object. Mixing modes is a common mistake; only the owner is told (spec/api.md 2.1). */
  async missing({ kind, id }: { kind: IdKind; id: string }, { accountId, livemode }: ListOwner): Promise<InternalAnswer> {
    const isElsewhere = shardOfId(kind, id) !== undefined && (await this.store.existsInOtherMode(id, accountId, livemode));
    const there = livemode ? 'test' : 'live';
    const hint = isElsewhere ? { hint: `The object exists in ${there} mode. Use a ${there} key.` } : {};
    const refusal: Refusal = { code: 'resource_missing', details: { param: 'id', ...hint } };
    return { status: ERRORS.resource_missing.status, text: JSON.stringify(refusal) };
  }
}
