import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookDeliveryResource } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { DELIVERY_LIST, EVENT_ID } from './delivery-docs';

const ROUTE: ListRoute = {
  service: 'webhooks',
  internalPath: ({ id = '' }) => `/internal/events/${id}/deliveries`,
  parent: { resource: 'event', idParam: 'id' },
  rules: DELIVERY_LIST,
};

/** GET /v1/events/{id}/deliveries: to which endpoints an event went, and what came of it. */
@ApiTags('Webhook deliveries')
@Controller('v1/events')
export class ListEventDeliveriesController {
  constructor(private readonly reads: Reads) {}

  @Get(':id/deliveries')
  @NeedsScope('webhooks:read')
  @ApiOperation({ summary: 'List the deliveries of an event' })
  @ApiParam(EVENT_ID)
  @ListAnswers(WebhookDeliveryResource, DELIVERY_LIST, ['resource_missing'])
  listEventDeliveries(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
