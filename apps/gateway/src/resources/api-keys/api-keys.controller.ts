import { Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { API_KEY_DOCS } from './docs/api-key-docs';
import { API_KEY_COMMANDS } from './api-key-commands';
import { API_KEY_QUERIES } from './api-key-queries';

/** Every route of API keys. */
@ApiTags('API keys')
@Controller('v1/api_keys')
export class ApiKeysController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/api_keys: never a secret one, and none that may do more than the key that asks. */
  @Post()
  @RequireScope('keys:write')
  @Command(API_KEY_COMMANDS.create, API_KEY_DOCS.create)
  createApiKey(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(API_KEY_COMMANDS.create, request, reply);
  }

  /** GET /v1/api_keys */
  @Get()
  @RequireScope('keys:read')
  @List(API_KEY_QUERIES.list, API_KEY_DOCS.list)
  listApiKeys(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(API_KEY_QUERIES.list, request, reply);
  }

  /** GET /v1/api_keys/{id} */
  @Get(':id')
  @RequireScope('keys:read')
  @Show(API_KEY_QUERIES.get, API_KEY_DOCS.get)
  getApiKey(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(API_KEY_QUERIES.get, request, reply);
  }

  /** PATCH /v1/api_keys/{id}: absent stays, null empties. */
  @Patch(':id')
  @RequireScope('keys:write')
  @Command(API_KEY_COMMANDS.update, API_KEY_DOCS.update)
  updateApiKey(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(API_KEY_COMMANDS.update, request, reply);
  }

  /** POST /v1/api_keys/{id}/roll: the new key is what the old one is. */
  @Post(':id/roll')
  @RequireScope('keys:write')
  @Command(API_KEY_COMMANDS.roll, API_KEY_DOCS.roll)
  rollApiKey(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(API_KEY_COMMANDS.roll, request, reply);
  }

  /** DELETE /v1/api_keys/{id}: again, the same answer. Every key may end itself. */
  @Delete(':id')
  @RequireScope('keys:write', { isCritical: true, isOpenToItself: true })
  @Command(API_KEY_COMMANDS.revoke, API_KEY_DOCS.revoke)
  revokeApiKey(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(API_KEY_COMMANDS.revoke, request, reply);
  }
}
