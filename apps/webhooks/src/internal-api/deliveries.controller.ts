import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LIST_QUERY, type Command, type ListPage, type Reply, type WebhookDeliveryResource, type ListQuery } from '#contracts';
import { EventStore } from '#event-store';
import { Exchange, InternalQuery, Owner, RefusalError, sayPosition, type InternalExchange, type ListOwner } from '#listing';
import { DeliveryRequests } from '../delivery-queue/delivery-requests';
import { deliveryResource } from '../delivery-queue/render-delivery';
import { DeliveriesReader, type DeliveriesOf, type DeliveryRow } from '../delivery-queue/deliveries-reader';
import { JSON_TYPE, missing, unsealedText } from './answer';
import { AttemptQueries } from './attempt-queries';
import { findOwnEndpoint } from './find-own-endpoint';

/** What became of events at their endpoints, and what accounts ask for of it, for the gateway, which has checked the key and normalized the query. */
@Controller('internal')
export class DeliveriesController {
  constructor(
    private readonly store: EventStore,
    private readonly deliveries: DeliveriesReader,
    private readonly attempts: AttemptQueries,
    private readonly requests: DeliveryRequests,
  ) {}

  @Get('webhook_endpoints/:id/deliveries')
  async listOfEndpoint(@Param('id') id: string, @Exchange(LIST_QUERY) exchange: InternalExchange): Promise<ListPage> {
    await findOwnEndpoint(this.store, id, exchange.owner);
    return this.page({ endpointId: id }, exchange);
  }

  @Get('events/:id/deliveries')
  async listOfEvent(@Param('id') id: string, @Exchange(LIST_QUERY) exchange: InternalExchange): Promise<ListPage> {
    if (!(await this.deliveries.eventExists(id, exchange.owner)))
      throw missingError(exchange.owner, await this.deliveries.eventExists(id, otherMode(exchange.owner)));
    return this.page({ eventId: id }, exchange);
  }

  @Get('webhook_deliveries/:id')
  async showDelivery(@Param('id') id: string, @Owner() owner: ListOwner): Promise<WebhookDeliveryResource> {
    return deliveryResource(await this.find(id, owner));
  }

  @Get('webhook_deliveries/:id/attempts')
  async listAttempts(
    @Param('id') id: string,
    @Owner() owner: ListOwner,
    @InternalQuery(LIST_QUERY) query: ListQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const delivery = await this.find(id, owner);
    await sayPosition(this.store, owner, reply);
    const page = await this.attempts.page(delivery, query, owner);
    await reply.header('content-type', JSON_TYPE).send(unsealedText(page));
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

  private async page(of: DeliveriesOf, { query, owner, reply }: InternalExchange): Promise<ListPage> {
    await sayPosition(this.store, owner, reply);
    const { rows, hasMore, nextCursor, totalCount } = await this.deliveries.page(query, of, owner);
    const page: ListPage = { data: rows.map(deliveryResource), has_more: hasMore, next_cursor: nextCursor };
    return totalCount === undefined ? page : { ...page, total_count: totalCount };
  }

  private async find(id: string, owner: ListOwner): Promise<DeliveryRow> {
    const row = await this.deliveries.find(id, owner);
    return row ?? Promise.reject(missingError(owner, await this.deliveries.existsInOtherMode(id, owner)));
  }
}

function missingError(owner: ListOwner, existsInOtherMode: boolean): RefusalError {
  const { code, details } = missing(owner, existsInOtherMode);
  return new RefusalError(code, details);
}

function otherMode({ accountId, livemode }: ListOwner): ListOwner {
  return { accountId, livemode: !livemode };
}
