import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CreatePingDto, PING_EVENT_TYPE, WebhookPingResource } from '#contracts';
import type { CreatePingPayload } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { ENDPOINT_ID } from '../webhook-endpoints/endpoint-docs';

const ROUTE = writeRoute({
  resource: 'webhookPing',
  command: 'webhook_pings.create',
  creates: true,
  parent: { kind: 'webhookEndpoint', idParam: 'id' },
  body: CreatePingDto,
  payload: ({ type }, { params }): CreatePingPayload => ({ endpointId: params.id ?? '', eventType: type ?? PING_EVENT_TYPE }),
  outcome: { shows: 'webhookPing', waitMs: 14_000 },
});

/** POST /v1/webhook_endpoints/{id}/ping: through the same guard and courier as every delivery. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class PingEndpointController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/ping')
  @NeedsScope('webhooks:write', { countedAs: 'pings' })
  @ApiOperation({
    summary: 'Ping a webhook endpoint',
    description:
      'Sends one signed event now, waits up to 10 seconds for the answer, and says what came of it. In no statistics. 10 a minute.',
  })
  @ApiParam(ENDPOINT_ID)
  @ApiBody({ type: CreatePingDto, required: false })
  @WriteAnswers({ status: 200, description: 'What came of it.', type: WebhookPingResource }, [])
  pingEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
