import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { BALANCE_COMMANDS } from './balance-commands';
import { BALANCE_QUERIES } from './balance-queries';
import { BALANCE_DOCS } from './docs/balance-docs';

/** Every route of the credit of a customer. */
@ApiTags('Customers')
@Controller('v1/customers/:id/balance_transactions')
export class BalanceTransactionsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/customers/{id}/balance_transactions: gives credit, or takes it (docs/how-to/credit-of-customers.md). */
  @Post()
  @RequireScope('invoices:write')
  @Command(BALANCE_COMMANDS.adjust, BALANCE_DOCS.adjust)
  adjustBalance(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(BALANCE_COMMANDS.adjust, request, reply);
  }

  /** GET /v1/customers/{id}/balance_transactions */
  @Get()
  @RequireScope('invoices:read')
  @List(BALANCE_QUERIES.list, BALANCE_DOCS.list)
  listBalanceTransactions(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(BALANCE_QUERIES.list, request, reply);
  }

  /** GET /v1/customers/{id}/balance_transactions/{transaction_id} */
  @Get(':transaction_id')
  @RequireScope('invoices:read')
  @Show(BALANCE_QUERIES.get, BALANCE_DOCS.get)
  getBalanceTransaction(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(BALANCE_QUERIES.get, request, reply);
  }
}
