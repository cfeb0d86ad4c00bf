import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeListQuery, shardOfId, type ListQuery, type Refusal } from '#contracts';
import { EventStore, type StreamOwner } from '#event-store';
import { ownerIn, refusing } from '#listing';
import { AttemptFold } from './attempts';
import { historyPage } from './history-page';
import { ObjectQueries, type Exchange } from './object-queries';
import { pageInMemory } from './list-page';

/** What is found for an owner; null when it has no such payment. */
type Find = (owner: StreamOwner, query: ListQuery) => Promise<object | null>;

/** JSON of what was not found. */
const NOTHING = 'null';

/** `GET /internal/payments/{id}/events` and `…/attempts` for the gateway: read from the log, as far back as it goes. */
@Controller('internal/payments')
export class PaymentHistoryController {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    private readonly objects: ObjectQueries,
  ) {}

  @Get(':id/events')
  listEvents(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer({ id, request, reply }, (owner, query) => historyPage(this.store, owner, query));
  }

  @Get(':id/attempts')
  listAttempts(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer({ id, request, reply }, async (owner, query) => {
      const fold = new AttemptFold();
      const isThere = await this.readInto(fold, owner);
      return isThere ? pageInMemory(fold.resources({ id, livemode: owner.livemode }), query) : null;
    });
  }

  private async answer({ id, request, reply }: { id: string } & Exchange, find: Find): Promise<void> {
    const owner = ownerIn(request.headers);
    if (owner === undefined) return void (await reply.code(400).send({ code: 'parameter_missing' } satisfies Refusal));
    const query = decodeListQuery(request.url.split('?', 2)[1] ?? '');
    const isOurs = shardOfId('payment', id) !== undefined;
    const page = await refusing(async () => (isOurs ? find({ streamId: id, ...owner }, query) : null));
    const { status, text } = page.text === NOTHING ? await this.objects.missing({ kind: 'payment', id }, owner) : page;
    await reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text);
  }

  /** False when the owner has no such payment. */
  private async readInto(fold: AttemptFold, owner: StreamOwner): Promise<boolean> {
    let afterVersion = 0;
    for (;;) {
      const events = await this.store.readHistory(owner, { afterVersion });
      const last = events.at(-1);
      if (last === undefined) return afterVersion > 0;
      fold.add(events);
      afterVersion = last.version;
    }
  }
}
