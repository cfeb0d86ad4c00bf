import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookReplayResource } from '#contracts';
import { ShowAnswers } from '../docs/show-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { REPLAY_ID } from './replay-docs';

const ROUTE: ShowRoute = { resource: 'webhookReplay', expand: [] };

/** GET /v1/webhook_replays/{id}: how far it is. */
@ApiTags('Webhook replays')
@Controller('v1/webhook_replays')
export class GetReplayController {
  constructor(private readonly reads: Reads) {}

  @Get(':id')
  @NeedsScope('webhooks:read')
  @ApiOperation({ summary: 'Retrieve a replay' })
  @ApiParam(REPLAY_ID)
  @ShowAnswers({ description: 'The replay.', type: WebhookReplayResource }, ROUTE)
  getReplay(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
