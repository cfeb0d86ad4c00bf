import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { REPLAY_DOCS } from './docs/replay-docs';
import { REPLAY_COMMANDS } from './replay-commands';
import { REPLAY_QUERIES } from './replay-queries';

/** Every route of replays. */
@ApiTags('Webhook replays')
@Controller('v1')
export class WebhookReplaysController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/webhook_endpoints/{id}/replay: a job that goes on by itself. */
  @Post('webhook_endpoints/:id/replay')
  @RequireScope('webhooks:write')
  @Command(REPLAY_COMMANDS.create, REPLAY_DOCS.create)
  createReplay(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(REPLAY_COMMANDS.create, request, reply);
  }

  /** GET /v1/webhook_replays (docs/how-to/list-and-page.md). */
  @Get('webhook_replays')
  @RequireScope('webhooks:read')
  @List(REPLAY_QUERIES.list, REPLAY_DOCS.list)
  listReplays(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(REPLAY_QUERIES.list, request, reply);
  }

  /** GET /v1/webhook_replays/{id}: how far it is. */
  @Get('webhook_replays/:id')
  @RequireScope('webhooks:read')
  @Show(REPLAY_QUERIES.get, REPLAY_DOCS.get)
  getReplay(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(REPLAY_QUERIES.get, request, reply);
  }

  /** POST /v1/webhook_replays/{id}/cancel: what it has enqueued already is delivered. */
  @Post('webhook_replays/:id/cancel')
  @RequireScope('webhooks:write')
  @Command(REPLAY_COMMANDS.cancel, REPLAY_DOCS.cancel)
  cancelReplay(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(REPLAY_COMMANDS.cancel, request, reply);
  }
}
