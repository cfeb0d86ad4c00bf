import { Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { CUSTOMER_COMMANDS } from './customer-commands';
import { CUSTOMER_QUERIES } from './customer-queries';
import { CUSTOMER_DOCS } from './docs/customer-docs';

/** Every route of customers. */
@ApiTags('Customers')
@Controller('v1/customers')
export class CustomersController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/customers. Two customers may have the same e-mail address; a reference_id is one customer's. */
  @Post()
  @RequireScope('customers:write')
  @Command(CUSTOMER_COMMANDS.create, CUSTOMER_DOCS.create)
  createCustomer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(CUSTOMER_COMMANDS.create, request, reply);
  }

  /** GET /v1/customers: found by e-mail address or phone number too, although those are sealed; the deleted ones are not in it. */
  @Get()
  @RequireScope('customers:read')
  @List(CUSTOMER_QUERIES.list, CUSTOMER_DOCS.list)
  listCustomers(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(CUSTOMER_QUERIES.list, request, reply);
  }

  /** GET /v1/customers/{id}: always current. */
  @Get(':id')
  @RequireScope('customers:read')
  @Show(CUSTOMER_QUERIES.get, CUSTOMER_DOCS.get)
  getCustomer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(CUSTOMER_QUERIES.get, request, reply);
  }

  /** PATCH /v1/customers/{id}: absent stays, null empties; address and metadata merge (docs/reference/api-conventions.md, Updates). */
  @Patch(':id')
  @RequireScope('customers:write')
  @Command(CUSTOMER_COMMANDS.update, CUSTOMER_DOCS.update)
  updateCustomer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(CUSTOMER_COMMANDS.update, request, reply);
  }

  /**
   * DELETE /v1/customers/{id}: the customer's data key is destroyed, so that nothing personal can be read any more, in
   * payments and past events neither. The record and its money history stay, and GET shows it with `deleted: true`. Deleting again
   * changes nothing.
   */
  @Delete(':id')
  @RequireScope('customers:write', { ofPeople: { roles: ['owner', 'admin', 'developer'], needsStepUp: true } })
  @Command(CUSTOMER_COMMANDS.delete, CUSTOMER_DOCS.delete)
  deleteCustomer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(CUSTOMER_COMMANDS.delete, request, reply);
  }
}
