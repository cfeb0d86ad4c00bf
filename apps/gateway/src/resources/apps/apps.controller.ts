import { Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { APP_COMMANDS } from './app-commands';
import { APP_QUERIES } from './app-queries';
import { APP_DOCS } from './docs/app-docs';

/** Every route of apps: the OAuth clients of an account. */
@ApiTags('Apps')
@Controller('v1/apps')
export class AppsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/apps */
  @Post()
  @RequireScope('apps:write')
  @Command(APP_COMMANDS.create, APP_DOCS.create)
  createApp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(APP_COMMANDS.create, request, reply);
  }

  /** GET /v1/apps */
  @Get()
  @RequireScope('apps:read')
  @List(APP_QUERIES.list, APP_DOCS.list)
  listApps(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(APP_QUERIES.list, request, reply);
  }

  /** GET /v1/apps/{id} */
  @Get(':id')
  @RequireScope('apps:read')
  @Show(APP_QUERIES.get, APP_DOCS.get)
  getApp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(APP_QUERIES.get, request, reply);
  }

  /** PATCH /v1/apps/{id}: absent stays, null empties. */
  @Patch(':id')
  @RequireScope('apps:write')
  @Command(APP_COMMANDS.update, APP_DOCS.update)
  updateApp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(APP_COMMANDS.update, request, reply);
  }

  /** POST /v1/apps/{id}/roll_secret */
  @Post(':id/roll_secret')
  @RequireScope('apps:write')
  @Command(APP_COMMANDS.rollSecret, APP_DOCS.rollSecret)
  rollSecret(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(APP_COMMANDS.rollSecret, request, reply);
  }

  /** DELETE /v1/apps/{id}: again, the same answer. */
  @Delete(':id')
  @RequireScope('apps:write', { isCritical: true })
  @Command(APP_COMMANDS.delete, APP_DOCS.delete)
  deleteApp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(APP_COMMANDS.delete, request, reply);
  }
}
