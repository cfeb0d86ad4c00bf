import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookAttemptResource } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { ATTEMPT_LIST, DELIVERY_ID } from './delivery-docs';

const ROUTE: ListRoute = {
  service: 'webhooks',
  internalPath: ({ id = '' }) => `/internal/webhook_deliveries/${id}/attempts`,
  parent: { resource: 'webhookDelivery', idParam: 'id' },
  rules: ATTEMPT_LIST,
};

/** GET /v1/webhook_deliveries/{id}/attempts: what was sent, what came back, and how long it took. */
@ApiTags('Webhook deliveries')
@Controller('v1/webhook_deliveries')
export class ListAttemptsController {
  constructor(private readonly reads: Reads) {}

  @Get(':id/attempts')
  @NeedsScope('webhooks:read')
  @ApiOperation({ summary: 'List the attempts of a delivery' })
  @ApiParam(DELIVERY_ID)
  @ListAnswers(WebhookAttemptResource, ATTEMPT_LIST, ['resource_missing'])
  listAttempts(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
