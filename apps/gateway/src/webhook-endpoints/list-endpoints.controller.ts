import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookEndpointResource } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';

const ROUTE: ListRoute = {
  service: 'webhooks',
  internalPath: () => '/internal/webhook_endpoints',
  rules: { kind: 'webhookEndpoint', filters: ['id', 'created_at', 'status', 'metadata'], statuses: ['enabled', 'disabled'], expand: [] },
};

/** GET /v1/webhook_endpoints (docs/how-to/list-and-page.md): at most 16 in each mode; the deleted ones are not in it. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class ListEndpointsController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @NeedsScope('webhooks:read')
  @ApiOperation({ summary: 'List webhook endpoints' })
  @ListAnswers(WebhookEndpointResource, ROUTE.rules)
  listEndpoints(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
