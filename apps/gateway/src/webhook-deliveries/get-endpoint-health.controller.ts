import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookHealthResource } from '#contracts';
import { ShowAnswers } from '../docs/show-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { ENDPOINT_ID } from '../webhook-endpoints/endpoint-docs';

const ROUTE: ShowRoute = { resource: 'webhookEndpoint', expand: [], part: 'health' };

/** GET /v1/webhook_endpoints/{id}/health. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class GetEndpointHealthController {
  constructor(private readonly reads: Reads) {}

  @Get(':id/health')
  @NeedsScope('webhooks:read')
  @ApiOperation({ summary: 'See how a webhook endpoint does' })
  @ApiParam(ENDPOINT_ID)
  @ShowAnswers({ description: 'How it does.', type: WebhookHealthResource }, ROUTE)
  getEndpointHealth(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
