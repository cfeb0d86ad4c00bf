import { Controller, Patch, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EnabledWebhookEndpoint, UpdateWebhookEndpointDto, toUpdateEndpointPayload, validateWebhookEndpoint } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { ENDPOINT_FIELD_ERRORS, ENDPOINT_ID } from './endpoint-docs';

const ROUTE = writeRoute({
  resource: 'webhookEndpoint',
  command: 'webhook_endpoints.update',
  creates: false,
  body: UpdateWebhookEndpointDto,
  validate: validateWebhookEndpoint,
  encryptFor: (dto, { objectId }) => (dto.headers ? { subjectId: objectId } : null),
  payload: toUpdateEndpointPayload,
});

/** PATCH /v1/webhook_endpoints/{id}: what is left out stays, null means the default; metadata is merged, headers are replaced. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class UpdateEndpointController {
  constructor(private readonly writes: Writes) {}

  @Patch(':id')
  @NeedsScope('webhooks:write')
  @ApiOperation({ summary: 'Change a webhook endpoint' })
  @ApiParam(ENDPOINT_ID)
  @ApiBody({ type: UpdateWebhookEndpointDto, required: false })
  @WriteAnswers({ status: 200, description: 'The endpoint.', type: EnabledWebhookEndpoint }, [...ENDPOINT_FIELD_ERRORS, 'state_conflict'])
  updateEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
