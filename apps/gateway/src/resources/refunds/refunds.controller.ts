import { Controller, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { REFUND_DOCS } from './docs/refund-docs';
import { REFUND_COMMANDS } from './refund-commands';
import { REFUND_QUERIES } from './refund-queries';

/** Every route of refunds. */
@ApiTags('Refunds')
@Controller('v1')
export class RefundsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/refunds. */
  @Post('refunds')
  @RequireScope('refunds:write', { isCritical: true })
  @Command(REFUND_COMMANDS.create, REFUND_DOCS.create)
  createRefund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(REFUND_COMMANDS.create, request, reply);
  }

  /** GET /v1/refunds (docs/how-to/list-and-page.md). */
  @Get('refunds')
  @RequireScope('refunds:read')
  @List(REFUND_QUERIES.list, REFUND_DOCS.list)
  listRefunds(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(REFUND_QUERIES.list, request, reply);
  }

  /** GET /v1/payments/{id}/refunds: all of them, also those that failed and those that Hundi made by itself. */
  @Get('payments/:id/refunds')
  @RequireScope('refunds:read')
  @List(REFUND_QUERIES.listOfPayment, REFUND_DOCS.listOfPayment)
  listPaymentRefunds(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(REFUND_QUERIES.listOfPayment, request, reply);
  }

  /** GET /v1/refunds/{id}: always current, and never across the bus. */
  @Get('refunds/:id')
  @RequireScope('refunds:read')
  @Show(REFUND_QUERIES.get, REFUND_DOCS.get)
  getRefund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(REFUND_QUERIES.get, request, reply);
  }

  /** PATCH /v1/refunds/{id}: text and metadata, in any state. */
  @Patch('refunds/:id')
  @RequireScope('refunds:write')
  @Command(REFUND_COMMANDS.update, REFUND_DOCS.update)
  updateRefund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(REFUND_COMMANDS.update, request, reply);
  }

  /** POST /v1/refunds/{id}/cancel: only before the refund is sent to the processor (docs/reference/state-machines.md, Refund). */
  @Post('refunds/:id/cancel')
  @RequireScope('refunds:write')
  @Command(REFUND_COMMANDS.cancel, REFUND_DOCS.cancel)
  cancelRefund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(REFUND_COMMANDS.cancel, request, reply);
  }
}
