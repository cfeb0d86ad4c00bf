import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CreateWebhookEndpointDto, CreatedWebhookEndpoint, toCreateEndpointPayload, validateWebhookEndpoint } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { ENDPOINT_FIELD_ERRORS } from './endpoint-docs';
import { newSigningKeys } from './new-signing-keys';
import { startOf } from './start-of';

const ROUTE = writeRoute({
  resource: 'webhookEndpoint',
  command: 'webhook_endpoints.create',
  creates: true,
  body: CreateWebhookEndpointDto,
  validate: (dto, context, wrong) => validateWebhookEndpoint(dto, context, wrong),
  encryptFor: (_dto, { objectId }) => ({ subjectId: objectId, mayCreateKey: true }),
  prepare: ({ start_from: since }, context, services) => startOf(since, context, services),
  payload: (dto, context, seal, startFrom) =>
    toCreateEndpointPayload(dto, context, { seal, fresh: newSigningKeys(context.random, seal), startFrom }),
});

/** POST /v1/webhook_endpoints. The answer shows the secret, this once; a repeated request shows it again. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class CreateEndpointController {
  constructor(private readonly writes: Writes) {}

  @Post()
  @NeedsScope('webhooks:write')
  @ApiOperation({ summary: 'Create a webhook endpoint' })
  @ApiBody({ type: CreateWebhookEndpointDto, required: true })
  @WriteAnswers({ status: 201, description: 'The endpoint, with its secret.', type: CreatedWebhookEndpoint }, [
    ...ENDPOINT_FIELD_ERRORS,
    'limit_exceeded',
    'resource_missing',
  ])
  createEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
