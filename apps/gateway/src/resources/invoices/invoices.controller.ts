import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { INVOICE_DOCS } from './docs/invoice-docs';
import { INVOICE_COMMANDS } from './invoice-commands';
import { INVOICE_QUERIES } from './invoice-queries';

/** Every route of invoices. */
@ApiTags('Invoices')
@Controller('v1/invoices')
export class InvoicesController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/invoices: lines, their tax, and who is charged. */
  @Post()
  @RequireScope('invoices:write')
  @Command(INVOICE_COMMANDS.create, INVOICE_DOCS.create)
  createInvoice(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(INVOICE_COMMANDS.create, request, reply);
  }

  /** GET /v1/invoices */
  @Get()
  @RequireScope('invoices:read')
  @List(INVOICE_QUERIES.list, INVOICE_DOCS.list)
  listInvoices(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(INVOICE_QUERIES.list, request, reply);
  }

  /** GET /v1/invoices/{id} */
  @Get(':id')
  @RequireScope('invoices:read')
  @Show(INVOICE_QUERIES.get, INVOICE_DOCS.get)
  getInvoice(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(INVOICE_QUERIES.get, request, reply);
  }

  /** GET /v1/invoices/{id}/lines: all of them; an invoice shows 100. */
  @Get(':id/lines')
  @RequireScope('invoices:read')
  @List(INVOICE_QUERIES.listLines, INVOICE_DOCS.listLines)
  listInvoiceLines(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(INVOICE_QUERIES.listLines, request, reply);
  }

  /** POST /v1/invoices/{id}/finalize: of a draft. */
  @Post(':id/finalize')
  @RequireScope('invoices:write')
  @Command(INVOICE_COMMANDS.finalize, INVOICE_DOCS.finalize)
  finalizeInvoice(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(INVOICE_COMMANDS.finalize, request, reply);
  }

  /** POST /v1/invoices/{id}/pay: one payment at a time. A decline answers 402. */
  @Post(':id/pay')
  @RequireScope('invoices:write')
  @Command(INVOICE_COMMANDS.pay, INVOICE_DOCS.pay)
  payInvoice(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(INVOICE_COMMANDS.pay, request, reply);
  }

  /** POST /v1/invoices/{id}/void: not while money may be moving. */
  @Post(':id/void')
  @RequireScope('invoices:write')
  @Command(INVOICE_COMMANDS.void, INVOICE_DOCS.void)
  voidInvoice(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(INVOICE_COMMANDS.void, request, reply);
  }

  /** POST /v1/invoices/{id}/mark_uncollectible */
  @Post(':id/mark_uncollectible')
  @RequireScope('invoices:write')
  @Command(INVOICE_COMMANDS.markUncollectible, INVOICE_DOCS.markUncollectible)
  markInvoiceUncollectible(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(INVOICE_COMMANDS.markUncollectible, request, reply);
  }

  /** POST /v1/invoices/{id}/mark_paid: money that did not pass through Hundi. */
  @Post(':id/mark_paid')
  @RequireScope('invoices:write')
  @Command(INVOICE_COMMANDS.markPaid, INVOICE_DOCS.markPaid)
  markInvoicePaid(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(INVOICE_COMMANDS.markPaid, request, reply);
  }

  /** POST /v1/invoices/{id}/outside_payments/{number}/reverse: it did not come after all. */
  @Post(':id/outside_payments/:number/reverse')
  @RequireScope('invoices:write')
  @Command(INVOICE_COMMANDS.reverseOutsidePayment, INVOICE_DOCS.reverseOutsidePayment)
  reverseOutsidePayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(INVOICE_COMMANDS.reverseOutsidePayment, request, reply);
  }

  /** POST /v1/invoices/{id}/credit_notes */
  @Post(':id/credit_notes')
  @RequireScope('invoices:write')
  @Command(INVOICE_COMMANDS.issueCreditNote, INVOICE_DOCS.issueCreditNote)
  issueCreditNote(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(INVOICE_COMMANDS.issueCreditNote, request, reply);
  }
}
