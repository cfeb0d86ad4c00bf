import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookReplayResource } from '#contracts';
import { writeRoute } from '../commands/write-route';
import { Writes } from '../commands/command-handler';
import { WriteAnswers } from '../docs/write-answers.decorator';
import { NeedsScope } from '../http/access';
import { REPLAY_ID } from './replay-docs';

const ROUTE = writeRoute({ resource: 'webhookReplay', command: 'webhook_replays.cancel', creates: false, payload: () => ({}) });

/** POST /v1/webhook_replays/{id}/cancel: what it has enqueued already is delivered. */
@ApiTags('Webhook replays')
@Controller('v1/webhook_replays')
export class CancelReplayController {
  constructor(private readonly writes: Writes) {}

  @Post(':id/cancel')
  @NeedsScope('webhooks:write')
  @ApiOperation({ summary: 'Cancel a replay' })
  @ApiParam(REPLAY_ID)
  @WriteAnswers({ status: 200, description: 'The replay.', type: WebhookReplayResource }, ['state_conflict'])
  cancelReplay(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ROUTE, request, reply);
  }
}
