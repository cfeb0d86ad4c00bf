import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { DELIVERY_COMMANDS } from './delivery-commands';
import { DELIVERY_QUERIES } from './delivery-queries';
import { DELIVERY_DOCS } from './docs/delivery-docs';

/** Every route about what became of events at their endpoints. */
@ApiTags('Webhook deliveries')
@Controller('v1')
export class WebhookDeliveriesController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** GET /v1/webhook_endpoints/{id}/deliveries. */
  @Get('webhook_endpoints/:id/deliveries')
  @RequireScope('webhooks:read')
  @List(DELIVERY_QUERIES.listOfEndpoint, DELIVERY_DOCS.listOfEndpoint)
  listEndpointDeliveries(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(DELIVERY_QUERIES.listOfEndpoint, request, reply);
  }

  /** GET /v1/events/{id}/deliveries: to which endpoints an event went, and what came of it. */
  @Get('events/:id/deliveries')
  @RequireScope('webhooks:read')
  @List(DELIVERY_QUERIES.listOfEvent, DELIVERY_DOCS.listOfEvent)
  listEventDeliveries(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(DELIVERY_QUERIES.listOfEvent, request, reply);
  }

  /** GET /v1/webhook_deliveries/{id}: as it is now. */
  @Get('webhook_deliveries/:id')
  @RequireScope('webhooks:read')
  @Show(DELIVERY_QUERIES.get, DELIVERY_DOCS.get)
  getDelivery(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(DELIVERY_QUERIES.get, request, reply);
  }

  /** GET /v1/webhook_deliveries/{id}/attempts: what was sent, what came back, and how long it took. */
  @Get('webhook_deliveries/:id/attempts')
  @RequireScope('webhooks:read')
  @List(DELIVERY_QUERIES.listAttempts, DELIVERY_DOCS.listAttempts)
  listAttempts(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(DELIVERY_QUERIES.listAttempts, request, reply);
  }

  /** POST /v1/webhook_deliveries/{id}/resend: also after a success. */
  @Post('webhook_deliveries/:id/resend')
  @RequireScope('webhooks:write', { countedAs: 'resends' })
  @Command(DELIVERY_COMMANDS.resend, DELIVERY_DOCS.resend)
  resendDelivery(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(DELIVERY_COMMANDS.resend, request, reply);
  }

  /** POST /v1/webhook_deliveries/{id}/cancel (docs/reference/state-machines.md, Delivery): ends one that is still open. */
  @Post('webhook_deliveries/:id/cancel')
  @RequireScope('webhooks:write')
  @Command(DELIVERY_COMMANDS.cancel, DELIVERY_DOCS.cancel)
  cancelDelivery(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(DELIVERY_COMMANDS.cancel, request, reply);
  }
}
