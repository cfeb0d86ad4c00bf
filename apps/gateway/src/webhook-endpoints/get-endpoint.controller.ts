import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookEndpointResource } from '#contracts';
import { ShowAnswers } from '../docs/show-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { ENDPOINT_ID } from './endpoint-docs';

const ROUTE: ShowRoute = { resource: 'webhookEndpoint', expand: [], hasAsOf: true };

/** GET /v1/webhook_endpoints/{id}: always current, or as it was then with `as_of`; never with a secret. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class GetEndpointController {
  constructor(private readonly reads: Reads) {}

  @Get(':id')
  @NeedsScope('webhooks:read')
  @ApiOperation({ summary: 'Retrieve a webhook endpoint' })
  @ApiParam(ENDPOINT_ID)
  @ShowAnswers({ description: 'The endpoint.', type: WebhookEndpointResource }, ROUTE)
  getEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
