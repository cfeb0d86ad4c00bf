import { Controller, Delete, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TEAM_ROLES } from '#contracts';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { JSON_TYPE } from '../../http/response-headers';
import { Reads } from '../../queries/query-handler';
import { CONNECTION_COMMANDS } from './connection-commands';
import { CONNECTION_QUERIES } from './connection-queries';
import { CONNECTION_DOCS } from './docs/connection-docs';
import { PlatformConnections } from './platform-connections';

/** Every route of connections: what an account lets an app do. The platform, which owns the app, sees and ends them too. */
@ApiTags('Connections')
@Controller('v1/connections')
export class ConnectionsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
    private readonly platform: PlatformConnections,
  ) {}

  /** GET /v1/connections */
  @Get()
  @RequireScope('apps:read')
  @List(CONNECTION_QUERIES.list, CONNECTION_DOCS.list)
  listConnections(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(CONNECTION_QUERIES.list, request, reply);
  }

  /** GET /v1/connections/{id} */
  @Get(':id')
  @RequireScope('apps:read')
  @Show(CONNECTION_QUERIES.get, CONNECTION_DOCS.get)
  async getConnection(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const accountId = await this.platform.accountOf(request);
    if (accountId === null) return this.reads.show(CONNECTION_QUERIES.get, request, reply);
    await reply.header('content-type', JSON_TYPE).send(await this.platform.shown(request, accountId));
  }

  /** DELETE /v1/connections/{id}: again, the same answer. */
  @Delete(':id')
  @RequireScope('apps:write', { isCritical: true, ofPeople: { roles: TEAM_ROLES, needsStepUp: false } })
  @Command(CONNECTION_COMMANDS.revoke, CONNECTION_DOCS.revoke)
  async revokeConnection(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const accountId = await this.platform.accountOf(request);
    if (accountId === null) return this.writes.execute(CONNECTION_COMMANDS.revoke, request, reply);
    await reply.header('content-type', JSON_TYPE).send(await this.platform.revoke(request, accountId));
  }
}
