import { Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { ENDPOINT_DOCS } from './docs/endpoint-docs';
import { ENDPOINT_COMMANDS } from './endpoint-commands';
import { ENDPOINT_QUERIES } from './endpoint-queries';

/** Every route that is about a webhook endpoint itself. */
@ApiTags('Webhook endpoints')
@Controller('v1/webhook_endpoints')
export class WebhookEndpointsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/webhook_endpoints. The answer shows the secret, this once; a repeated request shows it again. */
  @Post()
  @RequireScope('webhooks:write')
  @Command(ENDPOINT_COMMANDS.create, ENDPOINT_DOCS.create)
  createEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ENDPOINT_COMMANDS.create, request, reply);
  }

  /** GET /v1/webhook_endpoints (docs/how-to/list-and-page.md): at most 16 in each mode; the deleted ones are not in it. */
  @Get()
  @RequireScope('webhooks:read')
  @List(ENDPOINT_QUERIES.list, ENDPOINT_DOCS.list)
  listEndpoints(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ENDPOINT_QUERIES.list, request, reply);
  }

  /** GET /v1/webhook_endpoints/{id}: always current, or as it was then with `as_of`; never with a secret. */
  @Get(':id')
  @RequireScope('webhooks:read')
  @Show(ENDPOINT_QUERIES.get, ENDPOINT_DOCS.get)
  getEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ENDPOINT_QUERIES.get, request, reply);
  }

  /** PATCH /v1/webhook_endpoints/{id}: what is left out stays, null means the default; metadata is merged, headers are replaced. */
  @Patch(':id')
  @RequireScope('webhooks:write')
  @Command(ENDPOINT_COMMANDS.update, ENDPOINT_DOCS.update)
  updateEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ENDPOINT_COMMANDS.update, request, reply);
  }

  /** DELETE /v1/webhook_endpoints/{id}: open deliveries are cancelled and the secrets destroyed. Deleting again changes nothing. */
  @Delete(':id')
  @RequireScope('webhooks:write')
  @Command(ENDPOINT_COMMANDS.delete, ENDPOINT_DOCS.delete)
  deleteEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ENDPOINT_COMMANDS.delete, request, reply);
  }

  /** POST /v1/webhook_endpoints/{id}/enable: it gets the next event. What was missed meanwhile comes with a replay, which the answer suggests. */
  @Post(':id/enable')
  @RequireScope('webhooks:write')
  @Command(ENDPOINT_COMMANDS.enable, ENDPOINT_DOCS.enable)
  enableEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ENDPOINT_COMMANDS.enable, request, reply);
  }

  /** POST /v1/webhook_endpoints/{id}/disable: it gets nothing more, and its open deliveries are cancelled. */
  @Post(':id/disable')
  @RequireScope('webhooks:write')
  @Command(ENDPOINT_COMMANDS.disable, ENDPOINT_DOCS.disable)
  disableEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ENDPOINT_COMMANDS.disable, request, reply);
  }

  /** POST /v1/webhook_endpoints/{id}/rotate_secret: the new secret signs at once, and the one before goes on beside it for a while. */
  @Post(':id/rotate_secret')
  @RequireScope('webhooks:write')
  @Command(ENDPOINT_COMMANDS.rotateSecret, ENDPOINT_DOCS.rotateSecret)
  rotateSecret(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ENDPOINT_COMMANDS.rotateSecret, request, reply);
  }

  /** GET /v1/webhook_endpoints/{id}/health. */
  @Get(':id/health')
  @RequireScope('webhooks:read')
  @Show(ENDPOINT_QUERIES.health, ENDPOINT_DOCS.health)
  getEndpointHealth(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ENDPOINT_QUERIES.health, request, reply);
  }

  /** POST /v1/webhook_endpoints/{id}/ping: through the same guard and webhook sender as every delivery. */
  @Post(':id/ping')
  @RequireScope('webhooks:write', { countedAs: 'pings' })
  @Command(ENDPOINT_COMMANDS.ping, ENDPOINT_DOCS.ping)
  pingEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ENDPOINT_COMMANDS.ping, request, reply);
  }
}
