import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpandedCustomer } from '#contracts';
import { ListAnswers } from '../docs/list-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ListRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { CUSTOMER_EXPAND } from './customer-docs';

const ROUTE: ListRoute = {
  service: 'payments',
  internalPath: () => '/internal/customers',
  blind: ['email', 'phone'],
  rules: {
    kind: 'customer',
    filters: ['id', 'created_at', 'reference_id', 'metadata'],
    own: { email: { textMax: 254 }, phone: { textMax: 32 } },
    expand: CUSTOMER_EXPAND,
  },
};

/** GET /v1/customers: found by e-mail address or phone number too, although those are sealed; the deleted ones are not in it. */
@ApiTags('Customers')
@Controller('v1/customers')
export class ListCustomersController {
  constructor(private readonly reads: Reads) {}

  @Get()
  @NeedsScope('customers:read')
  @ApiOperation({ summary: 'List customers' })
  @ListAnswers(ExpandedCustomer, ROUTE.rules)
  listCustomers(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(ROUTE, request, reply);
  }
}
