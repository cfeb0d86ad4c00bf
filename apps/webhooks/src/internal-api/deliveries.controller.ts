import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeListQuery, type Command, type ListPage, type Reply } from '#contracts';
import { EventStore } from '#event-store';
import { ownerOrRefuse, refusing, sayPosition, type ListOwner } from '#listing';
import { DeliveryRequests } from '../delivery-queue/delivery-requests';
import { deliveryResource } from '../delivery-queue/render-delivery';
import { DeliveriesReader, type DeliveriesOf } from '../delivery-queue/deliveries-reader';
import { answer, answerUnsealed, JSON_TYPE, missing, refuse } from './answer';
import { AttemptQueries } from './attempt-queries';
import { findOwnEndpoint } from './find-own-endpoint';

/** What became of events at their endpoints, and what accounts ask for of it, for the gateway, which has checked the key and normalized the query. */
@Controller('internal')
export class DeliveriesController {
  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(DeliveriesReader) private readonly deliveries: DeliveriesReader,
    @Inject(AttemptQueries) private readonly attempts: AttemptQueries,
    @Inject(DeliveryRequests) private readonly requests: DeliveryRequests,
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

  /** `webhook_deliveries.cancel`; its stream is the delivery of the path. */
  @Post('webhook_deliveries/:id/cancel')
  @HttpCode(200)
  cancel(@Body() command: Command): Promise<Reply> {
    return this.requests.cancel(command);
  }

  /** `webhook_deliveries.resend`; its stream is the delivery of the path. */
  @Post('webhook_deliveries/:id/resend')
  @HttpCode(200)
  resend(@Body() command: Command): Promise<Reply> {
    return this.requests.resend(command);
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
