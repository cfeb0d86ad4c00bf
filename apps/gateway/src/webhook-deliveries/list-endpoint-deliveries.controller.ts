import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookDeliveryResource } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { ENDPOINT_ID } from '../webhook-endpoints/endpoint-docs';
import { DELIVERY_LIST } from './delivery-docs';

const ROUTE: ListRoute = {
  service: 'webhooks',
  internalPath: ({ id = '' }) => `/internal/webhook_endpoints/${id}/deliveries`,
  parent: { resource: 'webhookEndpoint', idParam: 'id' },
  rules: DELIVERY_LIST,
};

/** GET /v1/webhook_endpoints/{id}/deliveries. */
@ApiTags('Webhook deliveries')
@Controller('v1/webhook_endpoints')
export class ListEndpointDeliveriesController {
  constructor(private readonly reads: Reads) {}

  @Get(':id/deliveries')
  @NeedsScope('webhooks:read')
  @ApiOperation({ summary: 'List the deliveries to a webhook endpoint' })
  @ApiParam(ENDPOINT_ID)
  @ListAnswers(WebhookDeliveryResource, DELIVERY_LIST, ['resource_missing'])
  listEndpointDeliveries(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
