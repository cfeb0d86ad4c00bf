import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RotateWebhookSecretDto, WebhookEndpointWithSecret, toRotateSecretPayload } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { ENDPOINT_ID } from './endpoint-docs';
import { newSigningKeys } from './new-signing-keys';

const ROUTE = writeRoute({
  resource: 'webhookEndpoint',
  command: 'webhook_endpoints.rotate_secret',
  creates: false,
  body: RotateWebhookSecretDto,
  encryptFor: (_dto, { objectId }) => ({ subjectId: objectId }),
  payload: (dto, { random }, seal) => toRotateSecretPayload(dto, newSigningKeys(random, seal)),
});

/** POST /v1/webhook_endpoints/{id}/rotate_secret: the new secret signs at once, and the one before goes on beside it for a while. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class RotateSecretController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/rotate_secret')
  @NeedsScope('webhooks:write')
  @ApiOperation({ summary: 'Rotate the secret of a webhook endpoint' })
  @ApiParam(ENDPOINT_ID)
  @ApiBody({ type: RotateWebhookSecretDto, required: false })
  @WriteAnswers({ status: 200, description: 'The endpoint, with its new secret.', type: WebhookEndpointWithSecret }, ['state_conflict'])
  rotateSecret(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
