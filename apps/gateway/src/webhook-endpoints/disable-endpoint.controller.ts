import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookEndpointResource } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { ENDPOINT_ID } from './endpoint-docs';

const ROUTE = writeRoute({
  resource: 'webhookEndpoint',
  command: 'webhook_endpoints.disable',
  creates: false,
  payload: () => ({ reason: 'merchant' }),
});

/** POST /v1/webhook_endpoints/{id}/disable: it gets nothing more, and its open deliveries are cancelled. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class DisableEndpointController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/disable')
  @NeedsScope('webhooks:write')
  @ApiOperation({ summary: 'Disable a webhook endpoint' })
  @ApiParam(ENDPOINT_ID)
  @WriteAnswers({ status: 200, description: 'The endpoint.', type: WebhookEndpointResource }, [])
  disableEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
