import { Controller, Get, Patch, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { ACCOUNT_COMMANDS } from './account-commands';
import { ACCOUNT_QUERIES } from './account-queries';
import { ACCOUNT_DOCS } from './docs/account-docs';

/** Every route of the account of the caller. It is the same with keys of both modes. */
@ApiTags('Account')
@Controller('v1/account')
export class AccountController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** GET /v1/account */
  @Get()
  @RequireScope('account:read')
  @Show(ACCOUNT_QUERIES.get, ACCOUNT_DOCS.get)
  getAccount(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ACCOUNT_QUERIES.get, request, reply);
  }

  /** PATCH /v1/account: absent stays, null empties. */
  @Patch()
  @RequireScope('account:write')
  @Command(ACCOUNT_COMMANDS.update, ACCOUNT_DOCS.update)
  updateAccount(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(ACCOUNT_COMMANDS.update, request, reply);
  }
}
