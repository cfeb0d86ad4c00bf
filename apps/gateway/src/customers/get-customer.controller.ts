import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExpandedCustomer } from '#contracts';
import { ShowAnswers } from '../docs/show-answers.decorator';
import { NeedsScope } from '../http/access';
import type { ShowRoute } from '../queries/read-route';
import { Reads } from '../queries/query-handler';
import { CUSTOMER_EXPAND, CUSTOMER_ID } from './customer-docs';

const ROUTE: ShowRoute = { resource: 'customer', expand: CUSTOMER_EXPAND, hasAsOf: true };

/** GET /v1/customers/{id}: always current. */
@ApiTags('Customers')
@Controller('v1/customers')
export class GetCustomerController {
  constructor(private readonly reads: Reads) {}

  @Get(':id')
  @NeedsScope('customers:read')
  @ApiOperation({ summary: 'Retrieve a customer' })
  @ApiParam(CUSTOMER_ID)
  @ShowAnswers({ description: 'The customer.', type: ExpandedCustomer }, ROUTE)
  getCustomer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(ROUTE, request, reply);
  }
}
