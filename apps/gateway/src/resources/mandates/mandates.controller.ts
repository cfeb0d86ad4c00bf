import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { MANDATE_DOCS } from './docs/mandate-docs';
import { MANDATE_COMMANDS } from './mandate-commands';
import { MANDATE_QUERIES } from './mandate-queries';

/** Every route of mandates. */
@ApiTags('Mandates')
@Controller('v1/mandates')
export class MandatesController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/mandates: what the payer is asked to agree to. */
  @Post()
  @RequireScope('mandates:write')
  @Command(MANDATE_COMMANDS.create, MANDATE_DOCS.create)
  createMandate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(MANDATE_COMMANDS.create, request, reply);
  }

  /** GET /v1/mandates */
  @Get()
  @RequireScope('mandates:read')
  @List(MANDATE_QUERIES.list, MANDATE_DOCS.list)
  listMandates(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(MANDATE_QUERIES.list, request, reply);
  }

  /** GET /v1/mandates/{id} */
  @Get(':id')
  @RequireScope('mandates:read')
  @Show(MANDATE_QUERIES.get, MANDATE_DOCS.get)
  getMandate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(MANDATE_QUERIES.get, request, reply);
  }

  /** POST /v1/mandates/{id}/pause: on rails where a merchant can. */
  @Post(':id/pause')
  @RequireScope('mandates:write')
  @Command(MANDATE_COMMANDS.pause, MANDATE_DOCS.pause)
  pauseMandate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(MANDATE_COMMANDS.pause, request, reply);
  }

  /** POST /v1/mandates/{id}/resume: what the payer paused is theirs to resume. */
  @Post(':id/resume')
  @RequireScope('mandates:write')
  @Command(MANDATE_COMMANDS.resume, MANDATE_DOCS.resume)
  resumeMandate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(MANDATE_COMMANDS.resume, request, reply);
  }

  /** POST /v1/mandates/{id}/revoke: for good. */
  @Post(':id/revoke')
  @RequireScope('mandates:write')
  @Command(MANDATE_COMMANDS.revoke, MANDATE_DOCS.revoke)
  revokeMandate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(MANDATE_COMMANDS.revoke, request, reply);
  }
}
