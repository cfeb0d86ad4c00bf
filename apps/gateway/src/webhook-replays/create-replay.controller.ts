import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CreateReplayDto, WebhookReplayResource, toCreateReplayPayload, validateCreateReplay } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { ENDPOINT_ID } from '../webhook-endpoints/endpoint-docs';

const ROUTE = writeRoute({
  resource: 'webhookReplay',
  command: 'webhook_replays.create',
  creates: true,
  parent: { kind: 'webhookEndpoint', idParam: 'id' },
  body: CreateReplayDto,
  isStrict: true,
  validate: (dto, { nowMs }, wrong) => validateCreateReplay(dto, nowMs, wrong),
  payload: (dto, { params }) => toCreateReplayPayload(dto, params.id ?? ''),
});

/** POST /v1/webhook_endpoints/{id}/replay: a job that goes on by itself. */
@ApiTags('Webhook replays')
@Controller('v1/webhook_endpoints')
export class CreateReplayController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/replay')
  @NeedsScope('webhooks:write')
  @ApiOperation({
    summary: 'Replay past events to a webhook endpoint',
    description:
      'Brings events again, behind live traffic and in the order in which they happened. Two replays of an account work at the same time, others wait. Parameters that it does not know are refused: a misspelt filter would bring everything.',
  })
  @ApiParam(ENDPOINT_ID)
  @ApiBody({ type: CreateReplayDto, required: true })
  @WriteAnswers({ status: 202, description: 'The replay: GET its Location to see how far it is.', type: WebhookReplayResource }, [
    'parameter_missing',
    'resource_missing',
    'state_conflict',
    'limit_exceeded',
  ])
  createReplay(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
