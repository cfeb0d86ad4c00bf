import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { DEBIT_COMMANDS } from './debit-commands';
import { DEBIT_QUERIES } from './debit-queries';
import { DEBIT_DOCS } from './docs/debit-docs';

/** Every route of debits. */
@ApiTags('Debits')
@Controller('v1')
export class DebitsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/mandates/{id}/debits: the payer is told, then the money is asked for. */
  @Post('mandates/:id/debits')
  @RequireScope('mandates:write')
  @Command(DEBIT_COMMANDS.create, DEBIT_DOCS.create)
  createDebit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(DEBIT_COMMANDS.create, request, reply);
  }

  /** GET /v1/mandates/{id}/debits */
  @Get('mandates/:id/debits')
  @RequireScope('mandates:read')
  @List(DEBIT_QUERIES.listOfMandate, DEBIT_DOCS.listOfMandate)
  listMandateDebits(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(DEBIT_QUERIES.listOfMandate, request, reply);
  }

  /** GET /v1/debits/{id} */
  @Get('debits/:id')
  @RequireScope('mandates:read')
  @Show(DEBIT_QUERIES.get, DEBIT_DOCS.get)
  getDebit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(DEBIT_QUERIES.get, request, reply);
  }

  /** POST /v1/debits/{id}/cancel: until its money is asked for (docs/reference/state-machines.md, Debit). */
  @Post('debits/:id/cancel')
  @RequireScope('mandates:write')
  @Command(DEBIT_COMMANDS.cancel, DEBIT_DOCS.cancel)
  cancelDebit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(DEBIT_COMMANDS.cancel, request, reply);
  }
}
