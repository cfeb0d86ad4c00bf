import { Controller, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { SUBSCRIPTION_DOCS } from './docs/subscription-docs';
import { SUBSCRIPTION_COMMANDS } from './subscription-commands';
import { SUBSCRIPTION_QUERIES } from './subscription-queries';

/** Every route of subscriptions. */
@ApiTags('Subscriptions')
@Controller('v1/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/subscriptions: with its customer, its mandate and its first invoice in one commit. */
  @Post()
  @RequireScope('subscriptions:write')
  @Command(SUBSCRIPTION_COMMANDS.create, SUBSCRIPTION_DOCS.create)
  createSubscription(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SUBSCRIPTION_COMMANDS.create, request, reply);
  }

  /** GET /v1/subscriptions */
  @Get()
  @RequireScope('subscriptions:read')
  @List(SUBSCRIPTION_QUERIES.list, SUBSCRIPTION_DOCS.list)
  listSubscriptions(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(SUBSCRIPTION_QUERIES.list, request, reply);
  }

  /** GET /v1/subscriptions/{id} */
  @Get(':id')
  @RequireScope('subscriptions:read')
  @Show(SUBSCRIPTION_QUERIES.get, SUBSCRIPTION_DOCS.get)
  getSubscription(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(SUBSCRIPTION_QUERIES.get, request, reply);
  }

  /** PATCH /v1/subscriptions/{id}: absent stays, null empties. */
  @Patch(':id')
  @RequireScope('subscriptions:write')
  @Command(SUBSCRIPTION_COMMANDS.update, SUBSCRIPTION_DOCS.update)
  updateSubscription(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SUBSCRIPTION_COMMANDS.update, request, reply);
  }

  /** POST /v1/subscriptions/{id}/preview_update: what a change would charge; nothing of it is stored. */
  @Post(':id/preview_update')
  @RequireScope('subscriptions:write')
  @Command(SUBSCRIPTION_COMMANDS.preview, SUBSCRIPTION_DOCS.preview)
  previewSubscriptionUpdate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SUBSCRIPTION_COMMANDS.preview, request, reply);
  }

  /** POST /v1/subscriptions/{id}/cancel */
  @Post(':id/cancel')
  @RequireScope('subscriptions:write')
  @Command(SUBSCRIPTION_COMMANDS.cancel, SUBSCRIPTION_DOCS.cancel)
  cancelSubscription(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SUBSCRIPTION_COMMANDS.cancel, request, reply);
  }

  /** POST /v1/subscriptions/{id}/pause */
  @Post(':id/pause')
  @RequireScope('subscriptions:write')
  @Command(SUBSCRIPTION_COMMANDS.pause, SUBSCRIPTION_DOCS.pause)
  pauseSubscription(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SUBSCRIPTION_COMMANDS.pause, request, reply);
  }

  /** POST /v1/subscriptions/{id}/resume */
  @Post(':id/resume')
  @RequireScope('subscriptions:write')
  @Command(SUBSCRIPTION_COMMANDS.resume, SUBSCRIPTION_DOCS.resume)
  resumeSubscription(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SUBSCRIPTION_COMMANDS.resume, request, reply);
  }

  /** POST /v1/subscriptions/{id}/retry: another debit, or a payment by the customer (docs/how-to/dunning.md). */
  @Post(':id/retry')
  @RequireScope('subscriptions:write')
  @Command(SUBSCRIPTION_COMMANDS.retry, SUBSCRIPTION_DOCS.retry)
  retrySubscription(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SUBSCRIPTION_COMMANDS.retry, request, reply);
  }

  /** GET /v1/subscriptions/{id}/events: the whole history, of any age, with who caused it (docs/how-to/read-history.md). */
  @Get(':id/events')
  @RequireScope('subscriptions:read')
  @List(SUBSCRIPTION_QUERIES.listEvents, SUBSCRIPTION_DOCS.listEvents)
  listSubscriptionEvents(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(SUBSCRIPTION_QUERIES.listEvents, request, reply);
  }

  /** GET /v1/subscriptions/{id}/invoices: to a key that may read invoices, as by themselves. */
  @Get(':id/invoices')
  @RequireScope('invoices:read')
  @List(SUBSCRIPTION_QUERIES.listInvoices, SUBSCRIPTION_DOCS.listInvoices)
  listSubscriptionInvoices(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(SUBSCRIPTION_QUERIES.listInvoices, request, reply);
  }
}
