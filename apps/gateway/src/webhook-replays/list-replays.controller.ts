import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WebhookReplayResource } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { REPLAY_LIST } from './replay-docs';

const ROUTE: ListRoute = { service: 'webhooks', internalPath: () => '/internal/webhook_replays', rules: REPLAY_LIST };

/** GET /v1/webhook_replays (docs/how-to/list-and-page.md). */
@ApiTags('Webhook replays')
@Controller('v1/webhook_replays')
export class ListReplaysController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @NeedsScope('webhooks:read')
  @ApiOperation({ summary: 'List replays' })
  @ListAnswers(WebhookReplayResource, REPLAY_LIST)
  listReplays(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
