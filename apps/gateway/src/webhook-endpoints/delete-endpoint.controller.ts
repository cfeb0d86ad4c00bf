import { Controller, Delete, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeletedWebhookEndpoint } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { ENDPOINT_ID } from './endpoint-docs';

const ROUTE = writeRoute({ resource: 'webhookEndpoint', command: 'webhook_endpoints.delete', creates: false, payload: () => ({}) });

/** DELETE /v1/webhook_endpoints/{id}: open deliveries are cancelled and the secrets destroyed. Deleting again changes nothing. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class DeleteEndpointController {
  constructor(private readonly writes: Writes) {}

  @Delete(':id')
  @NeedsScope('webhooks:write')
  @ApiOperation({ summary: 'Delete a webhook endpoint' })
  @ApiParam(ENDPOINT_ID)
  @WriteAnswers({ status: 200, description: 'That it is gone.', type: DeletedWebhookEndpoint }, [])
  deleteEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
