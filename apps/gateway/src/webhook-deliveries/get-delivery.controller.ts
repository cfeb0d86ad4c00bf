import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookDeliveryResource } from '#contracts';
import { ShowAnswers } from '../docs/show-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { DELIVERY_ID } from './delivery-docs';

const ROUTE: ShowRoute = { resource: 'webhookDelivery', expand: [] };

/** GET /v1/webhook_deliveries/{id}: as it is now. */
@ApiTags('Webhook deliveries')
@Controller('v1/webhook_deliveries')
export class GetDeliveryController {
  constructor(private readonly reads: Reads) {}

  @Get(':id')
  @NeedsScope('webhooks:read')
  @ApiOperation({ summary: 'Retrieve a delivery' })
  @ApiParam(DELIVERY_ID)
  @ShowAnswers({ description: 'The delivery.', type: WebhookDeliveryResource }, ROUTE)
  getDelivery(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
