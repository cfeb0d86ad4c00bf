import { Controller, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../commands/command-handler';
import { Command } from '../docs/command.decorator';
import { List } from '../docs/list.decorator';
import { Show } from '../docs/show.decorator';
import { RequireScope } from '../http/access';
import { Reads } from '../queries/query-handler';
import { PAYMENT_DOCS } from './docs/payment-docs';
import { PAYMENT_COMMANDS } from './payment-commands';
import { PAYMENT_QUERIES } from './payment-queries';

/** Every route under /v1/payments but the list of refunds. */
@ApiTags('Payments')
@Controller('v1/payments')
export class PaymentsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/payments: checks what was asked, asks the payments service, passes its answer through. */
  @Post()
  @RequireScope('payments:write')
  @Command(PAYMENT_COMMANDS.create, PAYMENT_DOCS.create)
  createPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(PAYMENT_COMMANDS.create, request, reply);
  }

  /** GET /v1/payments (docs/how-to/list-and-page.md). */
  @Get()
  @RequireScope('payments:read')
  @List(PAYMENT_QUERIES.list, PAYMENT_DOCS.list)
  listPayments(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(PAYMENT_QUERIES.list, request, reply);
  }

  /** GET /v1/payments/search: a list with free text, which may be combined with the filters of the list. */
  @Get('search')
  @RequireScope('payments:read', { countedAs: 'searches' })
  @List(PAYMENT_QUERIES.search, PAYMENT_DOCS.search)
  searchPayments(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(PAYMENT_QUERIES.search, request, reply);
  }

  /** GET /v1/payments/{id}: always current, unless `as_of` asks for a moment of the past; and never across the bus. */
  @Get(':id')
  @RequireScope('payments:read', { forPages: 'payer' })
  @Show(PAYMENT_QUERIES.get, PAYMENT_DOCS.get)
  getPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(PAYMENT_QUERIES.get, request, reply);
  }

  /** PATCH /v1/payments/{id}: text and metadata only, in any state; metadata merges by key (docs/reference/api-conventions.md, Updates). */
  @Patch(':id')
  @RequireScope('payments:write')
  @Command(PAYMENT_COMMANDS.update, PAYMENT_DOCS.update)
  updatePayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(PAYMENT_COMMANDS.update, request, reply);
  }

  /** POST /v1/payments/{id}/confirm: also for a failed payment, which then is tried again. A decline answers 402. */
  @Post(':id/confirm')
  @RequireScope('payments:write', { forPages: 'payer', isCritical: true })
  @Command(PAYMENT_COMMANDS.confirm, PAYMENT_DOCS.confirm)
  confirmPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(PAYMENT_COMMANDS.confirm, request, reply);
  }

  /** POST /v1/payments/{id}/capture: once; what is not captured is released. One that is refused while the caller waits answers 402. */
  @Post(':id/capture')
  @RequireScope('payments:write', { isCritical: true })
  @Command(PAYMENT_COMMANDS.capture, PAYMENT_DOCS.capture)
  capturePayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(PAYMENT_COMMANDS.capture, request, reply);
  }

  /** POST /v1/payments/{id}/cancel: void before capture; what is captured is refunded instead. */
  @Post(':id/cancel')
  @RequireScope('payments:write')
  @Command(PAYMENT_COMMANDS.cancel, PAYMENT_DOCS.cancel)
  cancelPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(PAYMENT_COMMANDS.cancel, request, reply);
  }

  /** POST /v1/payments/{id}/sync: for a payment whose outcome is open; where there is nothing to ask, nothing changes. */
  @Post(':id/sync')
  @RequireScope('payments:write')
  @Command(PAYMENT_COMMANDS.sync, PAYMENT_DOCS.sync)
  syncPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(PAYMENT_COMMANDS.sync, request, reply);
  }

  /** POST /v1/payments/{id}/submit_otp: a wrong one gets 402, and another may follow (docs/reference/state-machines.md, Payment). */
  @Post(':id/submit_otp')
  @RequireScope('payments:write', { forPages: 'payer', isCritical: true })
  @Command(PAYMENT_COMMANDS.submitOtp, PAYMENT_DOCS.submitOtp)
  submitOtp(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(PAYMENT_COMMANDS.submitOtp, request, reply);
  }

  /** GET /v1/payments/{id}/events: the whole history, of any age, with who caused it (docs/how-to/read-history.md). */
  @Get(':id/events')
  @RequireScope('payments:read')
  @List(PAYMENT_QUERIES.listEvents, PAYMENT_DOCS.listEvents)
  listPaymentEvents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(PAYMENT_QUERIES.listEvents, request, reply);
  }

  /** GET /v1/payments/{id}/attempts: what was tried at which processor, why there, and what became of it. */
  @Get(':id/attempts')
  @RequireScope('payments:read')
  @List(PAYMENT_QUERIES.listAttempts, PAYMENT_DOCS.listAttempts)
  listPaymentAttempts(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(PAYMENT_QUERIES.listAttempts, request, reply);
  }
}
