import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeListQuery, type ListPage } from '#contracts';
import { EventStore } from '#event-store';
import { ownerOrRefuse, refusing, sayPosition, type ListOwner } from '#listing';
import { deliveryResource } from '../delivery-queue/render-delivery';
import { DeliveriesReader, type DeliveriesOf } from '../delivery-queue/deliveries-reader';
import { answer, answerUnsealed, JSON_TYPE, missing, refuse } from './answer';
import { AttemptQueries } from './attempt-queries';
import { findOwnEndpoint } from './find-own-endpoint';

/** What became of events at their endpoints, for the gateway, which has checked the key and normalized the query. */
@Controller('internal')
export class DeliveriesQueryController {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(DeliveriesReader) private readonly deliveries: DeliveriesReader,
    @Inject(AttemptQueries) private readonly attempts: AttemptQueries,
  ) {}

  @Get('webhook_endpoints/:id/deliveries')
  async listOfEndpoint(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const found = await findOwnEndpoint(this.store, id, request.headers);
    if ('refusal' in found) return refuse(reply, found.refusal);
    const { accountId, livemode } = found.snapshot.head;
    await this.page(reply, request, { endpointId: id }, { accountId, livemode });
  }

  @Get('events/:id/deliveries')
  async listOfEvent(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = await ownerOrRefuse({ request, reply });
    if (owner === null) return;
    if (!(await this.deliveries.eventExists(id, owner))) return refuse(reply, missing(owner, await this.isOfOtherMode(id, owner)));
    await this.page(reply, request, { eventId: id }, owner);
  }

  @Get('webhook_deliveries/:id')
  async showDelivery(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = await ownerOrRefuse({ request, reply });
    if (owner === null) return;
    const row = await this.deliveries.find(id, owner);
    if (row !== null) return answer(reply, deliveryResource(row));
    await refuse(reply, missing(owner, await this.deliveries.existsInOtherMode(id, owner)));
  }

  @Get('webhook_deliveries/:id/attempts')
  async listAttempts(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = await ownerOrRefuse({ request, reply });
    if (owner === null) return;
    const row = await this.deliveries.find(id, owner);
    if (row === null) return refuse(reply, missing(owner, await this.deliveries.existsInOtherMode(id, owner)));
    await sayPosition(this.store, owner, reply);
    await answerUnsealed(reply, await refusing(() => this.attempts.page(row, queryIn(request), owner)));
  }

  private async page(reply: FastifyReply, request: FastifyRequest, of: DeliveriesOf, owner: ListOwner): Promise<void> {
    await sayPosition(this.store, owner, reply);
    const { status, text } = await refusing(async () => {
      const { rows, hasMore, nextCursor, totalCount } = await this.deliveries.page(queryIn(request), of, owner);
      const page: ListPage = { data: rows.map(deliveryResource), has_more: hasMore, next_cursor: nextCursor };
      return totalCount === undefined ? page : { ...page, total_count: totalCount };
    });
    await reply.code(status).header('content-type', JSON_TYPE).send(text);
  }

  private isOfOtherMode(eventId: string, { accountId, livemode }: ListOwner): Promise<boolean> {
    return this.deliveries.eventExists(eventId, { accountId, livemode: !livemode });
  }
}

function queryIn(request: FastifyRequest) {
  return decodeListQuery(request.url.split('?', 2)[1] ?? '');
}
