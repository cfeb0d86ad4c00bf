import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { PAYMENT_METHOD_DOCS } from './docs/payment-method-docs';
import { PAYMENT_METHOD_COMMANDS } from './payment-method-commands';
import { PAYMENT_METHOD_QUERIES } from './payment-method-queries';

/** Every route of the payment methods that a customer has saved. */
@ApiTags('Customers')
@Controller('v1/customers/:id/payment_methods')
export class PaymentMethodsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/customers/{id}/payment_methods: keeps what is needed to pay again, never a card number. */
  @Post()
  @RequireScope('customers:write')
  @Command(PAYMENT_METHOD_COMMANDS.save, PAYMENT_METHOD_DOCS.save)
  savePaymentMethod(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(PAYMENT_METHOD_COMMANDS.save, request, reply);
  }

  /** GET /v1/customers/{id}/payment_methods: what the customer can be charged with; what was removed is not in it. */
  @Get()
  @RequireScope('customers:read')
  @List(PAYMENT_METHOD_QUERIES.list, PAYMENT_METHOD_DOCS.list)
  listPaymentMethods(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(PAYMENT_METHOD_QUERIES.list, request, reply);
  }

  /** GET /v1/customers/{id}/payment_methods/{pm_id}: where a saved one is; one that was removed says so. */
  @Get(':pm_id')
  @RequireScope('customers:read')
  @Show(PAYMENT_METHOD_QUERIES.get, PAYMENT_METHOD_DOCS.get)
  getPaymentMethod(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(PAYMENT_METHOD_QUERIES.get, request, reply);
  }

  /** DELETE /v1/customers/{id}/payment_methods/{pm_id}: it cannot be paid with any more. Deleting again changes nothing. */
  @Delete(':pm_id')
  @RequireScope('customers:write')
  @Command(PAYMENT_METHOD_COMMANDS.remove, PAYMENT_METHOD_DOCS.remove)
  removePaymentMethod(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(PAYMENT_METHOD_COMMANDS.remove, request, reply);
  }
}
