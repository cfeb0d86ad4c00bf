import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EnabledWebhookEndpoint } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { ENDPOINT_ID } from './endpoint-docs';

const ROUTE = writeRoute({ resource: 'webhookEndpoint', command: 'webhook_endpoints.enable', creates: false, payload: () => ({}) });

/** POST /v1/webhook_endpoints/{id}/enable: it gets the next event. What was missed meanwhile comes with a replay, which the answer suggests. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class EnableEndpointController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/enable')
  @NeedsScope('webhooks:write')
  @ApiOperation({ summary: 'Enable a webhook endpoint' })
  @ApiParam(ENDPOINT_ID)
  @WriteAnswers({ status: 200, description: 'The endpoint.', type: EnabledWebhookEndpoint }, ['state_conflict'])
  enableEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
